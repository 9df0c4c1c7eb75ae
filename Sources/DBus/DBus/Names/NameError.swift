/// An error for a string that isn't a valid D-Bus name, path or signature.
///
/// The name types of this module validate the string when you make a value. So an invalid name is rejected with an
/// explanation, and never reaches libdbus, which would abort the process.
public struct InvalidNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected kind of string, for example `object path`.
    public let kind: String
    /// The rejected string.
    public let value: String
    /// The error in the string, as the end of a sentence.
    public let reason: String

    public var description: String { "\(value.quoted) is not a valid \(kind): \(reason)" }

    init(_ kind: String, _ value: String, _ reason: String) {
        self.kind = kind
        self.value = value
        self.reason = reason
    }
}

/// A string that follows one of the grammars of the D-Bus specification, "Message Protocol".
///
/// A value of a conforming type is always valid. Literals are validated too: an invalid one is a programming error and
/// stops the program.
public protocol DBusName: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String {
    /// The name of the grammar, in the words of the specification.
    static var kind: String { get }

    /// Returns the error in `string`; nil if it follows the grammar.
    static func fault(in string: String) -> String?

    /// Makes a name without validating it, from a string that libdbus or this module has validated.
    init(unchecked rawValue: String)
}

extension DBusName {
    /// Makes a name; nil if `rawValue` violates the grammar.
    public init?(rawValue: String) {
        guard Self.fault(in: rawValue) == nil else { return nil }
        self.init(unchecked: rawValue)
    }

    /// Makes a name, or throws an ``InvalidNameError`` with the reason.
    ///
    /// Use it for external strings. Swift treats `BusName("literal")` as a literal, and an invalid literal stops the
    /// program.
    public init(_ string: String) throws(InvalidNameError) {
        if let reason = Self.fault(in: string) { throw InvalidNameError(Self.kind, string, reason) }
        self.init(unchecked: string)
    }

    /// Makes a name from a literal in the source. An invalid literal stops the program with the reason.
    ///
    /// For a string that isn't in the source, use ``init(_:)``, which throws, or ``init(rawValue:)``.
    public init(stringLiteral value: String) {
        // Not a precondition: those print no message in a release build.
        if let reason = Self.fault(in: value) { fatalError("\(InvalidNameError(Self.kind, value, reason))") }
        self.init(unchecked: value)
    }

    public var description: String { rawValue }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The byte classes that the name grammars share.
enum Grammar {
    /// The specification's limit for every name except object paths and signatures, in bytes.
    static let maximumNameLength = 255

    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Checks a name of at least two dot-separated elements.
    static func dottedFault(in string: String, hyphen: Bool, leadingDigit: Bool) -> String? {
        let bytes = string.utf8
        if bytes.isEmpty { return "it is empty" }
        if bytes.count > maximumNameLength { return "it is longer than \(maximumNameLength) bytes" }
        var elements = 1
        var atStart = true
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                if atStart { return "it has an empty element" }
                elements += 1
                atStart = true
                continue
            }
            let allowed = isLetter(byte) || isDigit(byte) || (hyphen && byte == UInt8(ascii: "-"))
            if !allowed { return "it has a character outside A-Z a-z 0-9 _\(hyphen ? " -" : "")" }
            if atStart, !leadingDigit, isDigit(byte) { return "an element starts with a digit" }
            atStart = false
        }
        if atStart { return "it has an empty element" }
        return elements < 2 ? "it has fewer than two elements" : nil
    }
}
