package import TodayModel

/// The widgets that the user had the chance to see, so that a panel can announce the others as new.
package struct SeenWidgets: Hashable, Sendable {
    /// More widgets than a center has at once, so that a widget that comes and goes isn't announced each time.
    private static let limit = 4096

    /// Nil until the user has looked for the first time. Until then every widget would be new, so none is.
    private var identifiers: [WidgetIdentifier]?

    /// Reads stored text; nil if none is stored. Lines that aren't identifiers are ignored.
    package init(_ text: String?) {
        identifiers = text.map { text in
            text.split(separator: "\n").prefix(Self.limit).compactMap { WidgetIdentifier(rawValue: String($0)) }
        }
    }

    /// The text to store: one identifier a line, the earliest seen first.
    package var text: String { (identifiers ?? []).map { $0.rawValue + "\n" }.joined() }

    /// Returns the known widgets that the user hasn't seen.
    package func unseen(of known: some Sequence<WidgetIdentifier>) -> Set<WidgetIdentifier> {
        guard let identifiers else { return [] }
        return Set(known).subtracting(identifiers)
    }

    /// Marks all known widgets as seen. Returns whether that changes anything.
    package mutating func markSeen(_ known: some Sequence<WidgetIdentifier>) -> Bool {
        let former = identifiers
        let seen = Set(former ?? [])
        let new = Set(known).subtracting(seen).sorted()
        identifiers = Array(((former ?? []) + new).suffix(Self.limit))
        return identifiers != former
    }

    /// Marks a widget as seen that the user has added. Returns whether that changes anything.
    package mutating func markSeen(added identifier: WidgetIdentifier) -> Bool {
        identifiers == nil ? false : markSeen([identifier])
    }

    /// Returns the line that announces new widgets; nil if none are new.
    package static func announcement(_ count: Int) -> String? {
        count < 1 ? nil : trn("{count} new widget", "{count} new widgets", count)
    }
}
