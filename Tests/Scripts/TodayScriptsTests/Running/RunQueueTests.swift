import Testing

@testable import TodayScripts

/// Which scripts run at once.
@Suite struct RunQueueTests {
    private func queue(_ places: Int, _ names: ClosedRange<Int>) -> RunQueue<Int, Int> {
        var queue = RunQueue<Int, Int>(places: places)
        for name in names { queue.add(name, as: name) }
        return queue
    }

    /// All that may begin now.
    private func all(_ queue: inout RunQueue<Int, Int>) -> [Int] {
        var names: [Int] = []
        while let name = queue.next() { names.append(name) }
        return names
    }

    @Test func soManyRunAtOnceInTheirOrder() {
        var queue = queue(2, 1...4)
        #expect(all(&queue) == [1, 2])
        queue.remove(2)
        #expect(all(&queue) == [3])
        queue.remove(4)
        queue.remove(1)
        #expect(all(&queue) == [])
    }

    @Test func whoRunsOrWaitsIsThereOnce() {
        var queue = queue(1, 1...2)
        #expect(all(&queue) == [1])
        for name in [1, 2] { queue.add(name, as: name) }
        queue.markSlow(1)
        queue.add(1, as: 1)
        #expect(all(&queue) == [2])
        queue.remove(2)
        #expect(all(&queue) == [])
        queue.remove(1)
        queue.add(1, as: 1)
        #expect(all(&queue) == [1])
    }

    @Test func whatTakesLongGivesUpItsPlace() {
        var queue = queue(2, 1...5)
        _ = all(&queue)
        queue.markSlow(1)
        #expect(all(&queue) == [3])
        // One that waits takes no place, and one that has ended none either.
        queue.markSlow(5)
        #expect(all(&queue) == [])
        queue.remove(1)
        queue.markSlow(1)
        #expect(all(&queue) == [])
    }

    @Test func thereIsALimitForAll() {
        let most = RunQueue<Int, Int>.most
        var queue = queue(1, 1...most + 2)
        for _ in 0..<most { for name in all(&queue) { queue.markSlow(name) } }
        #expect(all(&queue) == [])
        queue.remove(1)
        #expect(all(&queue) == [most + 1])
        // A machine with more processors has so many places.
        var large = RunQueue<Int, Int>(places: most + 1)
        for name in 0...most + 1 { large.add(name, as: name) }
        #expect(all(&large).count == most + 1)
    }
}
