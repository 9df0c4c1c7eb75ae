package import TodayModel

/// What a panel shows while centers come and go: the last content stays until there is other content. When it is clear that
/// none will come soon, the reader is told. Pure.
package struct ViewGracePeriod: Sendable {
    /// How long nothing is said of a center that has gone, in µs. One that is restarted is back well within it.
    package static let patience: UInt64 = 3_000_000

    /// What is to be shown.
    package private(set) var shown = TodayView()
    /// Why there is no center, as a sentence without its full stop, while ``shown`` is what one has said before; else nil.
    package private(set) var absence: String?
    /// The view without a center, with the moment at which it is to be told of.
    private var held: (view: TodayView, due: Timestamp)?

    /// Makes one that knows nothing yet.
    package init() {}

    /// When ``pass(_:)`` is to be called; nil for never.
    package var due: Timestamp? { held?.due }

    /// Takes a new view. Returns whether something else is to be shown.
    package mutating func take(_ view: TodayView, now: Timestamp) -> Bool {
        if !view.isAvailable, shown.isAvailable {
            // A second word that there is none does not buy the first more time.
            let due = held?.due ?? Timestamp(microseconds: absence != nil ? 0 : now.microseconds &+ Self.patience)
            held = (view, due)
            return pass(now)
        }
        held = nil
        defer { (shown, absence) = (view, nil) }
        return shown != view || absence != nil
    }

    /// Time has passed. Returns whether something else is to be shown.
    package mutating func pass(_ now: Timestamp) -> Bool {
        guard let held, held.due <= now else { return false }
        self.held = nil
        // There is nothing to keep.
        if shown.today.isEmpty {
            (shown, absence) = (held.view, nil)
            return true
        }
        let reason = if case .unavailable(let reason) = held.view.center { reason } else { "it is being looked for" }
        defer { absence = reason }
        return absence != reason
    }
}
