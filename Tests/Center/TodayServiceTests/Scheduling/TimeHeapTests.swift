import DBusTesting
import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct TimeHeapTests {
    @Test func keysComeInTheOrderOfTheirTimes() {
        var heap = TimeHeap<String>()
        heap.set("b", 2)
        heap.set("a", 1)
        heap.set("c", 2)
        #expect(heap.firstTime == 1)
        #expect(heap.pop(until: 0) == nil)
        #expect(heap.pop(until: 9) == "a")
        // Those with the same time in the order they were set.
        #expect(heap.pop(until: 9) == "b")
        #expect(heap.pop(until: 9) == "c")
        #expect(heap.pop(until: 9) == nil)
        #expect(heap.firstTime == nil)
    }

    @Test func aKeyIsThereOnce() {
        var heap = TimeHeap<String>()
        heap.set("a", 5)
        heap.set("a", 3)
        #expect(heap.count == 1 && heap.firstTime == 3)
        heap.set("a", nil)
        heap.set("a", nil)
        #expect(heap.count == 0 && heap.firstTime == nil)
    }

    /// After any operations, the heap has the same contents as a dictionary that is searched.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func itIsAsADictionary(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var heap = TimeHeap<Int>()
        var model: [Int: UInt64] = [:]
        for _ in 0..<1000 {
            let key = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                heap.set(key, nil)
                model[key] = nil
            case 1:
                let now = UInt64.random(in: 0..<1000, using: &random)
                let earliest = model.values.min()
                let popped = heap.pop(until: now)
                #expect((popped != nil) == (earliest.map { $0 <= now } ?? false))
                if let popped { #expect(model.removeValue(forKey: popped) == earliest) }
            default:
                let time = UInt64.random(in: 0..<1000, using: &random)
                heap.set(key, time)
                model[key] = time
            }
            #expect(heap.count == model.count && heap.firstTime == model.values.min())
        }
    }
}
