package import DBus

extension [String: DBusValue] {
    /// The value of an attribute of content.
    package subscript(_ name: ContentAttribute) -> DBusValue? {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }
}

/// Reading attributes of a tree that may not have been validated: what is of another type counts as absent.
extension Content {
    /// Makes a node. Nothing is checked.
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

    /// A text; where there is none, the one that the kind has by default.
    package func string(_ name: ContentAttribute) -> String? {
        if case .string(let text)? = self[name]?.unwrapped { return text }
        if case .string(let text)? = standard(name) { return text }
        return nil
    }

    /// A text as it is shown.
    package func text(_ name: ContentAttribute) -> String? { string(name).map(ForeignText.content) }

    /// Whether it is true; where there is none, by default.
    package func boolean(_ name: ContentAttribute) -> Bool {
        if case .boolean(let flag)? = self[name]?.unwrapped { return flag }
        return standard(name) == .boolean(true)
    }

    /// A whole number, of any type; 0 where there is none and the kind has no default.
    package func integer(_ name: ContentAttribute) -> Int {
        Int(clamping: self[name]?.integer ?? standard(name)?.integer ?? 0)
    }

    /// A number of any type, which may be infinite.
    package func number(_ name: ContentAttribute) -> Double? { self[name]?.number ?? standard(name)?.number }

    /// A moment in µs since 1970.
    package func moment(_ name: ContentAttribute) -> UInt64? { self[name]?.integer.map { UInt64(clamping: $0) } }

    /// What an attribute is by default.
    package func standard(_ name: ContentAttribute) -> DBusValue? {
        ContentSchema.entry(for: kind).defaults[name.rawValue]
    }
}
