public import DBus

/// The name of a widget, such as `org.example.UsedSpace`.
///
/// Two elements or more of `A-Z a-z 0-9 _ -`, separated by dots, none starting with a digit or `-`; at most
/// ``Limits/identifierBytes``. Every identifier is also a valid well-known bus name.
public struct WidgetIdentifier: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public let rawValue: String

    /// Makes an identifier, or returns nil if `rawValue` is not one.
    public init?(rawValue: String) {
        guard Self.fault(in: rawValue) == nil else { return nil }
        self.rawValue = rawValue
    }

    /// Makes an identifier, or says what is wrong with `string`.
    public init(_ string: String) throws(InvalidIdentifier) {
        if let reason = Self.fault(in: string) { throw InvalidIdentifier(value: string, reason: reason) }
        rawValue = string
    }

    public var description: String { rawValue }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    private static func fault(in string: String) -> String? {
        let bytes = string.utf8
        if bytes.isEmpty { return "it is empty" }
        if bytes.count > Limits.identifierBytes { return "it is longer than \(Limits.identifierBytes) bytes" }
        var elements = 1
        var atStart = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "."):
                if atStart { return "it has an empty element" }
                elements += 1
                atStart = true
                continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                break
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if atStart { return "an element starts with a digit" }
            case UInt8(ascii: "-"):
                if atStart { return "an element starts with -" }
            case UInt8(ascii: "#"):
                return "# is reserved for instances of a widget"
            default:
                return "it has a character outside A-Z a-z 0-9 _ -"
            }
            atStart = false
        }
        if atStart { return "it has an empty element" }
        return elements < 2 ? "it has fewer than two elements" : nil
    }
}

extension WidgetIdentifier: ExpressibleByStringLiteral {
    /// Makes an identifier from a literal in the source. A bad literal stops the program.
    public init(stringLiteral value: String) {
        if let reason = Self.fault(in: value) {
            preconditionFailure(InvalidIdentifier(value: value, reason: reason).description)
        }
        rawValue = value
    }
}

/// Why a string is not a ``WidgetIdentifier``.
public struct InvalidIdentifier: Error, Hashable, Sendable, CustomStringConvertible {
    /// The refused string.
    public let value: String
    /// What is wrong with it, as the end of a sentence.
    public let reason: String

    public var description: String { "\(value.excerpt) is not a valid widget identifier: \(reason)" }
}

extension WidgetIdentifier: DBusType {
    public static var signature: Signature { String.signature }

    /// Reads an identifier. Its grammar is the caller's to check, who knows how to refuse it by name.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        let text = try String(from: &reader)
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw UnmarshallingError(expected: "a widget identifier", found: text.debugDescription)
        }
        self = identifier
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try rawValue.write(to: &writer) }
}
