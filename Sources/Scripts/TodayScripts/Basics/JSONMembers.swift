package import DBus
internal import TodayModel

/// The members of a JSON object.
struct JSONMembers {
    let dictionary: [String: DBusValue]

    /// Returns nil if the value isn't an object.
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

    /// Returns a string, or the text of a number or boolean.
    func text(_ name: String) -> String? { dictionary[name].flatMap(\.scriptText) }

    func boolean(_ name: String) -> Bool? {
        switch dictionary[name] {
        case .boolean(let flag): flag
        case .string(let text): text.boolValue
        default: nil
        }
    }

    func number(_ name: String) -> Double? { dictionary[name].flatMap { $0.number ?? text(name).flatMap(Double.init) } }
}

extension DBusValue {
    /// The text of a string, number or boolean in a script's environment; nil for lists and objects.
    package var scriptText: String? {
        switch unwrapped {
        case .string(let text): text.utf8.contains(0) ? nil : text
        case .boolean(let flag): flag ? "true" : "false"
        case .double(let number): number.isFinite ? number.excerpt : nil
        case let value: value.integer.map(String.init)
        }
    }
}
