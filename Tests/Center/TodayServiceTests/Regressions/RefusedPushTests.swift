import DBus
import DBusTesting
import Synchronization
import Testing
import TodayModel

@testable import TodayService

/// A push that was refused, because its mode was above the largest one, counted as a confirmation of the content: the
/// widget's next update was put off.
@Suite struct RefusedPushTests {
    @Test func aRefusedPushPutsNothingOff() async throws {
        let start = MonotonicTime.now
        let passed = Mutex<UInt64>(0)
        let clock = ServiceClock(
            wall: { Timestamp(microseconds: 1_000_000_000) },
            steady: { MonotonicTime(nanoseconds: start.nanoseconds + passed.withLock { $0 }) })
        let test = try await TestCenter.start(clock: clock)
        try await test.register(.a)
        passed.withLock { $0 = 100_000_000_000 }
        let changes = WidgetChanges {
            $0.content = text("1")
            $0.displayMode = .expanded
        }
        for _ in 0..<2 {
            let facts: [String: DBusValue] = try await test.connection.call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.explain, "org.example.A")
            #expect(facts["NextUpdate"] == .uint64(1_000_000_000 + 800_000_000))
            try await test.expect(.invalidContent) { try await test.client.updateWidget(.a, changes) }
        }
    }
}
