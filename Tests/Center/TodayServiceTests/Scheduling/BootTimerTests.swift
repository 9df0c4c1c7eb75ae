import DBus
import DBusTesting
import Glibc
import Testing

@testable import TodayService

/// The kernel's timers.
@Suite struct BootTimerTests {
    /// A timer that is touched by its loop alone.
    private actor Owner {
        let loop = EventLoop(name: "timers")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        var timer: BootTimer?
        var changes: ClockChanges?

        func make(_ fired: Recorder<UInt64>) {
            timer = BootTimer(on: loop) { fired.record(BootTimer.now) }
            changes = ClockChanges(on: loop) { Issue.record("nobody has set the time of day") }
            changes?.isFollowing = true
        }

        func set(_ time: UInt64?) { timer?.set(time) }

        func end() {
            timer?.end()
            changes?.end()
            changes?.isFollowing = false
            (timer, changes) = (nil, nil)
        }
    }

    @Test func itFiresOnceAndNotTooEarly() async throws {
        let fired = Recorder<UInt64>()
        let owner = Owner()
        await owner.make(fired)
        let time = BootTimer.now + 30_000_000
        await owner.set(time)
        try await fired.wait { $0.count == 1 }
        #expect(fired.elements[0] >= time)
        // The past is now, and the last time counts.
        await owner.set(BootTimer.now + 3_600_000_000_000)
        await owner.set(1)
        try await fired.wait { $0.count == 2 }
        await owner.set(0)
        try await fired.wait { $0.count == 3 }
        // A canceled timer doesn't fire; the timer set after it does.
        await owner.set(BootTimer.now + 20_000_000)
        await owner.set(nil)
        let last = BootTimer.now + 60_000_000
        await owner.set(last)
        try await fired.wait { $0.count == 4 }
        #expect(fired.elements[3] >= last)
        await owner.set(.max)
        await owner.end()
        #expect(fired.elements.count == 4)
    }

    @Test func theClockGoesOnAtLeastAsTheSteadyOne() {
        let steady = MonotonicTime.now.nanoseconds
        #expect(BootTimer.now >= steady)
    }
}
