import CTodayDBus
import DBusTesting
import Fuzzing
import Glibc
import Testing

@testable import DBus

/// Bytes on the wire in either byte order, written value by value: a header may have fields that nothing here would write.
struct WireBytes {
    let isBigEndian: Bool
    private(set) var bytes: [UInt8] = []

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func align(to alignment: Int) { while bytes.count % alignment != 0 { bytes.append(0) } }

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 }
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func write(signature: String) { bytes += [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0] }

    mutating func write(array alignment: Int, _ body: (inout WireBytes) -> Void) {
        write(UInt32(0))
        let length = bytes.count - 4
        align(to: alignment)
        let start = bytes.count
        body(&self)
        var count = WireBytes(isBigEndian: isBigEndian)
        count.write(UInt32(bytes.count - start))
        bytes.replaceSubrange(length..<length + 4, with: count.bytes)
    }

    /// A call without a body from `:1.7` to `:1.5`, with one more field in its header, before these two.
    static func call(isBigEndian: Bool, _ signature: String, _ value: (inout WireBytes) -> Void) -> [UInt8] {
        var wire = WireBytes(isBigEndian: isBigEndian)
        wire.bytes = [UInt8(ascii: isBigEndian ? "B" : "l"), 1, 0, 1]
        wire.write(UInt32(0))
        wire.write(UInt32(9))
        func field(_ code: UInt8, _ signature: String, _ wire: inout WireBytes, _ value: (inout WireBytes) -> Void) {
            wire.align(to: 8)
            wire.write(code)
            wire.write(signature: signature)
            value(&wire)
        }
        wire.write(array: 8) { wire in
            field(MessageHeader.Field.path, "o", &wire) { $0.write("/a") }
            field(200, signature, &wire, value)
            field(MessageHeader.Field.member, "s", &wire) { $0.write("M") }
            field(MessageHeader.Field.destination, "s", &wire) { $0.write(":1.5") }
            field(MessageHeader.Field.sender, "s", &wire) { $0.write(":1.7") }
        }
        wire.align(to: 8)
        return wire.bytes
    }
}

/// A frame reads a message as libdbus does.
struct MessageFrameTests {
    struct Unknown: Sendable, CustomTestStringConvertible {
        let signature: String
        let write: @Sendable (inout WireBytes) -> Void
        var testDescription: String { signature }
    }

    private static let unknown: [Unknown] = [
        Unknown(signature: "y") { $0.write(UInt8(1)) },
        Unknown(signature: "n") { $0.write(Int16(1)) },
        Unknown(signature: "x") { $0.write(Int64(1)) },
        Unknown(signature: "b") { $0.write(UInt32(1)) },
        Unknown(signature: "u") { $0.write(UInt32(1)) },
        Unknown(signature: "s") { $0.write("text") },
        Unknown(signature: "g") { $0.write(signature: "a{sv}") },
        Unknown(signature: "v") {
            $0.write(signature: "v")
            $0.write(signature: "t")
            $0.write(UInt64(1))
        },
        Unknown(signature: "ay") { wire in wire.write(array: 1) { $0.write(UInt8(1)) } },
        Unknown(signature: "at") { wire in wire.write(array: 8) { _ in } },
        Unknown(signature: "a{sv}") { wire in
            wire.write(array: 8) {
                $0.write("key")
                $0.write(signature: "i")
                $0.write(Int32(1))
            }
        },
        Unknown(signature: "(ya(ss)d)") { wire in
            wire.align(to: 8)
            wire.write(UInt8(1))
            wire.write(array: 8) {
                $0.write("a")
                $0.write("b")
            }
            wire.write(UInt64(0))
        },
        // libdbus restarts its count of arrays within a struct.
        Unknown(signature: String(repeating: "a", count: 32) + "(a" + "y)") { wire in wire.write(array: 4) { _ in } },
    ]

