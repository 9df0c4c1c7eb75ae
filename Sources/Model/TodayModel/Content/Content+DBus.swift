public import DBus

extension Content {
    /// The tree as `(sa{sv}av)`; each child is a variant of the same struct.
    public var dbusValue: DBusValue {
        .structure([.string(kind), .properties(attributes), .variants(children.map(\.dbusValue))])
    }

    /// Reads and validates content in its form on the bus: a struct `(sa{sv}av)`, or a string with its JSON form. Both
    /// may be inside any number of variants.
    ///
    /// An integer attribute may arrive in any integer type, and a double in any number type; the result has the
    /// documented types.
    ///
    /// - Throws: The first fault found, with its path, such as `children[1].value: 1.5 is outside 0…1`.
    public static func validating(_ value: DBusValue) throws(Fault) -> Content {
        let value = value.unwrapped
        if case .string(let json) = value { return try parse(json: json) }
        var validator = ContentValidator(source: .values)
        return try Content(reading: value, by: &validator)
    }

    private init(reading value: DBusValue, by validator: inout ContentValidator) throws(Fault) {
        guard case .structure(let fields) = value.unwrapped, fields.count == 3, case .string(let kind) = fields[0],
            case .dictionary(let entries, _, _) = fields[1], case .array(let children, _) = fields[2]
        else {
            let expected = validator.isAtRoot ? "a (sa{sv}av) or a string with JSON" : "a (sa{sv}av)"
            throw validator.fault("", "\(value.excerpt) is not \(expected)")
        }
        self.init(kind: kind)
        if validator.isAtRoot, kind.isEmpty, entries.isEmpty, children.isEmpty { return }
        try validator.enter(kind: kind)
        // Each entry takes at least one byte. A message with more entries is refused before it costs much.
        if entries.count > Limits.contentBytes { throw validator.tooLarge("") }
        attributes.reserveCapacity(min(entries.count, 64))
        for entry in entries {
            guard case .string(let name) = entry.key else {
                throw validator.fault("", "\(entry.key.excerpt) is not the name of an attribute")
            }
            // An a{sv} has one variant around each value.
            let value = if case .variant(let inner) = entry.value { inner } else { entry.value }
            if attributes.updateValue(value, forKey: name) != nil {
                throw validator.fault(name, "\(value.excerpt) is its second value")
            }
        }
        try validator.check(&attributes, of: kind)
        self.children.reserveCapacity(min(children.count, Limits.nodes))
        for (index, child) in children.enumerated() {
            validator.descend(to: index)
            self.children.append(try Content(reading: child, by: &validator))
            validator.ascend()
        }
    }
}

extension Content: DBusType {
    public static let signature = Signature(unchecked: "(sa{sv}av)")

    /// Reads a tree without validating it.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.structure) { (inner) throws(UnmarshallingError) in
            let kind = try String(from: &inner)
            let attributes = try [String: DBusValue](from: &inner)
            var children: [Content] = []
            try inner.readContainer(.array) { (list) throws(UnmarshallingError) in
                while list.hasMore {
                    children.append(
                        try list.readContainer(.variant) { (child) throws(UnmarshallingError) in
                            try Content(from: &child)
                        })
                }
            }
            return Content(kind: kind, attributes: attributes, children: children)
        }
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.structure) { (inner) throws(MarshallingError) in
            try kind.write(to: &inner)
            try attributes.write(to: &inner)
            try inner.writeContainer(.array, contents: DBusValue.signature) { (list) throws(MarshallingError) in
                for child in children {
                    try list.writeContainer(.variant, contents: Self.signature) { (slot) throws(MarshallingError) in
                        try child.write(to: &slot)
                    }
                }
            }
        }
    }
}
