internal import CTodaySystem
internal import TodayCLibrary

/// One timer on the clock that keeps running while the machine is suspended. If its time passes meanwhile, it fires
/// right after the machine wakes up. It never wakes the machine. CLOCK_BOOTTIME; timerfd_create(2), clock_gettime(2).
///
/// The timers of an ``EventLoop`` use a clock that stops during suspension. They would be late by the time of the
/// suspension.
package final class BootTimer {
    private let descriptor: Descriptor
    private var watch: DescriptorWatch?

    /// The current time of the clock, in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns nil, with `errno` set, when the kernel provides no timer. Call it only on the loop's thread.
    ///
    /// - Parameter handler: called on the loop's thread each time it fires.
    package init?(on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        guard let descriptor = Descriptor(csystem_boot_timer()) else { return nil }
        self.descriptor = descriptor
        watch = DescriptorWatch(descriptor.number, on: loop) {
            if descriptor.readCount() != nil { handler() }
        }
    }

    /// Fires once at a time of the clock, in nanoseconds, and replaces the earlier setting. A past time fires
    /// immediately; nil never fires.
    package func set(_ time: UInt64?) { csystem_set_boot_timer(descriptor.number, time.map { max($0, 1) } ?? 0) }

    /// Ends it permanently. Call it only on the loop's thread.
    package func end() { watch.take()?.cancel() }
}

/// Reports when the user, or a time server, sets the time of day: TFD_TIMER_CANCEL_ON_SET of timerfd_create(2). It
/// doesn't report gradual corrections by a slower or faster clock. It doesn't poll.
package final class ClockChanges {
    private let descriptor: Descriptor
    private var watch: DescriptorWatch?

    /// Returns nil, with `errno` set, when the kernel provides no timer. Call it only on the loop's thread.
    ///
    /// - Parameter handler: called on the loop's thread after each change while ``isFollowing`` is true.
    package init?(on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        guard let descriptor = Descriptor(csystem_clock_changes()) else { return nil }
        self.descriptor = descriptor
        watch = DescriptorWatch(descriptor.number, on: loop) {
            if descriptor.readCount() == nil, errno == ECANCELED { handler() }
        }
    }

    /// Whether changes are reported; initially false.
    package var isFollowing = false {
        didSet { if isFollowing != oldValue { csystem_follow_clock(descriptor.number, isFollowing ? 1 : 0) } }
    }

    /// Ends it permanently. Call it only on the loop's thread.
    package func end() { watch.take()?.cancel() }
}

/// A file descriptor that closes with its last reference: the loop must not wait for a number that was reused.
private final class Descriptor: Sendable {
    let number: Int32

    init?(_ number: Int32) {
        self.number = number
        if number < 0 { return nil }
    }

    deinit { close(number) }

    /// Reads and resets the count of a timer; returns nil, with `errno` set, on failure.
    func readCount() -> UInt64? {
        var count: UInt64 = 0
        return read(number, &count, 8) == 8 ? count : nil
    }
}