    /// A bus may forward fields that the specification does not have. The inbox and the filter have to know a call by the
    /// same sender, or nothing lets the call on that the filter holds.
    @Test(arguments: unknown, [false, true])
    func aFieldThatIsUnknownHidesNoOther(_ unknown: Unknown, isBigEndian: Bool) throws {
        let bytes = WireBytes.call(isBigEndian: isBigEndian, unknown.signature, unknown.write)
        let message = try #require(Message.demarshalled(bytes))
        #expect(text(dbus_message_get_sender(message.raw)) == ":1.7")
        let fields = try bytes.withUnsafeBytes { try #require(try MessageFrame($0)).fields(in: $0) }
        #expect(fields.sender == ":1.7")
        #expect(fields.destination == ":1.5")
    }

    /// Variants within variants, deeper than libdbus accepts, end the walk and not the process.
    @Test func aFieldThatIsTooDeepEndsTheHeader() throws {
        let bytes = WireBytes.call(isBigEndian: false, "v") { wire in
            for _ in 0..<100_000 { wire.write(signature: "v") }
            wire.write(signature: "y")
            wire.write(UInt8(1))
        }
        #expect(Message.demarshalled(bytes) == nil)
        let fields = try bytes.withUnsafeBytes { try #require(try MessageFrame($0)).fields(in: $0) }
        #expect(fields.sender == nil)
    }
}

/// Bytes that are messages, or nearly.
@Suite(.longComputation) struct MessageFrameFuzzTests {
    /// A message with random fields that are unknown, in a random place.
    private static func message(_ input: inout FuzzInput) throws -> [UInt8] {
        var values = RandomValues(seed: input.random.next())
        let known: [(UInt8, DBusValue)] = [
            (1, .objectPath("/a")), (2, .string("org.example.A")), (3, .string("M")), (6, .string(":1.5")),
            (7, .string(":1.7")), (8, .signature("s")),
        ]
        let unknown = (0..<input.number(0...2)).map { _ in (UInt8(input.number(10...255)), values.value(depth: 4)) }
        var writer = MessageWriter()
        for byte in [MessageHeader.nativeOrder, UInt8(input.number(1...4)), 0, 1] { writer.writeFixed(byte) }
        var body = MessageWriter()
        try body.writeText(input.pick(["", "a", "grüße", String(repeating: "x", count: 300)]))
        writer.writeFixed(UInt32(body.buffer.count))
        writer.writeFixed(UInt32(input.number(1...100)))
        let fields = (known + unknown).shuffled(using: &input.random).map { Struct($0.0, $0.1) }
        try fields.write(to: &writer)
        writer.buffer.align(to: 8)
        writer.buffer.append(body.buffer.bytes)
        return Array(writer.buffer.bytes)
    }

    @Test func libdbusFindsTheSameFields() throws {
        var accepted = 0
        try Fuzzer().run("frames of messages", inputs: 3000) { input in
            var bytes = try Self.message(&input)
            if input.chance(of: 2) { input.damage(&bytes, times: 1...2) }
            // Memory of exactly this size, so that a sanitizer sees one byte too many.
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            defer { memory.deallocate() }
            memory.copyBytes(from: bytes)
            let whole = UnsafeRawBufferPointer(memory)
            let frame: MessageFrame?
            do { frame = try MessageFrame(whole) } catch {
                return try input.expect(Message.demarshalled(bytes) == nil, "libdbus accepts what has no frame")
            }
            guard let frame else { return }
            let fields = frame.fields(in: UnsafeRawBufferPointer(rebasing: whole.prefix(frame.headerBytes)))
            guard let message = Message.demarshalled(bytes) else { return }
            accepted += 1
            try input.expect(frame.bytes <= bytes.count, "the frame ends within the bytes")
            try input.expect(fields.sender == text(dbus_message_get_sender(message.raw)), "the sender is \(fields)")
            try input.expect(
                fields.destination == text(dbus_message_get_destination(message.raw)), "the destination is \(fields)")
            MessageFrame.removeBody(fields, from: UnsafeMutableRawBufferPointer(rebasing: memory[..<frame.headerBytes]))
            let header = Message.demarshalled(Array(memory.prefix(frame.headerBytes)))
            try input.expect(header != nil, "the header is a message of its own")
        }
        #expect(accepted > 500)
    }

    /// Where the bytes are cut makes no difference.
    @Test func everyCutGivesTheSameMessages() throws {
        try Fuzzer(maximumBytes: 4 << 10).run("streams of messages", inputs: 800) { input in
            var bytes: [UInt8] = []
            for _ in 0..<input.number(1...4) { bytes += try Self.message(&input) }
            if input.chance(of: 2) { input.damage(&bytes, times: 1...3) }
            let largest = input.pick([40, 200, 400, 1 << 20])
            func pass(_ size: () -> Int) throws -> String {
                var ends: [CInt] = [-1, -1]
                try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
                let (near, far) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
                let stream = MessageStream()
                stream.largest = largest
                var (rest, found) = (bytes[...], "")
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(size()))
                    rest = rest.dropFirst(send(far.rawValue, piece, piece.count, CInt(MSG_DONTWAIT)))
                    let outcome = stream.read(from: near.rawValue)
                    while let arrival = stream.pop() {
                        _ = arrival.wireMessage?.description
                        found += "\(arrival.kind) \(arrival.sender?.rawValue ?? "") \(arrival.size) "
                        found += "\(arrival.isTooLarge) \(arrival.message() != nil)\n"
                    }
                    if case .broken = outcome { return found + "broken" }
                }
                return found
            }
            let whole = try pass { bytes.count }
            let pieces = try pass { input.number(1...400) }
            try input.expect(pieces == whole, "in pieces: \(pieces)\nas a whole: \(whole)")
        }
    }
}
