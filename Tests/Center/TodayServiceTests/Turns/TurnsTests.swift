import DBusTesting
import Testing

@testable import TodayService
import TodayServiceRules

/// Which tickets may work, and which wait.
@Suite struct TurnsTests {
    typealias Line = Turns<String>

    private static func line(_ atWork: Int, _ perParty: Int, waiting: Int = .max, waitingPerParty: Int = .max) -> Line {
        Line(
            Line.Bounds(
                atWork: atWork, atWorkPerParty: perParty, waiting: waiting, waitingPerParty: waitingPerParty,
                setAside: 2))
    }

    @Test func onePartyGetsItsShareAndOthersTheirs() throws {
        var turns = Self.line(3, 2)
        let a = try (0..<5).map { _ in try turns.enter("a") }
        #expect(a.map(\.isAtWork) == [true, true, false, false, false])
        #expect(try turns.enter("b").isAtWork)
        let b = try turns.enter("b")
        #expect(!b.isAtWork, "there is no place left")
        #expect(turns.leave(a[0].ticket) == [a[2].ticket])
        #expect(turns.leave(a[1].ticket) == [b.ticket], "the other party has its turn")
        #expect(turns.leave(a[2].ticket) == [a[3].ticket])
        #expect(turns.atWork == 3 && turns.waiting == 1)
    }

    @Test func whoIsOverTheBoundDoesNotWait() throws {
        var turns = Self.line(1, 1, waiting: 3, waitingPerParty: 2)
        let first = try turns.enter("a").ticket
        _ = try turns.enter("a")
        let last = try turns.enter("a").ticket
        #expect(throws: Line.Full(ofParty: 2, inAll: 2)) { try turns.enter("a") }
        #expect(try !turns.enter("b").isAtWork)
        #expect(throws: Line.Full(ofParty: 1, inAll: 3)) { try turns.enter("b") }
        #expect(throws: Line.Full(ofParty: 0, inAll: 3)) { try turns.enter("c") }
        // A ticket that gives up makes room.
        #expect(turns.leave(last).isEmpty)
        #expect(try !turns.enter("c").isAtWork)
        #expect(turns.leave(first).count == 1)
    }

    /// Work that never ends loses its place, unless too much of it has; its party gets no place in exchange.
    @Test func whatIsSetAside() throws {
        var turns = Self.line(1, 1)
        let hung = try turns.enter("hung").ticket
        let other = try turns.enter("other").ticket
        let again = try turns.enter("hung").ticket
        #expect(turns.setAside(hung) == [other])
        #expect(turns.setAside(hung).isEmpty)
        #expect(turns.leave(other).isEmpty)
        #expect(turns.leave(hung) == [again])
        #expect(turns.leave(hung).isEmpty)
        #expect(turns.atWork == 1 && turns.setAside == 0 && turns.waiting == 0)
        _ = turns.setAside(again)
        let second = try turns.enter("x").ticket
        #expect(turns.setAside(second).isEmpty)
        let third = try turns.enter("y").ticket
        _ = try turns.enter("z")
        #expect(turns.setAside(third).isEmpty, "enough are set aside")
        #expect(turns.atWork == 1 && turns.setAside == 2 && turns.waiting == 1)
    }

    /// In any order: no bound is exceeded, no ticket is forgotten, and none waits while a place is free.
    @Test func anyOrder() throws {
        var random = SeededRandom(seed: 5)
        let parties = ["a", "b", "c", "d"]
        for _ in 0..<200 {
            var turns = Self.line(3, 2, waiting: 10, waitingPerParty: 4)
            var working: [Line.Ticket: String] = [:]
            var waiting: [Line.Ticket: String] = [:]
            func letIn(_ tickets: [Line.Ticket]) {
                for ticket in tickets { working[ticket] = waiting.removeValue(forKey: ticket) ?? "unknown" }
            }
            for _ in 0..<100 {
                let party = parties.randomElement(using: &random) ?? ""
                let someone = waiting.keys.sorted(by: <).randomElement(using: &random)
                if Bool.random(using: &random), let (ticket, isAtWork) = try? turns.enter(party) {
                    if isAtWork { working[ticket] = party } else { waiting[ticket] = party }
                } else if Bool.random(using: &random), let ticket = someone {
                    waiting[ticket] = nil
                    letIn(turns.leave(ticket))
                } else if let ticket = working.keys.sorted(by: <).randomElement(using: &random) {
                    working[ticket] = nil
                    letIn(turns.leave(ticket))
                }
                #expect(turns.atWork == working.count && turns.waiting == waiting.count)
                #expect(working.count <= 3 && waiting.count <= 10 && !working.values.contains("unknown"))
                for party in parties {
                    let own = working.values.count { $0 == party }
                    let line = waiting.values.count { $0 == party }
                    #expect(own <= 2 && line <= 4)
                    #expect(line == 0 || own == 2 || working.count == 3, "\(party) waits for nothing")
                }
            }
            while let ticket = working.keys.first {
                working[ticket] = nil
                letIn(turns.leave(ticket))
            }
            #expect(turns.atWork == 0 && turns.waiting == 0)
        }
    }
}
