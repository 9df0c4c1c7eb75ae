import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

private let day: UInt64 = 24 * 3600 * 1_000_000

/// The removed instances, without a registry.
@Suite struct RemovedInstancesTests {
    private static func removed(at time: UInt64) -> StoredWidget {
        var widget = StoredWidget()
        widget.removedAt = Timestamp(microseconds: time)
        widget.removal = StoredWidget.Removal(name: "N", icon: "i", index: 0)
        return widget
    }

    @Test func theNewestComesFirst() {
        var removed = RemovedInstances()
        removed["org.example.A#2"] = Self.removed(at: 5)
        removed["org.example.B#3"] = Self.removed(at: 7)
        removed["org.example.A#4"] = Self.removed(at: 6)
        #expect(removed.list.map(\.identifier) == ["org.example.B#3", "org.example.A#4", "org.example.A#2"])
        #expect(removed.list[0].name == "N" && removed.list[0].icon == "i")
        #expect(removed.list[0].expiresAt.microseconds - removed.list[0].removedAt.microseconds == 30 * day)
        #expect(removed.lastInstance(of: .a) == 4 && removed.lastInstance(of: .c) == 1)
        removed["org.example.B#3"] = nil
        #expect(removed.list.count == 2 && removed.lastInstance(of: .b) == 1)
    }

    @Test func theOldestIsForgottenAboveTheLimit() {
        var removed = RemovedInstances()
        for number in 2...Limits.removedInstances + 1 {
            removed[.a.instance(number)] = Self.removed(at: UInt64(number))
        }
        let now = Timestamp(microseconds: 100)
        #expect(removed.popForgotten(at: now) == nil)
        removed[.b.instance(2)] = Self.removed(at: 1)
        #expect(removed.popForgotten(at: now) == .b.instance(2))
        removed[.b.instance(2)] = Self.removed(at: 99)
        #expect(removed.popForgotten(at: now) == .a.instance(2) && removed.popForgotten(at: now) == nil)
    }

    @Test(arguments: [(0, false), (30, false), (31, true)] as [(UInt64, Bool)])
    func eachIsKeptFor30Days(days: UInt64, isForgotten: Bool) {
        var removed = RemovedInstances(["org.example.A#2": Self.removed(at: 5)])
        let forgotten = removed.popForgotten(at: Timestamp(microseconds: 5 + days * day))
        #expect((forgotten != nil) == isForgotten && removed.kept.isEmpty == isForgotten)
    }
}
