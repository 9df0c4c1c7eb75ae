import DBusTesting
import Testing

@testable import DBus

/// A reference to a queue, because `#expect` cannot call what mutates a value.
private final class Queue<Element> {
    private var queue = TimerQueue<Element>()
    private var count: UInt64 = 0

    var isEmpty: Bool { queue.isEmpty }
    var nextDeadline: UInt64? { queue.nextDeadline }
    var slotCount: Int { queue.slotCount }
    func add(deadline: UInt64, _ element: Element) -> TimerQueue<Element>.ID {
        count += 1
        let id = TimerQueue<Element>.ID(number: count)
        queue.add(id, deadline: deadline, element)
        return id
    }
    @discardableResult func cancel(_ id: TimerQueue<Element>.ID) -> Element? { queue.cancel(id) }
    func popDue(now: UInt64) -> Element? { queue.popDue(now: now) }
}

struct TimerQueueTests {
    @Test func entriesFallDueInOrderAndNotBefore() {
        let queue = Queue<String>()
        _ = queue.add(deadline: 30, "c")
        _ = queue.add(deadline: 10, "a")
        _ = queue.add(deadline: 20, "b")
        #expect(queue.nextDeadline == 10)
        #expect(queue.popDue(now: 9) == nil)
        #expect(queue.popDue(now: 20) == "a")
        #expect(queue.popDue(now: 20) == "b")
        #expect(queue.popDue(now: 20) == nil)
        #expect(queue.nextDeadline == 30)
        #expect(queue.popDue(now: .max) == "c")
        #expect(queue.isEmpty)
        #expect(queue.nextDeadline == nil)
    }

    @Test func equalDeadlinesFallDueInTheOrderTheyWereAdded() {
        let queue = Queue<Int>()
        for number in 0..<50 { _ = queue.add(deadline: 5, number) }
        #expect((0..<50).map { _ in queue.popDue(now: 5) } == (0..<50).map(Optional.some))
    }

    @Test func aCancelledEntryIsNeitherDueNorWaitedFor() {
        let queue = Queue<String>()
        let first = queue.add(deadline: 1, "first")
        let second = queue.add(deadline: 2, "second")
        #expect(queue.cancel(first) == "first")
        #expect(queue.cancel(first) == nil)
        #expect(queue.nextDeadline == 2)
        #expect(queue.popDue(now: 9) == "second")
        #expect(queue.cancel(second) == nil)
        #expect(queue.isEmpty)
    }

    @Test func cancelledEntriesDoNotPileUp() {
        let queue = Queue<Int>()
        _ = queue.add(deadline: 0, -1)  // stays on top, so that the others cannot leave that way
        for number in 0..<10_000 { queue.cancel(queue.add(deadline: 100, number)) }
        #expect(queue.slotCount <= 68)
        #expect(queue.popDue(now: 100) == -1)
        #expect(queue.popDue(now: 100) == nil)
    }

    @Test func itAgreesWithASortedArray() {
        var random = SeededRandom(seed: 5)
        let queue = Queue<Int>()
        var model: [(deadline: UInt64, number: Int, id: TimerQueue<Int>.ID)] = []
        var now: UInt64 = 0
        for number in 0..<20_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let deadline = now + UInt64.random(in: 0...200, using: &random)
                let id = queue.add(deadline: deadline, number)
                let place = model.firstIndex { $0.deadline > deadline } ?? model.count
                model.insert((deadline, number, id), at: place)
            case 5..<8 where !model.isEmpty:
                let entry = model.remove(at: Int.random(in: 0..<model.count, using: &random))
                #expect(queue.cancel(entry.id) == entry.number)
            default:
                now += UInt64.random(in: 0...20, using: &random)
                while let first = model.first, first.deadline <= now {
                    #expect(queue.popDue(now: now) == first.number)
                    model.removeFirst()
                }
                #expect(queue.popDue(now: now) == nil)
            }
            #expect(queue.nextDeadline == model.first?.deadline)
            #expect(queue.isEmpty == model.isEmpty)
        }
    }
}
