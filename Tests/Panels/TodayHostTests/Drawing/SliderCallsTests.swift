import DBusTesting
import Testing
import TodayHost

@Suite struct SliderCallsTests {
    @Test func aSingleChangeIsSentAtOnce() {
        var calls = SliderCalls()
        #expect(!calls.isMoving)
        #expect(calls.change(to: 1, at: 5) == .call(1))
        #expect(calls.isMoving)
        #expect(calls.ended(at: 9) == .follow)
        #expect(!calls.isMoving)
    }

    @Test func theLastOfManyIsSentLater() {
        var calls = SliderCalls()
        #expect(calls.change(to: 1, at: 0) == .call(1))
        #expect(calls.change(to: 2, at: 10) == nil)
        #expect(calls.change(to: 3, at: 20) == nil)
        #expect(calls.ended(at: 30) == .wait(99_970))
        // Changes during the wait replace the value that waits.
        #expect(calls.change(to: 4, at: 40) == nil)
        #expect(calls.isMoving)
        // A timer may be early.
        #expect(calls.wakeUp(at: 99_999) == .wait(1))
        #expect(calls.wakeUp(at: 100_000) == .call(4))
        #expect(calls.ended(at: 500_000) == .follow)
        #expect(calls.change(to: 5, at: 500_001) == .call(5))
    }

    @Test func aSlowCallDelaysTheNextOne() {
        var calls = SliderCalls()
        #expect(calls.change(to: 1, at: 0) == .call(1))
        #expect(calls.change(to: 2, at: 200_000) == nil)
        #expect(calls.wakeUp(at: 250_000) == nil)
        #expect(calls.ended(at: 300_000) == .call(2))
    }

    /// The panel with random movements and answers: at most 10 calls a second, one at a time, the last value always.
    @Test(arguments: 0..<300) func anyOrderOfEvents(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var calls = SliderCalls()
        var (now, value): (UInt64, Double) = (UInt64.random(in: 0...1_000_000, using: &random), 0)
        var starts: [UInt64] = []
        var sent: [Double] = []
        /// The ends of the call and of the wait; nil outside of a call or a wait.
        var (end, alarm): (UInt64?, UInt64?) = (nil, nil)
        var follows = 0
        func perform(_ step: SliderCalls.Step?) {
            switch step {
            case .call(let value):
                #expect(end == nil)
                starts.append(now)
                sent.append(value)
                end = now + UInt64.random(in: 0...(seed % 3 == 0 ? 500_000 : 20_000), using: &random)
            case .wait(let time):
                #expect(time > 0 && time <= SliderCalls.interval && end == nil)
                alarm = now + time
            case .follow:
                follows += 1
                #expect(sent.last == value && !calls.isMoving)
            case nil: break
            }
        }
        /// Lets time pass up to a moment.
        func pass(to moment: UInt64) {
            while let next = [end, alarm].compactMap({ $0 }).min(), next <= moment {
                now = max(now, next)
                if next == end {
                    end = nil
                    perform(calls.ended(at: now))
                } else {
                    alarm = nil
                    perform(calls.wakeUp(at: now))
                }
            }
            now = moment
        }
        for _ in 0..<100 {
            pass(to: now + UInt64.random(in: 0...(Bool.random(using: &random) ? 300_000 : 17_000), using: &random))
            value += 1
            perform(calls.change(to: value, at: now))
            #expect(calls.isMoving)
        }
        pass(to: now + 2_000_000)
        #expect(sent.last == value && follows > 0 && !calls.isMoving)
        #expect(sent == sent.sorted() && Set(sent).count == sent.count)
        for (first, second) in zip(starts, starts.dropFirst()) { #expect(second - first >= SliderCalls.interval) }
    }
}
