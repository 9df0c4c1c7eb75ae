import Foundation
import NotificationCenter

/// One fact from the service.
struct Fact: Hashable {
    let key: String
    let value: String

    /// The line to show. Content doesn't allow control characters, and the length of a line is limited.
    var text: String {
        let line = "\(key) - \(value)".unicodeScalars.prefix(300).map { $0.value < 0x20 ? " " : Character($0) }
        return String(line)
    }
}

/// All facts from the service, in the order of the keys: at least one.
struct Facts {
    let all: [Fact]

    /// Parses a JSON object.
    ///
    /// - Throws: An error if the text isn't an object, or the object is empty.
    init(json: String) throws {
        let object = try JSONDecoder().decode([String: Value].self, from: Data(json.utf8))
        all = object.sorted { $0.key < $1.key }.map { Fact(key: $0.key, value: $0.value.text) }
        if all.isEmpty { throw NCWidgetError("the object is empty") }
    }

    /// Returns a random fact, other than `last` if possible.
    func random(except last: Fact?, _ random: inout any RandomNumberGenerator) -> Fact {
        let others = all.filter { $0.key != last?.key }
        return others.randomElement(using: &random) ?? all[0]
    }
}

/// Any JSON value.
private enum Value: Decodable {
    case one(String)
    case list([Value])
    case object([String: Value])

    var text: String {
        switch self {
        case .one(let text): text
        case .list(let values): values.map(\.text).joined(separator: ", ")
        case .object(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .one("-")
        } else if let text = try? container.decode(String.self) {
            self = .one(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .one("\(flag)")
        } else if let integer = try? container.decode(Int64.self) {
            self = .one("\(integer)")
        } else if let number = try? container.decode(Double.self) {
            self = .one("\(number)")
        } else if let list = try? container.decode([Value].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }
}
