internal import CTodaySystem
internal import Glibc

/// One timer on the clock that goes on while the machine is suspended: it fires right after the machine wakes up when
/// its time came meanwhile, and wakes no machine. CLOCK_BOOTTIME; timerfd_create(2), clock_gettime(2).
///
/// The timers of an ``EventLoop`` are on a clock that stands still meanwhile, and would fire as much too late as the
/// machine was suspended.
package final class BootTimer {
    private let descriptor: Descriptor
    private var watch: DescriptorWatch?

    /// What the clock shows, in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Nil, with `errno` set, when the kernel gives no more of them. On the loop's thread only.
    ///
    /// - Parameter handler: called on the loop's thread each time it fires.
    package init?(on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        guard let descriptor = Descriptor(csystem_boot_timer()) else { return nil }
        self.descriptor = descriptor
        watch = DescriptorWatch(descriptor.number, on: loop) {
            if descriptor.readCount() != nil { handler() }
        }
    }

    /// Fires once at a time of the clock, in nanoseconds, instead of whenever it would have; the past is now, and nil is
    /// never.
    package func set(_ time: UInt64?) { csystem_set_boot_timer(descriptor.number, time.map { max($0, 1) } ?? 0) }

    /// Ends it for good. On the loop's thread only.
    package func end() { watch.take()?.cancel() }
}

/// Tells when somebody, or a time server, sets the time of day: TFD_TIMER_CANCEL_ON_SET of timerfd_create(2). Correcting
/// it by running slower or faster for a while is not told. Nothing is asked at intervals.
package final class ClockChanges {
    private let descriptor: Descriptor
    private var watch: DescriptorWatch?

    /// Nil, with `errno` set, when the kernel gives no more of them. On the loop's thread only.
    ///
    /// - Parameter handler: called on the loop's thread after each change while they are followed.
    package init?(on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        guard let descriptor = Descriptor(csystem_clock_changes()) else { return nil }
        self.descriptor = descriptor
        watch = DescriptorWatch(descriptor.number, on: loop) {
            if descriptor.readCount() == nil, errno == ECANCELED { handler() }
        }
    }

    /// Whether changes are told; at first they are not.
    package var isFollowing = false {
        didSet { if isFollowing != oldValue { csystem_follow_clock(descriptor.number, isFollowing ? 1 : 0) } }
    }

    /// Ends it for good. On the loop's thread only.
    package func end() { watch.take()?.cancel() }
}

/// A file descriptor that is closed with the last that refers to it: the loop must not wait for a number that is
/// something else by now.
private final class Descriptor: Sendable {
    let number: Int32

    init?(_ number: Int32) {
        self.number = number
        if number < 0 { return nil }
    }

    deinit { close(number) }

    /// Takes out the count of a timer; nil, with `errno` set, when there is none.
    func readCount() -> UInt64? {
        var count: UInt64 = 0
        return read(number, &count, 8) == 8 ? count : nil
    }
}
