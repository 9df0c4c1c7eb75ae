public import DBus

/// The identifier of a widget, such as `org.example.UsedSpace`, or of another instance of it,
/// `org.example.UsedSpace#2`.
///
/// Two or more elements of `A-Z a-z 0-9 _ -`, separated by dots, none starting with a digit or `-`; at most
/// ``Limits/identifierBytes``. This is also a valid well-known bus name. All instances but the first append `#` and
/// their number, from 2 to 999999.
public struct WidgetIdentifier: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public let rawValue: String

    /// Makes an identifier; nil if `rawValue` isn't valid.
    public init?(rawValue: String) {
        guard Self.fault(in: rawValue) == nil else { return nil }
        self.rawValue = rawValue
    }

    /// Makes an identifier, or throws the reason why `string` isn't valid.
    public init(_ string: String) throws(InvalidIdentifier) {
        if let reason = Self.fault(in: string) { throw InvalidIdentifier(value: string, reason: reason) }
        rawValue = string
    }

    /// Makes the identifier of a widget, not of another instance, or throws the reason why `string` isn't one.
    package init(widget string: String) throws(InvalidIdentifier) {
        try self.init(string)
        if instance > 1 {
            throw InvalidIdentifier(value: string, reason: "# is for instances, which the user adds")
        }
    }

    public var description: String { rawValue }

    /// The number of this instance: 1 for the identifier of the widget itself.
    public var instance: Int { parts.instance }

    /// The identifier of the widget; itself for the first instance.
    public var widget: WidgetIdentifier { WidgetIdentifier(unchecked: String(Substring(parts.widget))) }

    /// Returns the identifier of an instance of the same widget.
    ///
    /// - Parameter number: A number from 1 to ``greatestInstance``.
    public func instance(_ number: Int) -> WidgetIdentifier {
        number == 1 ? widget : WidgetIdentifier(unchecked: "\(Substring(parts.widget))#\(number)")
    }

    /// The greatest number of an instance.
    public static let greatestInstance = 999_999

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Whether a number follows the name. The first instance, the most common one, has none.
    private var isNumbered: Bool {
        // Every comparison calls this, so only the end is searched. The greatest number has six digits.
        rawValue.utf8.withContiguousStorageIfAvailable { $0.suffix(7).contains(UInt8(ascii: "#")) } ?? false
    }

    private var parts: (widget: Substring.UTF8View, instance: Int) {
        let bytes = Substring(rawValue).utf8
        guard isNumbered, let mark = bytes.lastIndex(of: UInt8(ascii: "#")) else { return (bytes, 1) }
        return (bytes[..<mark], Int(Substring(bytes[bytes.index(after: mark)...])) ?? 1)
    }

    /// Orders by name, and the instances of a widget by their numbers.
    public static func < (left: Self, right: Self) -> Bool {
        if !left.isNumbered, !right.isNumbered { return left.rawValue < right.rawValue }
        let (first, second) = (left.parts, right.parts)
        return (String(Substring(first.widget)), first.instance) < (String(Substring(second.widget)), second.instance)
    }

    private static func fault(in string: String) -> String? {
        guard let mark = string.utf8.firstIndex(of: UInt8(ascii: "#")) else { return fault(inWidget: string.utf8[...]) }
        let digits = string.utf8[string.utf8.index(after: mark)...]
        let isNumber = digits.allSatisfy { (0x30...0x39).contains($0) } && digits.first != UInt8(ascii: "0")
        guard isNumber, digits.count <= 6, let number = Int(Substring(digits)), number > 1 else {
            return "the number after # must be from 2 to \(greatestInstance)"
        }
        return fault(inWidget: string.utf8[..<mark])
    }

    private static func fault(inWidget bytes: Substring.UTF8View) -> String? {
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
    /// Makes an identifier from a literal in the source. An invalid literal stops the program.
    public init(stringLiteral value: String) {
        if let reason = Self.fault(in: value) {
            preconditionFailure(InvalidIdentifier(value: value, reason: reason).description)
        }
        rawValue = value
    }
}

/// The reason why a string isn't a ``WidgetIdentifier``.
public struct InvalidIdentifier: Error, Hashable, Sendable, CustomStringConvertible {
    /// The refused string.
    public let value: String
    /// The problem, as the end of a sentence.
    public let reason: String

    public var description: String { "\(value.excerpt) is not a valid widget identifier: \(reason)" }
}

extension WidgetIdentifier: DBusType {
    public static var signature: Signature { String.signature }

    /// Reads an identifier without validating it: the caller can refuse it with a better message.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        let text = try String(from: &reader)
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw UnmarshallingError(expected: "a widget identifier", found: text.quoted)
        }
        self = identifier
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try rawValue.write(to: &writer) }
}
