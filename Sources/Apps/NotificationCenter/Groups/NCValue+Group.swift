package import DBus

extension NCValue {
    /// The value as App Groups keep it: an array or a dictionary whose values are of one simple type is one of that type,
    /// as programs in other languages expect it.
    package var groupValue: DBusValue {
        switch self {
        case .array(let elements):
            let values = elements.map(\.groupValue)
            guard let type = Self.simpleType(of: values, empty: "s") else { return .variants(values) }
            return .array(values, of: type)
        case .dictionary(let entries):
            let values = entries.mapValues(\.groupValue)
            guard let type = Self.simpleType(of: Array(values.values), empty: "v"), type != "v" else {
                return .properties(values)
            }
            return .dictionary(
                values.sorted { $0.key < $1.key }.map { DBusValue.DictionaryEntry(.string($0.key), $0.value) },
                key: "s", value: type)
        case .string, .integer, .number, .boolean, .data: return dbusValue
        }
    }

    /// The one basic type of all values; nil when they differ, or are containers.
    private static func simpleType(of values: [DBusValue], empty: Signature) -> Signature? {
        guard let first = values.first else { return empty }
        let type = first.signature
        return type.rawValue.utf8.count == 1 && values.allSatisfy { $0.signature == type } ? type : nil
    }
}
