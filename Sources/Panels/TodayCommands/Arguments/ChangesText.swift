internal import DBus
internal import TodayModel

/// Changes or a definition in JSON form: an object with the keys of the contract.
enum ChangesText {
    /// Returns the dictionary for the bus: content as its JSON text, sizes and margins as structs. The center checks
    /// all other keys and values.
    ///
    /// - Throws: ``Fault`` if the text isn't a JSON object.
    static func dictionary(_ text: String) throws(Fault) -> [String: DBusValue] {
        let value = try DBusValue(json: text)
        guard case .dictionary(let entries, _, _) = value else {
            throw Fault(message: "the changes are \(value.json()), not an object such as {\"HasContent\": true}")
        }
        var changes: [String: DBusValue] = [:]
        for entry in entries {
            guard case .string(let key) = entry.key else { continue }
            changes[key] = converted(entry.value.unwrapped, for: key)
        }
        return changes
    }

    private static func converted(_ value: DBusValue, for key: String) -> DBusValue {
        switch (key, value) {
        case ("Content", .dictionary): .string(value.json())
        case ("PreferredContentSize", .array(let sides, _)), ("MarginInsets", .array(let sides, _)):
            sides.isEmpty ? value : .structure(sides.map(\.unwrapped))
        default: value
        }
    }
}
