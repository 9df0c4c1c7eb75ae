package import TodayModel

/// The widgets that a user has had the chance to look at, so that others can be announced as new.
package struct SeenWidgets: Hashable, Sendable {
    /// More than a center ever knows at once, so that what comes and goes is not announced again each time.
    private static let limit = 4096

    /// Nil as long as nobody has looked at all: then nothing is new, because everything is.
    private var identifiers: [WidgetIdentifier]?

    /// Reads what was kept; nil when nothing was. Lines that are no identifiers are left out.
    package init(_ text: String?) {
        identifiers = text.map { text in
            text.split(separator: "\n").prefix(Self.limit).compactMap { WidgetIdentifier(rawValue: String($0)) }
        }
    }

    /// What is to be kept: one identifier each line, the longest seen first.
    package var text: String { (identifiers ?? []).map { $0.rawValue + "\n" }.joined() }

    /// Those of the known widgets that were not seen yet.
    package func unseen(of known: some Sequence<WidgetIdentifier>) -> Set<WidgetIdentifier> {
        guard let identifiers else { return [] }
        return Set(known).subtracting(identifiers)
    }

    /// All known widgets have been seen. Returns whether that is anything new.
    package mutating func see(_ known: some Sequence<WidgetIdentifier>) -> Bool {
        let former = identifiers
        let seen = Set(former ?? [])
        let new = Set(known).subtracting(seen).sorted()
        identifiers = Array(((former ?? []) + new).suffix(Self.limit))
        return identifiers != former
    }

    /// The line that announces new widgets; nil when there are none.
    package static func announcement(_ count: Int) -> String? {
        switch count {
        case ..<1: nil
        case 1: "1 new widget"
        default: "\(count) new widgets"
        }
    }
}
