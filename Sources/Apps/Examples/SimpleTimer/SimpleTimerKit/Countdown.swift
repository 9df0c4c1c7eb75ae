public import NotificationCenter

/// A running countdown. It is an end time, so it continues while the app is closed.
public struct Countdown: Hashable, Sendable {
    /// The time when it reaches zero.
    public let end: Timestamp

    /// Makes a countdown that begins at `now`.
    public init(_ duration: Duration, from now: Timestamp) { end = now + duration }

    /// Returns the time left at a moment; zero if it has finished.
    public func timeLeft(at now: Timestamp) -> Duration {
        end > now ? .microseconds(Int64(clamping: end.microseconds - now.microseconds)) : .zero
    }

    /// Returns whether it has reached zero.
    public func hasFinished(at now: Timestamp) -> Bool { end <= now }
}

extension Countdown {
    /// The keys that the app and the widget share.
    enum Key {
        /// Seconds, a number of any form.
        static let timeLeft = "timeLeft"
        /// Microseconds since 1970, an integer.
        static let quitDate = "quitDate"
    }

    /// Returns the values to save when the app leaves the foreground at `now`: the time left and `now`.
    func saved(at now: Timestamp) -> [String: NCValue] {
        let (seconds, attoseconds) = timeLeft(at: now).components
        return [
            Key.timeLeft: .number(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000),
            Key.quitDate: .integer(Int64(clamping: now.microseconds)),
        ]
    }

    /// Restores a saved countdown: at any moment `now`, left − (now − quit date) is left of it.
    ///
    /// Nil if nothing was saved, or the values aren't those of a countdown.
    init?(saved values: [String: NCValue]) {
        guard let left = values[Key.timeLeft]?.number, (0...SimpleTimer.maximumSeconds).contains(left),
            let date = values[Key.quitDate]?.integer, date >= 0
        else { return nil }
        // Rounded to the saved precision, so that a countdown that is saved twice keeps the same end.
        self.init(.microseconds(Int64((left * 1_000_000).rounded())), from: Timestamp(microseconds: UInt64(date)))
    }
}
