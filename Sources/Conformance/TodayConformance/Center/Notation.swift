internal import DBus
internal import Glibc
internal import TodayPlatform

/// The notation of D-Bus values in transcripts, based on their signature. A variant is an array of its signature and
/// its value. A string or boolean may stand for a variant of its type.
enum Notation {
    /// Converts a list that begins with the signature of its values.
    ///
    /// - Parameter names: The names that `$get` may use.
    static func values(_ list: [CaseValue], _ names: [String: CaseValue]) throws -> [DBusValue] {
        guard let first = list.first else { return [] }
        guard let text = first.text, let signature = Signature(rawValue: text) else {
            throw BadTranscript("\(first) is not a signature")
        }
        let types = signature.completeTypes
        guard types.count == list.count - 1 else {
            throw BadTranscript("\(text) needs \(types.count) values, but has \(list.count - 1)")
        }
        return try zip(types, list.dropFirst()).map { try value($1, of: $0.rawValue, names) }
    }

    /// Converts a dictionary of variants.
    static func properties(_ members: [String: CaseValue], _ names: [String: CaseValue]) throws -> DBusValue {
        .properties(try members.mapValues { try variant($0, names) })
    }

    /// Converts a value of one complete type.
    static func value(_ written: CaseValue, of type: String, _ names: [String: CaseValue]) throws -> DBusValue {
        let written = try resolved(written, names)
        func integer<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
            guard let number = written.integer, let exact = Number(exactly: number) else { throw misfit(written, type) }
            return exact
        }
        func text() throws -> String {
            guard let text = written.text else { throw misfit(written, type) }
            return text
        }
        switch type {
        case "y": return .byte(try integer(UInt8.self))
        case "n": return .int16(try integer(Int16.self))
        case "q": return .uint16(try integer(UInt16.self))
        case "i": return .int32(try integer(Int32.self))
        case "u": return .uint32(try integer(UInt32.self))
        case "x": return .int64(try integer(Int64.self))
        case "t": return .uint64(try integer(UInt64.self))
        case "b":
            guard case .boolean(let flag) = written else { throw misfit(written, type) }
            return .boolean(flag)
        case "d": return .double(try double(written))
        case "s": return .string(try text())
        case "o":
            guard let path = ObjectPath(rawValue: try text()) else { throw misfit(written, type) }
            return .objectPath(path)
        case "g":
            guard let signature = Signature(rawValue: try text()) else { throw misfit(written, type) }
            return .signature(signature)
        case "v": return .variant(try variant(written, names))
        case "h": return .fileDescriptor(try descriptor(written))
        default: return try container(written, of: type, names)
        }
    }

    /// Opens a file that always exists.
    private static func descriptor(_ written: CaseValue) throws -> UnixFileDescriptor {
        guard written == .text("/dev/null") else { throw misfit(written, "h") }
        return UnixFileDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
    }

    private static func double(_ written: CaseValue) throws -> Double {
        switch written {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw misfit(written, "d")
        }
    }

    private static func container(
        _ written: CaseValue, of type: String, _ names: [String: CaseValue]
    ) throws -> DBusValue {
        if type.hasPrefix("a{") {
            let types = Signature(unchecked: String(type.dropFirst(2).dropLast())).completeTypes
            guard let members = written.object, types.count == 2 else { throw misfit(written, type) }
            let entries = try members.sorted { $0.key < $1.key }.map { name, member in
                DBusValue.DictionaryEntry(
                    try value(.text(name), of: types[0].rawValue, names),
                    try value(member, of: types[1].rawValue, names))
            }
            return .dictionary(entries, key: types[0], value: types[1])
        }
        guard let elements = written.array else { throw misfit(written, type) }
        if type == "ay" {
            return .bytes(
                try elements.map {
                    guard let number = $0.integer, let byte = UInt8(exactly: number) else { throw misfit($0, "y") }
                    return byte
                })
        }
        if type.hasPrefix("a") {
            let element = String(type.dropFirst())
            return .array(try elements.map { try value($0, of: element, names) }, of: Signature(unchecked: element))
        }
        let fields = Signature(unchecked: String(type.dropFirst().dropLast())).completeTypes
        guard fields.count == elements.count else { throw misfit(written, type) }
        return .structure(try zip(fields, elements).map { try value($1, of: $0.rawValue, names) })
    }

    /// Converts the value in a variant.
    static func variant(_ written: CaseValue, _ names: [String: CaseValue]) throws -> DBusValue {
        let written = try resolved(written, names)
        switch written {
        case .text(let text): return .string(text)
        case .boolean(let flag): return .boolean(flag)
        case .array(let parts):
            guard parts.count == 2, let type = parts[0].text, Signature(rawValue: type)?.isSingleCompleteType == true
            else { throw misfit(written, "v") }
            return try value(parts[1], of: type, names)
        default: throw misfit(written, "v")
        }
    }

    private static func misfit(_ written: CaseValue, _ type: String) -> BadTranscript {
        BadTranscript("\(written) is not a value of type \(type)")
    }

    /// Resolves a directive; returns any other value unchanged.
    static func resolved(_ written: CaseValue, _ names: [String: CaseValue]) throws -> CaseValue {
        guard let (name, operand) = written.directive else { return written }
        switch (name, operand) {
        case ("$get", .text(let text)):
            guard let value = names[text] else { throw BadTranscript("nothing was saved as \(text)") }
            return value
        case ("$times", .array(let parts)):
            guard parts.count == 2, let count = parts[0].integer, let text = parts[1].text else { break }
            return .text(String(repeating: text, count: Int(count)))
        case ("$join", .array(let parts)):
            return .text(try parts.map { try resolved($0, names).text ?? "" }.joined())
        case ("$now", .integer(let offset)):
            return .integer(Int128(SystemClock.microseconds) + offset)
        default: break
        }
        throw BadTranscript("\(written) isn't a value")
    }

    // MARK: To the notation

    /// Returns a value in the notation of transcripts.
    static func written(_ value: DBusValue) -> CaseValue {
        switch value {
        case .byte(let number): .integer(Int128(number))
        case .boolean(let flag): .boolean(flag)
        case .int16(let number): .integer(Int128(number))
        case .uint16(let number): .integer(Int128(number))
        case .int32(let number): .integer(Int128(number))
        case .uint32(let number): .integer(Int128(number))
        case .int64(let number): .integer(Int128(number))
        case .uint64(let number): .integer(Int128(number))
        case .double(let number): .number(number)
        case .string(let text): .text(text)
        case .objectPath(let path): .text(path.rawValue)
        case .signature(let signature): .text(signature.rawValue)
        case .fileDescriptor: .text("a file descriptor")
        case .bytes(let bytes): .array(bytes.map { .integer(Int128($0)) })
        case .array(let elements, _): .array(elements.map(written))
        case .structure(let fields): .array(fields.map(written))
        case .dictionary(let entries, _, _):
            .object(Dictionary(entries.map { (key($0.key), written($0.value)) }) { first, _ in first })
        case .variant(let inner):
            switch inner {
            case .string(let text): .text(text)
            case .boolean(let flag): .boolean(flag)
            default: .array([.text(inner.signature.rawValue), written(inner)])
            }
        }
    }

    /// Returns values as a list that begins with their signature.
    static func written(_ values: [DBusValue]) -> CaseValue {
        .array([.text(values.map(\.signature.rawValue).joined())] + values.map(written))
    }

    /// Returns the key of a dictionary.
    static func key(_ value: DBusValue) -> String {
        let written = written(value)
        return written.text ?? written.description
    }
}
