import DBusTesting
import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct UpdateLimiterTests {
    @Test func theyBeginInOrderAsLongAsThereAreSlots() {
        var slots = UpdateLimiter<Int>()
        for key in 0..<20 { slots.wait(key) }
        let first = (0..<20).compactMap { _ in slots.next() }
        #expect(first == Array(0..<UpdateLimiter<Int>.limit))
        #expect(slots.isWaiting(8) && !slots.isWaiting(7))
        slots.end(3)
        #expect(slots.next() == 8)
        #expect(slots.next() == nil)
        // An update without a slot gives none back.
        slots.end(19)
        #expect(slots.next() == nil)
        #expect(slots.isWaiting(19))
    }

    @Test func oneThatWaitsIsThereOnceAndMayBeWithdrawn() {
        var slots = UpdateLimiter<String>()
        slots.wait("a")
        slots.wait("a")
        slots.wait("b")
        slots.withdraw("a")
        #expect(slots.next() == "b")
        #expect(slots.next() == nil)
        slots.wait("c")
        slots.withdraw("c")
        slots.wait("d")
        slots.wait("c")
        let next = (0..<3).map { _ in slots.next() }
        #expect(next == ["d", "c", nil])
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func nobodyIsForgotten(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var slots = UpdateLimiter<Int>()
        var queue: [Int] = []
        var running: Set<Int> = []
        for _ in 0..<2000 {
            let key = Int.random(in: 0..<200, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                slots.withdraw(key)
                queue.removeAll { $0 == key }
            case 1:
                if let key = running.randomElement(using: &random) {
                    slots.end(key)
                    running.remove(key)
                }
            case 2:
                let expected = running.count < UpdateLimiter<Int>.limit ? queue.first : nil
                let next = slots.next()
                #expect(next == expected)
                if let next {
                    queue.removeFirst()
                    running.insert(next)
                }
            default:
                if !running.contains(key) {
                    slots.wait(key)
                    if !queue.contains(key) { queue.append(key) }
                }
            }
            #expect(slots.runningCount == running.count && slots.isWaiting(key) == queue.contains(key))
        }
    }
}
