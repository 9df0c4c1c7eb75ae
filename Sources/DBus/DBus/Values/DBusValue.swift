/// A value of any D-Bus type, for a type that is known only at run time.
///
/// As an argument, a `DBusValue` is a variant (`v`), so `[String: DBusValue]` is `a{sv}`. In a container with elements
/// of type `v`, write each element as a ``variant(_:)``. ``bytes(_:)`` equals an ``array(_:of:)`` of the same bytes.
/// Dictionaries with the same entries in another order are equal.
public enum DBusValue: Hashable, Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(ObjectPath)
    /// `g`
    case signature(Signature)
    /// `h`
    case fileDescriptor(UnixFileDescriptor)
    /// An array of bytes (`ay`), kept as bytes.
    case bytes([UInt8])
    /// Any other array. Each element has the type `of`.
    indirect case array([DBusValue], of: Signature)
    /// A dictionary, in the order in which it was written. `key` is a basic type.
    indirect case dictionary([DictionaryEntry], key: Signature, value: Signature)
    /// A struct; it has at least one field.
    case structure([DBusValue])
    /// A variant, holding a value of any type.
    indirect case variant(DBusValue)

    /// One entry of a dictionary.
    public struct DictionaryEntry: Hashable, Sendable {
        /// The key; of a basic type.
        public var key: DBusValue
        /// The value of the key.
        public var value: DBusValue

        /// Makes an entry. The key must be of a basic type.
        public init(_ key: DBusValue, _ value: DBusValue) {
            self.key = key
            self.value = value
        }
    }

    /// The signature of this value: always one complete type.
    public var signature: Signature {
        switch self {
        case .byte: Signature(unchecked: "y")
        case .boolean: Signature(unchecked: "b")
        case .int16: Signature(unchecked: "n")
        case .uint16: Signature(unchecked: "q")
        case .int32: Signature(unchecked: "i")
        case .uint32: Signature(unchecked: "u")
        case .int64: Signature(unchecked: "x")
        case .uint64: Signature(unchecked: "t")
        case .double: Signature(unchecked: "d")
        case .string: Signature(unchecked: "s")
        case .objectPath: Signature(unchecked: "o")
        case .signature: Signature(unchecked: "g")
        case .fileDescriptor: Signature(unchecked: "h")
        case .bytes: Signature(unchecked: "ay")
        case .array(_, let element): Signature(unchecked: "a" + element.rawValue)
        case .dictionary(_, let key, let value): Signature(unchecked: "a{\(key.rawValue)\(value.rawValue)}")
        case .structure(let fields):
            Signature(unchecked: "(" + fields.map(\.signature.rawValue).joined() + ")")
        case .variant: Signature(unchecked: "v")
        }
    }
}

extension DBusValue {
    /// Returns whether two dictionaries have the same entries, in any order.
    private static func entries(_ left: [DictionaryEntry], equal right: [DictionaryEntry]) -> Bool {
        func counts(_ entries: [DictionaryEntry]) -> [DictionaryEntry: Int] {
            entries.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        return left.count == right.count && counts(left) == counts(right)
    }

    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.byte(let left), .byte(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
        case (.int16(let left), .int16(let right)): left == right
        case (.uint16(let left), .uint16(let right)): left == right
        case (.int32(let left), .int32(let right)): left == right
        case (.uint32(let left), .uint32(let right)): left == right
        case (.int64(let left), .int64(let right)): left == right
        case (.uint64(let left), .uint64(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.objectPath(let left), .objectPath(let right)): left == right
        case (.signature(let left), .signature(let right)): left == right
        case (.fileDescriptor(let left), .fileDescriptor(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.array(let left, let type), .array(let right, let other)): type == other && left == right
        case (.bytes(let bytes), .array(let elements, of: "y")), (.array(let elements, of: "y"), .bytes(let bytes)):
            elements.elementsEqual(bytes) { $0 == .byte($1) }
        case (.dictionary(let left, let key, let value), .dictionary(let right, let otherKey, let otherValue)):
            key == otherKey && value == otherValue && (left == right || Self.entries(left, equal: right))
        case (.structure(let left), .structure(let right)): left == right
        case (.variant(let left), .variant(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .byte(let value): hasher.combine(value)
        case .boolean(let value): hasher.combine(value)
        case .int16(let value): hasher.combine(value)
        case .uint16(let value): hasher.combine(value)
        case .int32(let value): hasher.combine(value)
        case .uint32(let value): hasher.combine(value)
        case .int64(let value): hasher.combine(value)
        case .uint64(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .objectPath(let value): hasher.combine(value)
        case .signature(let value): hasher.combine(value)
        case .fileDescriptor(let value): hasher.combine(value)
        case .bytes(let bytes):
            hasher.combine(bytes.count)
            for byte in bytes { hasher.combine(byte) }
        // As bytes, if it is an array of them.
        case .array(let elements, _): hasher.combine(elements)
        // The sum is the same in any order.
        case .dictionary(let entries, _, _): hasher.combine(entries.reduce(0) { $0 &+ $1.hashValue })
        case .structure(let fields): hasher.combine(fields)
        case .variant(let value): hasher.combine(value)
        }
    }

    /// Makes an array of variants, `av`.
    public static func variants(_ values: [DBusValue]) -> DBusValue {
        .array(values.map { .variant($0) }, of: "v")
    }

    /// Makes an array of strings, `as`.
    public static func strings(_ values: [String]) -> DBusValue {
        .array(values.map { .string($0) }, of: "s")
    }

    /// Makes a dictionary of variants by string, `a{sv}`, sorted by key.
    public static func properties(_ values: [String: DBusValue]) -> DBusValue {
        let entries = values.sorted { $0.key < $1.key }.map { DictionaryEntry(.string($0.key), .variant($0.value)) }
        return .dictionary(entries, key: "s", value: "v")
    }

    /// This value without any variants around it.
    public var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }
}

extension DBusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
}

@available(*, unavailable, message: "give a whole number its type, such as .int32(5) for an i")
extension DBusValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self = .int64(value) }
}

extension DBusValue: CustomStringConvertible {
    /// The value in a notation similar to GVariant text, for reading.
    public var description: String {
        switch self {
        case .byte(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .int16(let value): "\(value)"
        case .uint16(let value): "\(value)"
        case .int32(let value): "\(value)"
        case .uint32(let value): "\(value)"
        case .int64(let value): "\(value)"
        case .uint64(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value.quoted
        case .objectPath(let value): value.rawValue.quoted
        case .signature(let value): value.rawValue.quoted
        case .fileDescriptor(let value): "handle \(value.rawValue)"
        case .bytes(let value): "[\(value.count) bytes]"
        case .array(let elements, _): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .dictionary(let entries, _, _):
            "{" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        case .structure(let fields): "(" + fields.map(\.description).joined(separator: ", ") + ")"
        case .variant(let value): "<\(value)>"
        }
    }
}
