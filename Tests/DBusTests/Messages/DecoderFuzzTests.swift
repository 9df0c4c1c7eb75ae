import DBusTesting
import Testing

@testable import DBus

/// Nothing that arrives traps here, whatever it is, and what was read can be written again.
struct DecoderFuzzTests {
    private static func byte(_ values: inout RandomValues) -> UInt8 {
        let any = UInt8.random(in: .min ... .max, using: &values.random)
        return values.pick([0, 1, 4, 8, 0x61, 0x28, 0x29, 0x76, 0x73, 0x7B, 0xFF, any])
    }

    /// Messages that were damaged on their way: libdbus refuses them, or they are as good as any.
    @Test func damagedMessagesAreReadOrRefused() throws {
        var read = 0
        try Fuzzing().run("damaged messages", seed: 9, rounds: 1500) { values in
            let message = try Message.holding(values.value(depth: 4), values.value(depth: 2))
            let whole = try message.marshalled()
            for _ in 0..<10 {
                var bytes = whole
                for _ in 0...Int.random(in: 0...3, using: &values.random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &values.random)] = Self.byte(&values)
                }
                guard let damaged = Message.demarshalled(bytes) else { continue }
                read += 1
                let contents: [DBusValue]
                do { contents = try damaged.contents() } catch {
                    // libdbus lets the index of a descriptor through that the message does not have.
                    #expect(bytes.contains(UInt8(ascii: "h")), "\(error)")
                    continue
                }
                let again = try Message.holding(bare: contents)
                // By text, because a NaN is not equal to itself.
                #expect(try "\(again.contents())" == "\(contents)")
            }
        }
        #expect(read > 500)
    }

    @Test func randomBytesAreRefused() {
        Fuzzing().run("random bytes", seed: 10, rounds: 20_000) { values in
            var bytes = (0..<Int.random(in: 16...120, using: &values.random)).map { _ in
                UInt8.random(in: .min ... .max, using: &values.random)
            }
            // A plausible beginning, so that more than the first byte is looked at.
            bytes.replaceSubrange(
                0..<8, with: [0x6C, bytes[1] % 5, 0, 1, UInt8.random(in: 0..<64, using: &values.random), 0, 0, 0])
            bytes.replaceSubrange(12..<16, with: [UInt8.random(in: 0..<64, using: &values.random), 0, 0, 0])
            guard let message = Message.demarshalled(bytes) else { return }
            _ = try? message.contents()
        }
    }

    /// The reader by itself, without libdbus to look at the bytes before, and with types that have nothing to do with
    /// them.
    @Test func theReaderStaysWithinItsBytes() throws {
        var (read, refused) = (0, 0)
        try Fuzzing().run("the reader", seed: 11, rounds: 4000) { values in
            let value = values.value(depth: 4)
            var bytes = try Message.holding(bare: [value]).bodyBytes()
            for _ in 0..<Int.random(in: 0...6, using: &values.random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &values.random)] = Self.byte(&values)
            }
            if Bool.random(using: &values.random) {
                bytes.removeLast(Int.random(in: 0...min(bytes.count, 9), using: &values.random))
            }
            var signature =
                Bool.random(using: &values.random) ? Array(value.signature.rawValue.utf8) : Array(values.type().utf8)
            if Int.random(in: 0..<8, using: &values.random) == 0, !signature.isEmpty {
                signature[Int.random(in: 0..<signature.count, using: &values.random)] = Self.byte(&values)
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
        #expect(read > 500)
        #expect(refused > 500)
    }
}

extension DecoderFuzzTests {
    /// What was kept in a file is refused where libdbus refuses it, and is the same where libdbus takes it.
    @Test func keptBytesAreTakenAsLibdbusTakesThem() throws {
        var (read, refused) = (0, 0)
        try Fuzzing().run("kept bytes", seed: 12, rounds: 3000) { values in
            let message = try Message.holding(values.value(depth: 4))
            let whole = try message.marshalled()
            let start = try whole.count - message.bodyBytes().count
            for _ in 0..<10 {
                var bytes = whole
                for _ in 0...Int.random(in: 0...3, using: &values.random) {
                    bytes[Int.random(in: start..<bytes.count, using: &values.random)] = Self.byte(&values)
                }
                let kept = [MessageHeader.nativeOrder] + bytes[start...]
                let value = try? kept.withUnsafeBytes { try MarshalledValue.decode(DBusValue.self, from: $0) }
                guard let damaged = Message.demarshalled(bytes) else {
                    refused += 1
                    guard let value else { continue }
                    // Only what is between values may be other than zero.
                    let again = try MarshalledValue.encode(value)
                    #expect(again.count == kept.count && zip(again, kept).allSatisfy { $0 == $1 || $0 == 0 })
                    continue
                }
                read += 1
                guard let value else {
                    // There are no descriptors in a file.
                    #expect(bytes.contains(UInt8(ascii: "h")))
                    continue
                }
                // By text, because a NaN is not equal to itself.
                #expect(try "\(damaged.contents())" == "\([DBusValue.variant(value)])")
            }
        }
        #expect(read > 1000)
        #expect(refused > 1000)
    }
}

extension Message {
    fileprivate func bodyBytes() throws -> [UInt8] {
        let whole = try marshalled()
        let fields = whole[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        return Array(whole[((16 + fields + 7) & ~7)...])
    }
}
