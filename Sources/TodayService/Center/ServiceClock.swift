package import DBus
internal import Glibc
package import TodayModel

/// The two clocks the center looks at. Tests bring their own.
package struct ServiceClock: Sendable {
    /// The time of day, for what goes over the bus and to disk.
    package var wall: @Sendable () -> Timestamp
    /// The time that passes, for deadlines and intervals.
    package var steady: @Sendable () -> MonotonicTime

    package init(
        wall: @escaping @Sendable () -> Timestamp, steady: @escaping @Sendable () -> MonotonicTime
    ) {
        self.wall = wall
        self.steady = steady
    }

    /// The clocks of this machine.
    package static let system = ServiceClock(
        wall: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
        }, steady: { .now })

    /// When a time of day will come, on the steady clock. The past is now.
    func steadyTime(of time: Timestamp) -> MonotonicTime {
        let now = wall()
        let wait = time > now ? time.microseconds - now.microseconds : 0
        return steady() + .microseconds(Int64(clamping: wait))
    }
}
