import Testing
import TodayHost
import TodayModel

@Suite struct CardWorkTests {
    private func order(_ work: inout CardWork) -> [String] {
        var result: [String] = []
        while let item = work.next() { result.append(item.identifier.rawValue) }
        return result
    }

    @Test func whatWaitsLongestComesFirst() {
        var work = CardWork()
        #expect(work.isEmpty)
        for name in ["a.b", "a.a", "a.c"] as [WidgetIdentifier] { work.add(name, isAnimated: false) }
        #expect(!work.isEmpty)
        #expect(order(&work) == ["a.b", "a.a", "a.c"])
        #expect(work.isEmpty)
    }

    @Test func eachIsThereOnceAndKeepsItsPlace() {
        var work = CardWork()
        work.add("a.a", isAnimated: false)
        work.add("a.b", isAnimated: true)
        work.add("a.a", isAnimated: true)
        #expect(work.next() == CardWork.Item(identifier: "a.a", isAnimated: false))
        // Its turn is over, so it can wait again, behind the other.
        work.add("a.a", isAnimated: true)
        #expect(work.next() == CardWork.Item(identifier: "a.b", isAnimated: true))
        #expect(work.next() == CardWork.Item(identifier: "a.a", isAnimated: true))
        #expect(work.next() == nil)
    }

    /// One that changes all the time must not keep the others from their turn.
    @Test func nobodyWaitsForEver() throws {
        var work = CardWork()
        let others = try (0..<50).map { try WidgetIdentifier("a.w\($0)") }
        for other in others { work.add(other, isAnimated: false) }
        var seen: Set<WidgetIdentifier> = []
        for _ in 0..<100 {
            work.add("a.busy", isAnimated: false)
            if let item = work.next() { seen.insert(item.identifier) }
        }
        #expect(seen == Set(others + ["a.busy"]))
    }
}
