internal import TodayPlatform

/// A JSON value of a transcript. Numbers have the range of those of D-Bus.
indirect enum CaseValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int128)
    case number(Double)
    case text(String)
    case array([CaseValue])
    case object([String: CaseValue])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var array: [CaseValue]? { if case .array(let elements) = self { elements } else { nil } }
    var object: [String: CaseValue]? { if case .object(let members) = self { members } else { nil } }
    var integer: Int128? { if case .integer(let number) = self { number } else { nil } }

    /// The name and operand of a directive: an object with a single member whose name begins with `$`.
    var directive: (name: String, operand: CaseValue)? {
        guard let members = object, members.count == 1, let (name, operand) = members.first, name.hasPrefix("$") else {
            return nil
        }
        return (name, operand)
    }

    /// Reads the JSON of a file.
    static func read(_ path: String) throws -> CaseValue {
        do { return CaseValue(try JSONText(try TextFile.read(path, maximumBytes: 4 << 20))) } catch {
            throw BadTranscript("\(path): \(error)")
        }
    }

    init(_ text: JSONText) {
        switch text.value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let digits): self = Int128(digits).map(Self.integer) ?? .number(Double(digits) ?? .nan)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .array(elements.map(CaseValue.init))
        case .object(let members):
            self = .object(
                Dictionary(members.map { ($0.name, CaseValue($0.value)) }) { first, _ in first })
        }
    }
}

extension CaseValue: CustomStringConvertible {
    /// The value as JSON, with members sorted by name and long texts cut.
    var description: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): text.count > 200 ? "\(text.prefix(200).debugDescription)…" : text.debugDescription
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value)" }
                .joined(separator: ", ") + "}"
        }
    }
}

/// A transcript violates the notation in the specification.
struct BadTranscript: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
