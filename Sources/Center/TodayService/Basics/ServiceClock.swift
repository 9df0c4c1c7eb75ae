package import DBus
internal import TodayPlatform
package import TodayModel
internal import TodayServiceRules

/// The clocks the center looks at. Tests bring their own.
package struct ServiceClock: Sendable {
    /// The time of day, for what goes over the bus and to disk.
    package var wall: @Sendable () -> Timestamp
    /// The time that passes while the machine runs, for deadlines.
    package var steady: @Sendable () -> MonotonicTime
    /// The time that passes also while the machine is suspended, for intervals; in nanoseconds.
    package var boot: @Sendable () -> UInt64

    /// - Parameter boot: nil for a machine that is never suspended.
    package init(
        wall: @escaping @Sendable () -> Timestamp, steady: @escaping @Sendable () -> MonotonicTime,
        boot: (@Sendable () -> UInt64)? = nil
    ) {
        self.wall = wall
        self.steady = steady
        self.boot = boot ?? { steady().nanoseconds }
    }

    /// The clocks of this machine.
    package static let system = ServiceClock(
        wall: { Timestamp(microseconds: SystemClock.microseconds) }, steady: { .now }, boot: { BootTimer.now })

    /// When a time of day comes, or came, in nanoseconds of the boot clock, unless somebody sets the time of day; 0 when
    /// that was before the machine was started.
    func bootTime(of time: Timestamp) -> UInt64 {
        let (now, boot) = (wall().microseconds, boot())
        let distance = time.microseconds > now ? time.microseconds - now : now - time.microseconds
        let nanoseconds = distance > .max / 1000 ? .max : distance * 1000
        return time.microseconds > now ? boot.adding(nanoseconds) : boot - min(boot, nanoseconds)
    }

    /// The time of day that a time of the boot clock will be. The past is now.
    func wallTime(of time: UInt64) -> Timestamp {
        let now = boot()
        return Timestamp(microseconds: wall().microseconds.adding(time > now ? (time - now) / 1000 : 0))
    }
}

extension Duration {
    /// The whole in nanoseconds; nothing for less than none.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
