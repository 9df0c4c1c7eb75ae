package import DBus

extension DBusValue {
    /// Reads a value in its JSON form without a known type: string `s`, boolean `b`, integer `x` (`t` above its range),
    /// other number `d`, array `av`, object `a{sv}`.
    ///
    /// - Parameter maximumBytes: The maximum length of the text; larger than for content if content is part of it.
    /// - Throws: A syntax fault with its line and column. Null and a duplicate name are faults too.
    package init(json: String, maximumBytes: Int = Limits.jsonBytes) throws(Fault) {
        self = try JSONParser.parse(json, isContent: false, maximumBytes: maximumBytes).dbusValue
    }

    /// Reads a value in the JSON that other programs write: with comments and commas before a closing bracket. Null
    /// is ignored, and a duplicate name appears twice in the dictionary.
    package init(relaxedJSON json: String) throws(Fault) {
        self = try JSONParser.parse(json, isContent: false, isRelaxed: true).dbusValue
    }

    /// The members of a JSON object; nil for any other value.
    package var members: [String: DBusValue]? {
        guard case .dictionary(let entries, _, _) = unwrapped else { return nil }
        var members: [String: DBusValue] = [:]
        for entry in entries { if case .string(let name) = entry.key { members[name] = entry.value.unwrapped } }
        return members
    }

    /// Returns the value in its JSON form.
    package func json(pretty: Bool = false) -> String {
        let json = JSON(self)
        return pretty ? json.pretty : json.line
    }
}
