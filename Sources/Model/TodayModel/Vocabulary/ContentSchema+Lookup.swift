internal import DBus

extension ContentSchema {
    /// The attributes that a node may have by its kind, those of every kind included, by their names. A class,
    /// as each node that is checked takes one.
    final class Entry: Sendable {
        /// Nil for kinds that are not known.
        let kind: Kind?
        let types: [String: AttributeType]
        let defaults: [String: DBusValue]

        fileprivate init(_ kind: Kind?) {
            self.kind = kind
            let attributes = common + (kind?.attributes ?? [])
            types = Dictionary(uniqueKeysWithValues: attributes.map { ($0.name.rawValue, $0.type) })
            var defaults: [String: DBusValue] = [:]
            for attribute in attributes {
                if case .value(let value) = attribute.absence { defaults[attribute.name.rawValue] = value }
            }
            self.defaults = defaults
        }
    }

    /// The entry of a kind, which may be unknown.
    static func entry(for kind: String) -> Entry { entries[kind] ?? unknown }

    /// The names of the attributes that a kind has and not every other, sorted.
    static func ownAttributes(of kind: ContentKind) -> [String] {
        (entry(for: kind.rawValue).kind?.attributes ?? []).map(\.name.rawValue).sorted()
    }

    private static let entries = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind.rawValue, Entry($0)) })

    private static let unknown = Entry(nil)

    /// The words that an attribute of a kind may be; empty where it is no word.
    package static func words(for attribute: ContentAttribute, of kind: ContentKind) -> [String] {
        guard case .word(let words)? = entry(for: kind.rawValue).types[attribute.rawValue] else { return [] }
        return words
    }

    /// The kinds that have an attribute of this name.
    static func kinds(with attribute: String) -> [ContentKind] {
        kinds.map(\.kind).filter { entry(for: $0.rawValue).types[attribute] != nil }
    }
}

extension ContentKind {
    /// Whether what is below such a node is shown.
    package var takesChildren: Bool { ContentSchema.entry(for: rawValue).kind?.takesChildren ?? false }
}
