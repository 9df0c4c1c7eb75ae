internal import ArgumentParser
internal import DBus

/// The number of a rule of the specification: `T-17` of the content tree, `C-17` of a center, `P-17` of a provider,
/// `V-17` of a panel.
struct RuleID: Hashable, Comparable {
    let letter: Character
    let number: Int

    /// Returns nil if the text isn't such a number.
    init?(_ text: some StringProtocol) {
        let parts = String(text).split(at: "-")
        guard parts.count == 2, ["T", "C", "P", "V"].contains(parts[0]), let letter = parts[0].first,
            let number = UInt16(parts[1]), (1...9999).contains(number), parts[1] == String(number)
        else { return nil }
        self.letter = letter
        self.number = Int(number)
    }

    static func < (left: RuleID, right: RuleID) -> Bool {
        (left.letter, left.number) < (right.letter, right.number)
    }
}

extension RuleID: CustomStringConvertible {
    var description: String { "\(letter)-\(number)" }
}

extension RuleID: ExpressibleByStringLiteral {
    init(stringLiteral text: String) {
        guard let rule = RuleID(text) else { preconditionFailure("\(text) isn't the number of a rule") }
        self = rule
    }
}

extension RuleID: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension RuleID: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let rule = RuleID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) isn't the number of a rule")
        }
        self = rule
    }
}
