internal import TodayModel

/// The calls that a slider makes while the user moves it: one at a time, at most 10 a second, and always the last value.
/// Pure.
package struct SliderCalls {
    /// The shortest time between the starts of two calls, in µs.
    package static let interval: UInt64 = 100_000

    /// The next step of the panel.
    package enum Step: Equatable {
        /// Makes a call with this value, and reports its end with ``ended(at:)``.
        case call(Double)
        /// Calls ``wakeUp(at:)`` after this time, in µs.
        case wait(UInt64)
        /// Shows the value of the widget again.
        case follow
    }

    /// The value that the user has chosen and that isn't sent yet.
    private var next: Double?
    private var isInFlight = false
    /// The start of the last call.
    private var start: UInt64?

    /// Makes calls for a slider that doesn't move.
    package init() {}

    /// Whether the panel shows the user's value instead of the widget's.
    package var isMoving: Bool { next != nil || isInFlight }

    /// Handles a value that the user has chosen.
    ///
    /// - Parameter now: The monotonic time in µs.
    /// - Returns: Nil if the panel has nothing to do yet.
    package mutating func change(to value: Double, at now: UInt64) -> Step? {
        let isWaiting = next != nil
        next = value
        // The wait for the former value, or the end of the call, sends this one.
        return isWaiting || isInFlight ? nil : step(at: now)
    }

    /// Handles the end of a wait.
    package mutating func wakeUp(at now: UInt64) -> Step? { isInFlight ? nil : step(at: now) }

    /// Handles the end of a call.
    package mutating func ended(at now: UInt64) -> Step? {
        isInFlight = false
        return next == nil ? .follow : step(at: now)
    }

    private mutating func step(at now: UInt64) -> Step? {
        guard let value = next else { return nil }
        if let start, now >= start, now - start < Self.interval { return .wait(Self.interval - (now - start)) }
        next = nil
        isInFlight = true
        start = now
        return .call(value)
    }
}
