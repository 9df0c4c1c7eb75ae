/// The view that a panel shows while centers come and go: the last content stays until other content comes. If no
/// center comes soon, the panel says so. Pure.
///
/// Moments are from a clock that can't be set and that keeps running during suspend.
package struct ViewGracePeriod: Sendable {
    /// The time for which a missing center isn't mentioned. A restarted center is back well within it.
    package static let length = Duration.seconds(3)

    /// The view to show.
    package private(set) var shown = TodayView()
    /// Why the center is unavailable, while ``shown`` is the last view of a center; otherwise nil.
    package private(set) var absence: CenterAbsence?
    /// The view without a center, and the moment at which it is shown.
    private var held: (view: TodayView, due: ContinuousClock.Instant)?

    /// Creates a period without any view.
    package init() {}

    /// The moment for the next call of ``pass(_:)``; nil for never.
    package var due: ContinuousClock.Instant? { held?.due }

    /// Applies a new view. Returns whether the shown view changes.
    package mutating func apply(_ view: TodayView, now: ContinuousClock.Instant) -> Bool {
        if !view.isAvailable, shown.isAvailable {
            // A second report of the same absence does not extend the period.
            let due = held?.due ?? (absence != nil ? now : now + Self.length)
            held = (view, due)
            return pass(now)
        }
        held = nil
        defer { (shown, absence) = (view, nil) }
        return shown != view || absence != nil
    }

    /// Applies that time has passed. Returns whether the shown view changes.
    package mutating func pass(_ now: ContinuousClock.Instant) -> Bool {
        guard let held, held.due <= now else { return false }
        self.held = nil
        // Without widgets, the old view isn't worth keeping.
        if shown.today.isEmpty {
            (shown, absence) = (held.view, nil)
            return true
        }
        let reason = if case .unavailable(let reason) = held.view.center { reason } else { CenterAbsence.starting }
        defer { absence = reason }
        return absence != reason
    }
}
