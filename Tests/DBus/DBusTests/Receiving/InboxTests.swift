import DBusTesting
import Testing

@testable import DBus

/// The order in which senders are served, without a bus.
struct InboxTests {
    private typealias Refusal = Inbox<Int>.Refusal
    private static let (a, b, c): (BusName, BusName, BusName) = (":1.1", ":1.2", ":1.3")
    private var inbox = Inbox<Int>()
    private var limits = CallLimits()

    @discardableResult
    private mutating func add(_ item: Int, _ sender: BusName, bytes: Int = 100) -> Refusal? {
        inbox.addCall(item, of: sender, bytes: bytes, limits)
    }

    /// Serves everything, and returns whose turn it was and what came.
    private mutating func serveAll(cost: (BusName) -> UInt64 = { _ in 10 }) -> [String] {
        var served: [String] = []
        while let (sender, item) = inbox.next() {
            inbox.removeNext()
            served.append("\(sender.rawValue.last ?? "?")\(item)")
            inbox.finish(cost: cost(sender))
        }
        return served
    }

    @Test mutating func eachSenderKeepsItsOrderAndTheyTakeTurns() {
        for item in 1...3 { add(item, Self.a) }
        for item in 1...2 { add(item, Self.b) }
        add(1, Self.c)
        #expect(serveAll() == ["11", "21", "31", "12", "22", "13"])
        #expect(inbox.isEmpty)
    }

    /// A sender that got little time is served before all that got more, however many they are.
    @Test mutating func aNewcomerIsNext() {
        for sender in [Self.a, Self.b] { for item in 1...100 { add(item, sender) } }
        for _ in 1...10 {
            _ = inbox.next()
            inbox.removeNext()
            inbox.finish(cost: 10)
        }
        add(1, Self.c)
        let served = serveAll()
        // A sender that got as little time may come before.
        #expect((served.firstIndex(of: "31") ?? .max) <= 1)
        #expect(served.count == 191)
    }

    /// A sender whose calls take long does not get more time than others.
    @Test mutating func timeCountsNotCalls() {
        for item in 1...100 { add(item, Self.a) }
        for item in 1...100 { add(item, Self.b) }
        let served = serveAll { $0 == Self.a ? 100 : 10 }
        let ofA = served.prefix(110).count { $0.hasPrefix("1") }
        #expect((9...11).contains(ofA), "\(ofA)")
    }

    /// Unused time isn't saved up.
    @Test mutating func whoWasIdleDoesNotOvertakeForLong() {
        for item in 1...100 { add(item, Self.a) }
        for _ in 1...50 {
            _ = inbox.next()
            inbox.removeNext()
            inbox.finish(cost: 10)
        }
        for item in 1...50 { add(item, Self.b) }
        let ofA = serveAll().prefix(20).count { $0.hasPrefix("1") }
        #expect(ofA >= 9)
    }

