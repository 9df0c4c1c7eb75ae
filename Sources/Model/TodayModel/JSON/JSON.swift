package import DBus

/// A JSON document, to read or to write; members keep their order. Null isn't supported.
package enum JSON: Hashable {
    case string(String)
    case boolean(Bool)
    /// A number without a fraction or exponent.
    case integer(Int64)
    /// A number without a fraction or exponent that may exceed the range of `Int64`.
    case unsigned(UInt64)
    /// Any other number; a number that JSON can't express is written as null.
    case number(Double)
    case array([JSON])
    /// Unless parsed as relaxed JSON, names are unique.
    case object([Member])

    package struct Member: Hashable {
        package let name: String
        package let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// Returns a number without a needless `.0`, for readers that know that it may have a fraction.
    package static func shortest(_ number: Double) -> JSON {
        abs(number) < 1e15 ? Int64(exactly: number).map { .integer($0) } ?? .number(number) : .number(number)
    }

    /// The value for a message.
    var excerpt: String {
        switch self {
        case .string(let text): text.excerpt
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        default: dbusValue.excerpt
        }
    }

    /// The value on the bus without a known type.
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

    /// Converts a value: bytes to base64, structs to arrays, object paths and signatures to strings. Dictionaries are
    /// sorted by the bytes of their keys, because they have no order on the bus.
    ///
    /// - Parameter hasKnownType: Whether a reader restores the type of the value, so that `6.0` may be written as `6`.
    package init(_ value: DBusValue, hasKnownType: Bool = false) {
        switch value {
        case .boolean(let flag): self = .boolean(flag)
        case .double(let number): self = hasKnownType ? .shortest(number) : .number(number)
        case .string(let text): self = .string(text)
        case .objectPath(let path): self = .string(path.rawValue)
        case .signature(let signature): self = .string(signature.rawValue)
        case .bytes(let bytes): self = .string(Base64.encode(bytes))
        case .variant(let inner): self.init(inner, hasKnownType: hasKnownType)
        case .array(let elements, _), .structure(let elements):
            self = .array(elements.map { JSON($0, hasKnownType: hasKnownType) })
        case .dictionary(let entries, _, _):
            self = .object(
                entries.map { entry in
                    let key = if case .string(let key) = entry.key { key } else { entry.key.description }
                    return Member(key, JSON(entry.value, hasKnownType: hasKnownType))
                }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        case .fileDescriptor: self = .number(.nan)
        case .uint64(let number): self = .unsigned(number)
        case .byte, .int16, .uint16, .int32, .uint32, .int64: self = .integer(Int64(clamping: value.integer ?? 0))
        }
    }
}
