internal import Foundation

/// A value of a transcript, as JSON has it. Numbers are as wide as those of D-Bus.
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

    /// The name and the operand of an object with one member whose name begins with `$`: what stands for a value.
    var directive: (name: String, operand: CaseValue)? {
        guard let members = object, members.count == 1, let (name, operand) = members.first, name.hasPrefix("$") else {
            return nil
        }
        return (name, operand)
    }

    /// Reads the JSON of a file.
    static func read(_ path: String) throws -> CaseValue {
        do {
            return try JSONDecoder().decode(CaseValue.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BadTranscript("\(path): \(error)")
        }
    }
}

extension CaseValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(Int128(number))
        } else if let number = try? container.decode(UInt64.self) {
            self = .integer(Int128(number))
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let elements = try? container.decode([CaseValue].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: CaseValue].self))
        }
    }
}

extension CaseValue: CustomStringConvertible {
    /// As JSON, the members of objects by their names, long texts cut.
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

/// A transcript is not written as the specification says.
struct BadTranscript: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
