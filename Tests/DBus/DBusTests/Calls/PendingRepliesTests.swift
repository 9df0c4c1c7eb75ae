import DBusTesting
import Testing

@testable import DBus

/// A reference to the state, because `#expect` cannot call what mutates a value.
private final class Pending<Waiter> {
    private var pending = PendingReplies<Waiter>()

    var count: Int { pending.count }
    func add(_ waiter: Waiter, serial: UInt32) -> Bool { pending.add(waiter, serial: serial) }
    func remove(serial: UInt32) -> Waiter? { pending.remove(serial: serial) }
    func close() -> [Waiter] { pending.close() }
}

struct PendingRepliesTests {
    @Test func aWaiterLeavesOnce() {
        let pending = Pending<String>()
        #expect(pending.add("a", serial: 1))
        #expect(pending.add("b", serial: 2))
        #expect(pending.count == 2)
        #expect(pending.remove(serial: 2) == "b")
        #expect(pending.remove(serial: 2) == nil)
        #expect(pending.remove(serial: 7) == nil)
        #expect(pending.close() == ["a"])
        #expect(pending.remove(serial: 1) == nil)
        #expect(pending.close() == [])
    }

    @Test func afterTheEndNobodyIsAdded() {
        let pending = Pending<Int>()
        #expect(pending.close() == [])
        #expect(!pending.add(1, serial: 1))
        #expect(pending.count == 0)
        #expect(pending.remove(serial: 1) == nil)
    }

    @Test func theEndTellsEverybodyInTheOrderOfTheCalls() {
        let pending = Pending<UInt32>()
        for serial in (1...100 as ClosedRange<UInt32>).shuffled() { _ = pending.add(serial, serial: serial) }
        #expect(pending.close() == Array(1...100))
    }

    @Test func everyWaiterLeavesExactlyOnceUnderRandomEvents() {
        var random = SeededRandom(seed: 6)
        let pending = Pending<UInt32>()
        var told: [UInt32: Int] = [:]
        let last: UInt32 = 2000
        for serial in 1...last {
            #expect(pending.add(serial, serial: serial))
            for _ in 0..<2 {
                if let waiter = pending.remove(serial: .random(in: 1...serial, using: &random)) {
                    told[waiter, default: 0] += 1
                }
            }
        }
        for waiter in pending.close() { told[waiter, default: 0] += 1 }
        #expect(told.count == Int(last))
        #expect(told.values.allSatisfy { $0 == 1 })
    }
}
