internal import DBus

extension Content {
    /// Reads and validates content in its JSON form: each node is an object with `kind`, the attributes and `children`.
    ///
    /// A known attribute gets its documented type; bytes are base64. All other values get their type from the JSON:
    /// string `s`, boolean `b`, integer `x` (`t` above its range), other number `d`, array `av`, object `a{sv}`.
    ///
    /// - Throws: A syntax fault with its line and column, or the first other fault with its path.
    public static func parse(json: String) throws(Fault) -> Content {
        let value = try JSONParser.parse(json, isContent: true)
        var validator = ContentValidator(source: .json)
        return try Content(reading: value, by: &validator)
    }

    private init(reading value: JSON, by validator: inout ContentValidator) throws(Fault) {
        guard case .object(let members) = value else {
            throw validator.fault("", "\(value.excerpt) is not an object")
        }
        self.init(kind: "")
        if validator.isAtRoot, members.isEmpty { return }
        var children: [JSON] = []
        for member in members {
            let (name, value) = (member.name, member.value)
            switch (name, value) {
            case ("kind", .string(let text)): kind = text
            case ("kind", _): throw validator.fault("kind", "\(value.excerpt) is not a string")
            case ("children", .array(let elements)): children = elements
            case ("children", _): throw validator.fault("children", "\(value.excerpt) is not an array")
            default: attributes[name] = value.dbusValue
            }
        }
        if validator.isAtRoot, kind.isEmpty, attributes.isEmpty, children.isEmpty { return }
        try validator.enter(kind: kind)
        try validator.check(&attributes, of: kind)
        self.children.reserveCapacity(min(children.count, Limits.nodes))
        for (index, child) in children.enumerated() {
            validator.descend(to: index)
            self.children.append(try Content(reading: child, by: &validator))
            validator.ascend()
        }
    }

    /// Returns the tree in its JSON form: `kind` first, then the attributes sorted by name, then `children` if the node
    /// has any.
    ///
    /// Parsing the text of a valid tree returns the same tree, except for values of types that JSON doesn't have:
    /// smaller integers become `x`, object paths and signatures become strings, structs become arrays.
    ///
    /// - Parameter pretty: Whether to break lines and indent by two spaces.
    public func json(pretty: Bool = false) -> String { pretty ? asJSON.pretty : asJSON.line }

    /// The tree as a JSON document.
    package var asJSON: JSON {
        if isEmpty { return .object([]) }
        let known = ContentSchema.entry(for: kind).types
        let members = attributes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, value in
            let hasKnownType = if case .any? = known[name] { false } else { known[name] != nil }
            return JSON.Member(name, JSON(value, hasKnownType: hasKnownType))
        }
        let below = children.isEmpty ? [] : [JSON.Member("children", .array(children.map(\.asJSON)))]
        return .object([JSON.Member("kind", .string(kind))] + members + below)
    }
}
