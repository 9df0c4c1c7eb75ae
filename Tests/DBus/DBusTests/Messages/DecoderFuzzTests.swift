import DBusTesting
import Fuzzing
import Testing

@testable import DBus

/// Nothing that arrives traps in the reader of messages, and what was read can be written again.
@Suite(.longComputation) struct DecoderFuzzTests {
    private static func byte(_ input: inout FuzzInput) -> UInt8 {
        let any = UInt8.random(in: .min ... .max, using: &input.random)
        return input.pick([0, 1, 4, 8, 0x61, 0x28, 0x29, 0x76, 0x73, 0x7B, 0xFF, any])
    }

    /// Damages a few of the bytes from `start` on.
    private static func damaged(_ whole: [UInt8], from start: Int = 0, _ input: inout FuzzInput) -> [UInt8] {
        var bytes = whole
        for _ in 0...input.number(0...3) { bytes[input.number(start...bytes.count - 1)] = byte(&input) }
        return bytes
    }

    /// libdbus refuses damaged messages, or they are as good as any.
    @Test func damagedMessagesAreReadOrRefused() throws {
        var read = 0
        try Fuzzer().run("damaged messages", inputs: 700) { input in
            var values = RandomValues(seed: input.random.next())
            let message = try Message.holding(values.value(depth: 4), values.value(depth: 2))
            let whole = try message.marshalled()
            for _ in 0..<10 {
                let bytes = Self.damaged(whole, &input)
                guard let damaged = Message.demarshalled(bytes) else { continue }
                read += 1
                let contents: [DBusValue]
                do { contents = try damaged.contents() } catch {
                    // libdbus accepts the index of a descriptor that the message does not have.
                    try input.expect(bytes.contains(UInt8(ascii: "h")), "\(error)")
                    continue
                }
                let again = try Message.holding(bare: contents)
                // Compares text, because a NaN is not equal to itself.
                try input.expect(try "\(again.contents())" == "\(contents)", "what was read is written again")
                let text = try bytes.withUnsafeBytes { try #require(WireMessage($0)) }.description
                try input.expect(text.utf8.count < 200_000, "the trace of a message is bounded")
                try input.expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }, text)
            }
        }
        #expect(read > 300)
    }

    @Test func randomBytesAreRefused() throws {
        try Fuzzer().run("random bytes", inputs: 8000) { input in
            var bytes = (0..<input.number(16...120)).map { _ in UInt8.random(in: .min ... .max, using: &input.random) }
            // A plausible beginning, so that more than the first byte is looked at.
            bytes.replaceSubrange(0..<8, with: [0x6C, bytes[1] % 5, 0, 1, UInt8(input.number(0...63)), 0, 0, 0])
            bytes.replaceSubrange(12..<16, with: [UInt8(input.number(0...63)), 0, 0, 0])
            _ = bytes.withUnsafeBytes { WireMessage($0)?.description }
            guard let message = Message.demarshalled(bytes) else { return }
            _ = try? message.contents()
        }
    }

    /// The reader by itself, without libdbus to validate the bytes before, and with types that do not belong to them.
    @Test func theReaderStaysWithinItsBytes() throws {
        var (read, refused) = (0, 0)
        try Fuzzer().run("the reader", inputs: 3000) { input in
            var values = RandomValues(seed: input.random.next())
            let value = values.value(depth: 4)
            var bytes = try Message.holding(bare: [value]).bodyBytes()
            for _ in 0..<input.number(0...6) where !bytes.isEmpty {
                bytes[input.number(0...bytes.count - 1)] = Self.byte(&input)
            }
            if input.chance(of: 2) { bytes.removeLast(input.number(0...min(bytes.count, 9))) }
            var signature = Array((input.chance(of: 2) ? value.signature.rawValue : values.type()).utf8)
            if input.chance(of: 8), !signature.isEmpty {
                signature[input.number(0...signature.count - 1)] = Self.byte(&input)
            }
            // Memory of exactly this size, so that a sanitizer sees one byte too many.
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            defer { memory.deallocate() }
            memory.copyBytes(from: bytes)
            signature.withUnsafeBufferPointer { signature in
                var reader = MessageReader(UnsafeRawBufferPointer(memory), signature: signature)
                if (try? DBusValue.readAll(from: &reader)) != nil { read += 1 } else { refused += 1 }
                var skipping = MessageReader(UnsafeRawBufferPointer(memory), signature: signature)
                while skipping.hasMore { skipping.skip() }
                var typed = MessageReader(UnsafeRawBufferPointer(memory), signature: signature)
                _ = try? [String: [Struct<Int64, DBusValue>]](from: &typed)
                _ = try? [[Int16]](from: &typed)
            }
        }
        #expect(read > 300)
        #expect(refused > 300)
    }
}

extension DecoderFuzzTests {
    /// A stored value is refused if libdbus refuses it, and is equal if libdbus accepts it.
    @Test func keptBytesAreTakenAsLibdbusTakesThem() throws {
        var (read, refused) = (0, 0)
        try Fuzzer().run("kept bytes", inputs: 1200) { input in
            var values = RandomValues(seed: input.random.next())
            let message = try Message.holding(values.value(depth: 4))
            let whole = try message.marshalled()
            let start = try whole.count - message.bodyBytes().count
            for _ in 0..<10 {
                let bytes = Self.damaged(whole, from: start, &input)
                let kept = [MessageHeader.nativeOrder] + bytes[start...]
                let value = try? kept.withUnsafeBytes { try MarshalledValue.decode(DBusValue.self, from: $0) }
                guard let damaged = Message.demarshalled(bytes) else {
                    refused += 1
                    guard let value else { continue }
                    // Only what is between values may be other than zero.
                    let again = try MarshalledValue.encode(value)
                    try input.expect(
                        again.count == kept.count && zip(again, kept).allSatisfy { $0 == $1 || $0 == 0 },
                        "libdbus refuses it: \(kept)")
                    continue
                }
                read += 1
                guard let value else {
                    // A file can't hold descriptors.
                    try input.expect(bytes.contains(UInt8(ascii: "h")), "libdbus accepts it: \(kept)")
                    continue
                }
                // Compares text, because a NaN is not equal to itself.
                let contents = try damaged.contents()
                try input.expect("\(contents)" == "\([DBusValue.variant(value)])", "libdbus reads \(contents)")
            }
        }
        #expect(read > 500)
        #expect(refused > 500)
    }
}

extension Message {
    fileprivate func bodyBytes() throws -> [UInt8] {
        let whole = try marshalled()
        let fields = whole[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        return Array(whole[((16 + fields + 7) & ~7)...])
    }
}
