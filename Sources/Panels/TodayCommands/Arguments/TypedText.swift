internal import DBus
internal import TodayModel

/// A D-Bus value as written on a command line.
enum TypedText {
    /// Reads JSON or, if the text doesn't look like JSON, the text itself.
    ///
    /// Text that begins with `{`, `[` or `"` has to be JSON. Numbers, `true` and `false` are JSON. All other text is a
    /// string.
    static func value(_ text: String) throws(Fault) -> DBusValue {
        let first = text.utf8.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return try DBusValue(json: text)
        default: return (try? DBusValue(json: text)) ?? .string(text)
        }
    }

    /// Reads a value of a type: plain text for `s`, `o` and `g`, base64 or an array of numbers for `ay`, JSON for all
    /// other types.
    ///
    /// - Parameter type: one complete type without structs and file descriptors.
    static func value(_ text: String, as type: Signature) throws(Fault) -> DBusValue {
        switch type.rawValue {
        case "s", "o", "g": return try convert(.string(text), to: type)
        case "ay":
            if let bytes = Base64.decode(text) { return .bytes(bytes) }
            return try convert(try DBusValue(json: text), to: type)
        case "v": return .variant(try value(text))
        default: return try convert(try DBusValue(json: text), to: type)
        }
    }

    /// Returns a value as written on a command line, with its type. The type is nil if it can't be written; then it is
    /// guessed.
    static func text(_ value: DBusValue) -> (text: String, type: Signature?) {
        // A value that is a string in JSON is written without quotes.
        let text = if case .string(let plain) = JSON(value) { plain } else { value.json() }
        let type = value.signature
        return (text, (try? Self.type(type.rawValue)) == nil || (try? Self.value(text, as: type)) != value ? nil : type)
    }

    /// Reads the name of a type: one complete type without structs and file descriptors.
    static func type(_ text: String) throws(Fault) -> Signature {
        let isValid = Signature.fault(in: text) == nil
        guard isValid, Signature(unchecked: text).isSingleCompleteType, !text.utf8.contains(where: { isUnusable($0) })
        else {
            throw Fault(
                message: "\(text.excerpt) is not a D-Bus type such as s, u, as or a{sv}, without structs and h"
            )
        }
        return Signature(unchecked: text)
    }

    private static func isUnusable(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "(") || byte == UInt8(ascii: "h") }

    private static func convert(_ value: DBusValue, to type: Signature) throws(Fault) -> DBusValue {
        let value = value.unwrapped
        switch type.rawValue {
        case "v": return .variant(value)
        case "b":
            if case .boolean = value { return value }
        case "y": return .byte(try integer(value))
        case "n": return .int16(try integer(value))
        case "q": return .uint16(try integer(value))
        case "i": return .int32(try integer(value))
        case "u": return .uint32(try integer(value))
        case "x": return .int64(try integer(value))
        case "t": return .uint64(try integer(value))
        case "d": return .double(try number(value))
        case "s":
            if case .string = value { return value }
        case "o":
            if case .string(let text) = value, let path = ObjectPath(rawValue: text) { return .objectPath(path) }
        case "g":
            if case .string(let text) = value, let signature = Signature(rawValue: text) {
                return .signature(signature)
            }
        default: return try container(value, type)
        }
        throw mismatch(value, type)
    }

    private static func container(_ value: DBusValue, _ type: Signature) throws(Fault) -> DBusValue {
        if type.rawValue.hasPrefix("a{") {
            guard case .dictionary(let entries, _, _) = value else { throw mismatch(value, type) }
            let key = Signature(unchecked: String(type.rawValue.dropFirst(2).prefix(1)))
            let element = Signature(unchecked: String(type.rawValue.dropFirst(3).dropLast()))
            var converted: [DBusValue.DictionaryEntry] = []
            for entry in entries {
                guard case .string(let name) = entry.key else { throw mismatch(entry.key, key) }
                // In JSON every key is a string, even a number.
                converted.append(.init(try Self.value(name, as: key), try convert(entry.value, to: element)))
            }
            return .dictionary(converted, key: key, value: element)
        }
        let element = Signature(unchecked: String(type.rawValue.dropFirst()))
        guard type.rawValue.hasPrefix("a"), case .array(let elements, _) = value else { throw mismatch(value, type) }
        var converted: [DBusValue] = []
        for item in elements { converted.append(try convert(item, to: element)) }
        if element.rawValue == "y" {
            return .bytes(converted.compactMap { if case .byte(let byte) = $0 { byte } else { nil } })
        }
        return .array(converted, of: element)
    }

    private static func integer<Integer: FixedWidthInteger>(_ value: DBusValue) throws(Fault) -> Integer {
        let exact: Integer?
        switch value {
        case .int64(let number): exact = Integer(exactly: number)
        case .uint64(let number): exact = Integer(exactly: number)
        default: throw Fault(message: "\(value.json()) is not an integer")
        }
        guard let exact else { throw Fault(message: "\(value.json()) is outside \(Integer.min)…\(Integer.max)") }
        return exact
    }

    private static func number(_ value: DBusValue) throws(Fault) -> Double {
        switch value {
        case .int64(let number): return Double(number)
        case .uint64(let number): return Double(number)
        case .double(let number): return number
        default: throw Fault(message: "\(value.json()) is not a number")
        }
    }

    private static func mismatch(_ value: DBusValue, _ type: Signature) -> Fault {
        Fault(message: "\(value.json()) doesn't have the type \(type.rawValue)")
    }
}
