/// A value of a tap, a setting, or a stored key.
public enum NCValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case data([UInt8])
    case array([NCValue])
    case dictionary([String: NCValue])

    /// The string of a ``string(_:)``; nil for another value.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of an ``integer(_:)`` that fits into `Int`; nil for another value.
    public var integer: Int? { if case .integer(let integer) = self { Int(exactly: integer) } else { nil } }

    /// The value of a ``number(_:)`` or an ``integer(_:)``; nil for another value.
    public var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// The value of a ``boolean(_:)``; nil for another value.
    public var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

    /// The bytes of a ``data(_:)``; nil for another value.
    public var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

    /// The elements of an ``array(_:)``; nil for another value.
    public var array: [NCValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The entries of a ``dictionary(_:)``; nil for another value.
    public var dictionary: [String: NCValue]? { if case .dictionary(let entries) = self { entries } else { nil } }
}

extension NCValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: NCValue...) { self = .array(elements) }

    /// If a key appears twice, the later value wins.
    public init(dictionaryLiteral elements: (String, NCValue)...) {
        self = .dictionary(Dictionary(elements) { _, later in later })
    }
}
