internal import TodayProtocol
package import TodayModel

/// What a panel shows while centers come and go: the last content stays until there is other content, or until it is
/// clear that none will come soon. Pure.
package struct SteadyView: Sendable {
    /// How long content stays without a center, in µs. A center that is restarted is back well within it.
    package static let patience: UInt64 = 3_000_000

    /// What is to be shown.
    package private(set) var shown = TodayView()
    /// The center's own view, with the moment at which it is to be shown after all.
    private var held: (view: TodayView, due: Timestamp)?

    /// Makes one that knows nothing yet.
    package init() {}

    /// When ``pass(_:)`` is to be called; nil for never.
    package var due: Timestamp? { held?.due }

    /// Takes a new view. Returns whether something else is to be shown.
    package mutating func take(_ view: TodayView, now: Timestamp) -> Bool {
        if !view.isAvailable, shown.isAvailable {
            // A second word that there is none does not buy the first more time.
            let due = held?.due ?? Timestamp(microseconds: now.microseconds &+ Self.patience)
            held = (view, due)
            return pass(now)
        }
        held = nil
        defer { shown = view }
        return shown != view
    }

    /// Time has passed. Returns whether something else is to be shown.
    package mutating func pass(_ now: Timestamp) -> Bool {
        guard let held, held.due <= now else { return false }
        self.held = nil
        shown = held.view
        return true
    }
}