    @Test mutating func callsAreBoundedForEachSender() {
        limits.calls = 3
        for item in 1...3 { #expect(add(item, Self.a) == nil) }
        #expect(add(4, Self.a) == .tooManyCalls(3))
        #expect(add(1, Self.b) == nil)
        // A message that isn't a call is never refused.
        inbox.add(5, of: Self.a)
        #expect(serveAll() == ["11", "21", "12", "13", "15"])
        #expect(add(6, Self.a) == nil)
    }

    @Test mutating func callsAtWorkAreCounted() {
        for _ in 1...3 { inbox.startAnswering(Self.a) }
        #expect(inbox.unanswered(of: Self.a) == 3)
        #expect(add(1, Self.a) == nil)
        #expect(serveAll() == ["11"])
        #expect(!inbox.isEmpty)
        for _ in 1...3 { inbox.finishAnswering(Self.a) }
        #expect(inbox.unanswered(of: Self.a) == 0)
        #expect(inbox.isEmpty)
    }

    @Test mutating func bytesAreBoundedForEachSenderAndInAll() {
        let overhead = Inbox<Int>.overhead
        limits.bytes = 3000
        limits.totalBytes = 5000
        // One is always taken.
        #expect(add(1, Self.a, bytes: 100_000) == nil)
        #expect(add(2, Self.a, bytes: 1) == .tooManyBytes(100_001 + 2 * overhead))
        #expect(serveAll() == ["11"])
        for item in 1...4 { #expect(add(item, Self.a, bytes: 750 - overhead) == nil) }
        #expect(add(5, Self.a, bytes: 750 - overhead) == .tooManyBytes(3750))
        // 3,000 of 5,000 are used: a third sender must get by with its share.
        for item in 1...2 { #expect(add(item, Self.b, bytes: 1000 - overhead) == nil) }
        #expect(add(1, Self.c, bytes: 1000 - overhead) == nil)
        #expect(add(2, Self.c, bytes: 1000 - overhead) == .tooManyBytes(2000))
        #expect(serveAll().count == 7)
        #expect(add(1, Self.a, bytes: 2900 - overhead) == nil)
    }

    @Test mutating func whatIsHeldWaitsWithWhatComesBehind() {
        for item in 1...2 { add(item, Self.a) }
        add(1, Self.b)
        #expect(inbox.next()?.sender == Self.a)
        inbox.hold()
        add(3, Self.a)
        #expect(serveAll() == ["21"])
        #expect(inbox.heldSenders == [Self.a])
        #expect(!inbox.isReady)
        inbox.resume(Self.b)
        inbox.resume(Self.a)
        #expect(serveAll() == ["11", "12", "13"])
        add(1, Self.a)
        _ = inbox.next()
        inbox.hold()
        add(2, Self.a)
        add(3, Self.a)
        #expect(inbox.firstHeld(of: Self.a) == 1)
        inbox.removeFirstHeld(of: Self.a)
        #expect(inbox.removeHeld(of: Self.a) == [2, 3])
        #expect(inbox.firstHeld(of: Self.a) == nil)
        #expect(inbox.removeHeld(of: Self.a) == [])
        #expect(inbox.isEmpty)
    }

    /// A sender with eight waiting calls is skipped until none of its calls is left.
    @Test mutating func deepQueuesCanBePassedOver() {
        for item in 1..<Inbox<Int>.backlogLength { add(item, Self.a) }
        #expect(inbox.isOtherReady && !inbox.isBacklogReady)
        add(Inbox<Int>.backlogLength, Self.a)
        #expect(inbox.isBacklogReady && !inbox.isOtherReady)
        #expect(inbox.next(skippingBacklogged: true) == nil)
        for item in 1...2 { add(item, Self.b) }
        for _ in 1...2 {
            #expect(inbox.next(skippingBacklogged: true)?.sender == Self.b)
            #expect(!inbox.isServingBacklog)
            inbox.removeNext()
            inbox.finish(cost: 1000)
        }
        for left in (0..<Inbox<Int>.backlogLength).reversed() {
            #expect(inbox.next(skippingBacklogged: true) == nil)
            #expect(inbox.next()?.sender == Self.a)
            inbox.removeNext()
            #expect(inbox.isServingBacklog)
            inbox.finish(cost: 10)
            #expect(inbox.isBacklogReady == (left > 0))
        }
        add(1, Self.a)
        #expect(inbox.next(skippingBacklogged: true)?.sender == Self.a)
    }

    /// In any order of operations: nothing is lost, each sender's order is kept, and in the end nothing is left.
    @Test mutating func nothingIsLost() {
        var random = SeededRandom(seed: 7)
        let senders: [BusName] = (0..<8).map { BusName(unchecked: ":1.\($0)") }
        var added: [BusName: [Int]] = [:]
        var served: [BusName: [Int]] = [:]
        for item in 0..<20_000 {
            let sender = senders[Int.random(in: 0..<8, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                if add(item, sender, bytes: .random(in: 0..<1000, using: &random)) == nil {
                    added[sender, default: []].append(item)
                }
            case 5..<8:
                guard let (sender, item) = inbox.next(skippingBacklogged: .random(using: &random)) else { continue }
                inbox.removeNext()
                served[sender, default: []].append(item)
                inbox.finish(cost: .random(in: 0..<100, using: &random))
            case 8:
                if inbox.next() != nil { inbox.hold() }
            default: inbox.resume(sender)
            }
        }
        for sender in senders { inbox.resume(sender) }
        while let (sender, item) = inbox.next() {
            inbox.removeNext()
            served[sender, default: []].append(item)
            inbox.finish(cost: 1)
        }
        #expect(added == served)
        #expect(inbox.isEmpty)
    }
}
