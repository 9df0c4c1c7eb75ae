public import NotificationCenter

/// A countdown that is under way. It is a moment, so nobody has to count: it goes on while the app is closed.
public struct Countdown: Hashable, Sendable {
    /// When it is at zero.
    public let end: Timestamp

    /// A countdown that begins at `now`.
    public init(_ duration: Duration, from now: Timestamp) { end = now + duration }

    /// What is left at a moment; zero when it has finished.
    public func timeLeft(at now: Timestamp) -> Duration {
        end > now ? .microseconds(Int64(clamping: end.microseconds - now.microseconds)) : .zero
    }

    /// Whether it is at zero.
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

    /// What the app saves when it leaves the foreground at `now`: what is left, and when that was.
    func saved(at now: Timestamp) -> [String: NCValue] {
        let (seconds, attoseconds) = timeLeft(at: now).components
        return [
            Key.timeLeft: .number(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000),
            Key.quitDate: .integer(Int64(clamping: now.microseconds)),
        ]
    }

    /// The countdown that was saved: at any moment `now`, left − (now − quit date) is left of it.
    ///
    /// Nil when none was, or when the values are none of a countdown.
    init?(saved values: [String: NCValue]) {
        guard let left = values[Key.timeLeft]?.number, (0...SimpleTimer.maximumSeconds).contains(left),
            let date = values[Key.quitDate]?.integer, date >= 0
        else { return nil }
        // Rounded to what was saved, so that the end of a countdown that was saved twice is the same.
        self.init(.microseconds(Int64((left * 1_000_000).rounded())), from: Timestamp(microseconds: UInt64(date)))
    }
}
