internal import DBus
internal import TodayModel

/// A JSON document to be written; members keep their order.
indirect enum JSON: Hashable {
    case string(String)
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case array([JSON])
    case object([Member])
    /// Text that is JSON already.
    case raw(String)

    struct Member: Hashable {
        let name: String
        let value: JSON

        init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// On one line, without spaces.
    var line: String { text(level: nil) }

    /// On many lines, indented by two spaces.
    var pretty: String { text(level: 0) }

    private func text(level: Int?) -> String {
        let inner = level.map { $0 + 1 }
        switch self {
        case .string(let text): return text.jsonQuoted
        case .boolean(let flag): return flag ? "true" : "false"
        case .integer(let number): return "\(number)"
        case .unsigned(let number): return "\(number)"
        case .number(let number):
            if !number.isFinite { return "null" }
            return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .array(let elements):
            // Arrays of numbers and words stay on their line.
            if !elements.contains(where: \.isContainer) {
                return "[" + elements.map { $0.text(level: inner) }.joined(separator: level == nil ? "," : ", ") + "]"
            }
            return Self.container("[", elements.map { $0.text(level: inner) }, "]", level)
        case .object(let members):
            let colon = level == nil ? ":" : ": "
            return Self.container(
                "{", members.map { $0.name.jsonQuoted + colon + $0.value.text(level: inner) }, "}", level)
        case .raw(let text):
            guard let level else { return text }
            return text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n" + String(repeating: "  ", count: level))
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object, .raw: true
        default: false
        }
    }

    private static func container(_ open: String, _ parts: [String], _ close: String, _ level: Int?) -> String {
        guard let level, !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
        let indentation = "\n" + String(repeating: "  ", count: level)
        return open + parts.map { indentation + "  " + $0 }.joined(separator: ",") + indentation + close
    }
}
