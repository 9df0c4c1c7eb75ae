internal import DBus

extension ContentSchema {
    /// The attributes of a kind by name, including those of every kind. A class, because every node that is checked
    /// gets one.
    final class Entry: Sendable {
        /// Nil for unknown kinds.
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

    /// Returns the entry of a kind, which may be unknown.
    static func entry(for kind: String) -> Entry { entries[kind] ?? unknown }

    /// Returns the names of a kind's own attributes, sorted; attributes of every kind aren't included.
    static func ownAttributes(of kind: ContentKind) -> [String] {
        (entry(for: kind.rawValue).kind?.attributes ?? []).map(\.name.rawValue).sorted()
    }

    private static let entries = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind.rawValue, Entry($0)) })

    private static let unknown = Entry(nil)

    /// Returns the allowed words for an attribute of a kind; empty if it isn't a word.
    package static func words(for attribute: ContentAttribute, of kind: ContentKind) -> [String] {
        guard case .word(let words)? = entry(for: kind.rawValue).types[attribute.rawValue] else { return [] }
        return words
    }

    /// Returns the kinds that have an attribute of this name.
    static func kinds(with attribute: String) -> [ContentKind] {
        kinds.map(\.kind).filter { entry(for: $0.rawValue).types[attribute] != nil }
    }
}

extension ContentKind {
    /// Whether the children of such a node are shown.
    package var showsChildren: Bool { ContentSchema.entry(for: rawValue).kind?.showsChildren ?? false }

    /// Whether the user enters a value in such a node, which is disabled without an action.
    var isInput: Bool { self == .checkbox || self == .slider || self == .entry }

    /// Whether panels that are older than the kind show nothing of such a node, unless it has a `fallback`.
    package var needsFallback: Bool {
        guard let kind = ContentSchema.entry(for: rawValue).kind else { return false }
        return kind.since > 1 && !kind.showsChildren
    }
}
