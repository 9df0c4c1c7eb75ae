package import DBus

extension NCValue {
    /// The value on the bus.
    package var dbusValue: DBusValue {
        switch self {
        case .string(let text): .string(text)
        case .integer(let integer): .int64(integer)
        case .number(let number): .double(number)
        case .boolean(let flag): .boolean(flag)
        case .data(let bytes): .bytes(bytes)
        case .array(let elements): .variants(elements.map(\.dbusValue))
        case .dictionary(let entries): .properties(entries.mapValues(\.dbusValue))
        }
    }

    /// Converts any value from the bus; nil for a file descriptor, which can't leave its message.
    package init?(_ value: DBusValue) {
        switch value {
        case .byte(let value): self = .integer(Int64(value))
        case .int16(let value): self = .integer(Int64(value))
        case .uint16(let value): self = .integer(Int64(value))
        case .int32(let value): self = .integer(Int64(value))
        case .uint32(let value): self = .integer(Int64(value))
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
        case .double(let value): self = .number(value)
        case .boolean(let value): self = .boolean(value)
        case .string(let value): self = .string(value)
        case .objectPath(let value): self = .string(value.rawValue)
        case .signature(let value): self = .string(value.rawValue)
        case .fileDescriptor: return nil
        case .bytes(let value): self = .data(value)
        case .variant(let value): self.init(value)
        case .array(let elements, _), .structure(let elements): self = .array(elements.compactMap { NCValue($0) })
        case .dictionary(let entries, _, _):
            var dictionary: [String: NCValue] = [:]
            for entry in entries {
                let key = if case .string(let text) = entry.key { text } else { entry.key.description }
                dictionary[key] = NCValue(entry.value)
            }
            self = .dictionary(dictionary)
        }
    }
}
