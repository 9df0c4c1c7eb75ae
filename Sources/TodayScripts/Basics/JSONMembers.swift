internal import DBus
internal import TodayModel

/// The members of a JSON object.
struct JSONMembers {
    let dictionary: [String: DBusValue]

    /// Nil for what is not an object.
    init?(_ value: DBusValue) {
        guard case .dictionary(let entries, _, _) = value.unwrapped else { return nil }
        var dictionary: [String: DBusValue] = [:]
        for entry in entries {
            guard case .string(let name) = entry.key else { continue }
            dictionary[name] = entry.value.unwrapped
        }
        self.dictionary = dictionary
    }

    subscript(name: String) -> DBusValue? { dictionary[name] }

    /// A text, or a number or a boolean as it is written.
    func text(_ name: String) -> String? { dictionary[name].flatMap(ScriptVariableValues.text) }

    func boolean(_ name: String) -> Bool? {
        switch dictionary[name] {
        case .boolean(let flag): flag
        case .string(let text): text.truth
        default: nil
        }
    }

    func number(_ name: String) -> Double? { dictionary[name].flatMap { $0.number ?? text(name).flatMap(Double.init) } }
}
