package import DBus

extension [String: DBusValue] {
    /// The value of an attribute of content.
    package subscript(_ name: ContentAttribute) -> DBusValue? {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }
}

/// Reads attributes of a tree that may not be validated: a value of another type is ignored.
extension Content {
    /// Makes a node without checks.
    package init(
        kind: ContentKind, _ attributes: [ContentAttribute: DBusValue] = [:], children: [Content] = []
    ) {
        self.init(kind: kind.rawValue, children: children)
        for (name, value) in attributes { self[name] = value }
    }

    /// The value of an attribute, of any type.
    package subscript(_ name: ContentAttribute) -> DBusValue? {
        get { attributes[name] }
        set { attributes[name] = newValue }
    }

    /// Returns a string; if it is absent, the kind's default.
    package func string(_ name: ContentAttribute) -> String? {
        if case .string(let text)? = self[name]?.unwrapped { return text }
        if case .string(let text)? = standard(name) { return text }
        return nil
    }

    /// Returns a string as it is shown.
    package func text(_ name: ContentAttribute) -> String? { string(name).map(ForeignText.content) }

    /// Returns whether the attribute is true; if it is absent, the kind's default.
    package func boolean(_ name: ContentAttribute) -> Bool {
        if case .boolean(let flag)? = self[name]?.unwrapped { return flag }
        return standard(name) == .boolean(true)
    }

    /// Returns a whole number of any type; if it is absent, the kind's default, or else 0.
    package func integer(_ name: ContentAttribute) -> Int {
        Int(clamping: self[name]?.integer ?? standard(name)?.integer ?? 0)
    }

    /// Returns a number of any type, which may be infinite.
    package func number(_ name: ContentAttribute) -> Double? { self[name]?.number ?? standard(name)?.number }

    /// Returns a time in µs since 1970.
    package func moment(_ name: ContentAttribute) -> UInt64? { self[name]?.integer.map { UInt64(clamping: $0) } }

    /// Returns the default value of an attribute.
    package func standard(_ name: ContentAttribute) -> DBusValue? {
        ContentSchema.entry(for: kind).defaults[name.rawValue]
    }
}
