import CTodayDBus
import DBusTesting

@testable import DBus

/// Random types and values, the same ones in every run.
struct RandomValues {
    var random: SeededRandom
    /// Whether file descriptors are among the types.
    var descriptors = false

    /// U+FFFF, U+FDD0 and U+10FFFF, which stand for no character but are valid.
    static let noncharacters = String(
        decoding: [0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90, 0xF4, 0x8F, 0xBF, 0xBF] as [UInt8], as: UTF8.self)

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

    private mutating func basicType() -> String {
        pick(["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"] + (descriptors ? ["h"] : []))
    }

    /// One complete type, nested at most `depth` deep.
    mutating func type(depth: Int = 3) -> String {
        if depth == 0 { return pick([basicType(), basicType(), "v"]) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "a" + type(depth: depth - 1)
        case 1: return "a{" + basicType() + type(depth: depth - 1) + "}"
        case 2:
            return "(" + (0...Int.random(in: 0...2, using: &random)).map { _ in type(depth: depth - 1) }.joined() + ")"
        case 3: return "v"
        default: return basicType()
        }
    }

    /// Some value, of any type.
    mutating func value(depth: Int = 3) -> DBusValue {
        value(of: Signature(unchecked: type(depth: depth)), depth: depth)
    }

    /// A value of one complete type.
    mutating func value(of type: Signature, depth: Int = 2) -> DBusValue {
        let text = type.rawValue
        switch text.first {
        case "y": return .byte(.random(in: .min ... .max, using: &random))
        case "b": return .boolean(.random(using: &random))
        case "n": return .int16(.random(in: .min ... .max, using: &random))
        case "q": return .uint16(.random(in: .min ... .max, using: &random))
        case "i": return .int32(.random(in: .min ... .max, using: &random))
        case "u": return .uint32(.random(in: .min ... .max, using: &random))
        case "x": return .int64(.random(in: .min ... .max, using: &random))
        case "t": return .uint64(.random(in: .min ... .max, using: &random))
        case "d": return .double(pick([0, -1.5, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]))
        case "s": return .string(pick(["", "a", "grüße", Self.noncharacters, "x\n\u{1}", "日本"]))
        case "o": return .objectPath(pick(["/", "/a", "/org/example/Thing_1"]))
        case "g": return .signature(pick(["", "s", "a{sv}", "(ii)ay"]))
        case "h": return .fileDescriptor(UnixFileDescriptor(duplicating: 0) ?? UnixFileDescriptor(owning: -1))
        case "v": return .variant(value(depth: max(depth - 1, 0)))
        case "(":
            let fields = Signature(unchecked: String(text.dropFirst().dropLast())).completeTypes
            return .structure(fields.map { value(of: $0, depth: depth) })
        default: return array(of: String(text.dropFirst()), depth: depth)
        }
    }

    private mutating func array(of element: String, depth: Int) -> DBusValue {
        let count = Int.random(in: 0...3, using: &random)
        if element == "y" { return .bytes((0..<count).map { _ in .random(in: .min ... .max, using: &random) }) }
        guard element.hasPrefix("{") else {
            let type = Signature(unchecked: element)
            return .array((0..<count).map { _ in value(of: type, depth: depth) }, of: type)
        }
        let types = Signature(unchecked: String(element.dropFirst().dropLast())).completeTypes
        let entries = (0..<count).map { _ in
            DBusValue.DictionaryEntry(value(of: types[0], depth: depth), value(of: types[1], depth: depth))
        }
        return .dictionary(entries, key: types[0], value: types[1])
    }
}

extension MessageHeader {
    /// Of a message that only a test looks at.
    static let sample = MessageHeader.signal(path: "/", interface: "org.example.Sample", member: "Sample")
}

extension Message {
    /// A message with these values as its body.
    static func holding<each Value: DBusType>(_ values: repeat each Value) throws -> Message {
        try make(.sample, repeat each values)
    }

    /// A message with these values as its body, without variants around them.
    static func holding(bare values: [DBusValue]) throws -> Message {
        try make(.sample, signature: values.map(\.signature.rawValue).joined()) { writer in
            for value in values { try value.writeBare(to: &writer) }
        }
    }

    /// Returns the values in the body.
    func contents() throws -> [DBusValue] {
        try ReceivedBody.read(self) { try DBusValue.readAll(from: &$0) }
    }

    /// The message as it goes over the wire.
    func marshalled() throws -> [UInt8] {
        var (start, count): (UnsafeMutablePointer<CChar>?, CInt) = (nil, 0)
        dbus_message_set_serial(raw, 1)
        guard dbus_message_marshal(raw, &start, &count) != 0, let start else { throw MarshallingError("no memory") }
        defer { dbus_free(start) }
        return UnsafeBufferPointer(start: start, count: Int(count)).map { UInt8(bitPattern: $0) }
    }

    /// The message in these bytes, or nil if libdbus refuses them.
    static func demarshalled(_ bytes: [UInt8]) -> Message? { bytes.withUnsafeBytes { try? Message(validating: $0) } }
}
