package import DBus
internal import TodayPlatform
package import TodayModel
internal import TodayServiceRules

/// The clocks of the center. Tests bring their own.
package struct ServiceClock: Sendable {
    /// The time of day, for the bus and the disk.
    package var wall: @Sendable () -> Timestamp
    /// The clock that runs while the machine runs, for deadlines.
    package var steady: @Sendable () -> MonotonicTime
    /// The clock that also counts while the machine is suspended, for intervals; in nanoseconds.
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

    /// Converts a time of day to nanoseconds of the boot clock, if the time of day isn't set meanwhile; 0 if it was
    /// before the machine booted.
    func bootTime(of time: Timestamp) -> UInt64 {
        let (now, boot) = (wall().microseconds, boot())
        let distance = time.microseconds > now ? time.microseconds - now : now - time.microseconds
        let nanoseconds = distance > .max / 1000 ? .max : distance * 1000
        return time.microseconds > now ? boot.adding(nanoseconds) : boot - min(boot, nanoseconds)
    }

    /// Converts a time of the boot clock to a time of day. A time in the past becomes the current time.
    func wallTime(of time: UInt64) -> Timestamp {
        let now = boot()
        return Timestamp(microseconds: wall().microseconds.adding(time > now ? (time - now) / 1000 : 0))
    }
}

extension Duration {
    /// The duration in nanoseconds; 0 if it is negative.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
