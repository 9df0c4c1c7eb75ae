package import DBus

extension DBusValue {
    /// Reads a value in its JSON form, where nothing says its type: string `s`, boolean `b`, integer `x` (`t` above its
    /// range), other number `d`, array `av`, object `a{sv}`.
    ///
    /// - Parameter maximumBytes: how long the text may be; longer than content, where content is part of it.
    /// - Throws: A fault of the syntax with its line and column; null and a name that is there twice are faults too.
    package init(json: String, maximumBytes: Int = Limits.jsonBytes) throws(Fault) {
        self = try JSONParser.parse(json, isContent: false, maximumBytes: maximumBytes).dbusValue
    }

    /// Reads a value in the JSON that other programs write: with comments and commas before a closing bracket; null
    /// counts as not there, and a doubled name is in the dictionary twice.
    package init(relaxedJSON json: String) throws(Fault) {
        self = try JSONParser.parse(json, isContent: false, isRelaxed: true).dbusValue
    }

    /// The value in its JSON form.
    package func json(pretty: Bool = false) -> String {
        let json = JSON(self)
        return pretty ? json.pretty : json.line
    }
}
