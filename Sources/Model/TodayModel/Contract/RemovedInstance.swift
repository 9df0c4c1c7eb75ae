public import DBus

/// An instance that the user removed and can restore: an element of the reply of `ListRemoved`.
public struct RemovedInstance: Hashable, Sendable {
    public var identifier: WidgetIdentifier
    /// The last name of the instance.
    public var name: String
    /// The plain name of an icon in the theme or an absolute path; may be empty.
    public var icon: String
    public var removedAt: Timestamp
    /// The time when the center deletes it permanently.
    public var expiresAt: Timestamp

    /// Makes an element of the list.
    public init(
        identifier: WidgetIdentifier, name: String, icon: String, removedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.identifier = identifier
        self.name = name
        self.icon = icon
        self.removedAt = removedAt
        self.expiresAt = expiresAt
    }

    /// The element as `a{sv}`.
    public var dictionary: [String: DBusValue] {
        [
            "Identifier": .string(identifier.rawValue), "Name": .string(name), "Icon": .string(icon),
            "RemovedAt": .uint64(removedAt.microseconds), "ExpiresAt": .uint64(expiresAt.microseconds),
        ]
    }

    /// Reads an element. Unknown keys are ignored.
    ///
    /// - Throws: ``Fault`` that names the key.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        let text = try values.text("Identifier") ?? ""
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw Fault(path: "Identifier", message: "\(text.quoted) is not a widget identifier")
        }
        func time(_ key: String) throws(Fault) -> Timestamp {
            Timestamp(microseconds: try values.integer(key, in: 0...UInt64.max) ?? 0)
        }
        self.init(
            identifier: identifier, name: try values.text("Name") ?? "", icon: try values.text("Icon") ?? "",
            removedAt: try time("RemovedAt"), expiresAt: try time("ExpiresAt"))
    }
}
