/// What a panel shows while centers come and go: the last content stays until there is other content. If no center comes soon,
/// the reader is told. Pure.
///
/// Moments are of a clock that nobody sets and that runs on during suspend.
package struct ViewGracePeriod: Sendable {
    /// How long a missing center is not mentioned. One that is restarted is back well within it.
    package static let patience = Duration.seconds(3)

    /// What is to be shown.
    package private(set) var shown = TodayView()
    /// Why there is no center, as a sentence without its full stop, while ``shown`` is what one has said before; else nil.
    package private(set) var absence: String?
    /// The view without a center, with the moment at which it is shown.
    private var held: (view: TodayView, due: ContinuousClock.Instant)?

    /// Makes one that knows nothing yet.
    package init() {}

    /// When ``pass(_:)`` is to be called; nil for never.
    package var due: ContinuousClock.Instant? { held?.due }

    /// Takes a new view. Returns whether something else is to be shown.
    package mutating func take(_ view: TodayView, now: ContinuousClock.Instant) -> Bool {
        if !view.isAvailable, shown.isAvailable {
            // A second report of the same absence does not extend the period.
            let due = held?.due ?? (absence != nil ? now : now + Self.patience)
            held = (view, due)
            return pass(now)
        }
        held = nil
        defer { (shown, absence) = (view, nil) }
        return shown != view || absence != nil
    }

    /// Applies that time has passed. Returns whether something else is to be shown.
    package mutating func pass(_ now: ContinuousClock.Instant) -> Bool {
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
