internal import DBus

/// A JSON value as it was written; there is no null.
enum JSONValue {
    case string(String)
    case boolean(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// Such a number above the range of `Int64`.
    case unsigned(UInt64)
    case number(Double)
    case array([JSONValue])
    /// The members in the order of the text; no name is there twice, unless relaxed.
    case object([(name: String, value: JSONValue)])

    /// The value for a message.
    var excerpt: String {
        switch self {
        case .string(let text): text.excerpt
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        default: dbusValue.excerpt
        }
    }

    /// The value on the bus when nothing says its type.
    var dbusValue: DBusValue {
        switch self {
        case .string(let text): .string(text)
        case .boolean(let flag): .boolean(flag)
        case .integer(let integer): .int64(integer)
        case .unsigned(let integer): .uint64(integer)
        case .number(let number): .double(number)
        case .array(let elements): .variants(elements.map(\.dbusValue))
        case .object(let members):
            .dictionary(
                members.map { DBusValue.DictionaryEntry(.string($0.name), .variant($0.value.dbusValue)) },
                key: "s", value: "v")
        }
    }
}
