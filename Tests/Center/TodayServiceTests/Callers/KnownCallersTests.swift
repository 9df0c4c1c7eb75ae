import DBus
import Testing

@testable import TodayService

/// The callers that the center remembers.
@Suite struct KnownCallersTests {
    private static func name(_ number: Int) -> BusName { BusName(unchecked: ":1.\(number)") }

    /// A live connection is never forgotten, however many others come.
    @Test func whoIsThereIsKept() {
        var known = KnownCallers()
        known.begin(at: 10)
        for number in 0..<5000 {
            known.joined(Self.name(number), at: 20)
            known.add(Self.name(number), .unconfined, hasLeft: false)
        }
        #expect((0..<5000).allSatisfy { known[Self.name($0)] == .unconfined })
        #expect(known.count == 5000)
    }

    /// Calls of theirs may still be at hand.
    @Test func ofThoseWhoLeftTheLastAreKept() {
        var known = KnownCallers()
        known.begin(at: 10)
        for number in 0..<5000 {
            known.joined(Self.name(number), at: 20)
            known.add(Self.name(number), .unconfined, hasLeft: false)
            known.left(Self.name(number))
            #expect(known[Self.name(number)] == .unconfined)
        }
        // One that was found out only then.
        known.add(Self.name(5000), .unidentified("late"), hasLeft: true)
        #expect(known[Self.name(5000)] == .unidentified("late"))
        #expect((4500..<5000).allSatisfy { known[Self.name($0)] != nil })
        #expect(known[Self.name(0)] == nil)
        #expect(known.count <= 2049)
    }

    /// A connection that comes and goes without a call leaves nothing.
    @Test func whoNeverCalls() {
        var known = KnownCallers()
        known.begin(at: 10)
        for number in 0..<5000 {
            known.joined(Self.name(number), at: 20)
            known.left(Self.name(number))
        }
        #expect(known.count == 0)
    }

    @Test func sinceWhenSomebodyIsThere() {
        var known = KnownCallers()
        known.begin(at: 10)
        #expect(known.arrival(of: Self.name(1)) == 10, "it was there before")
        known.joined(Self.name(2), at: 20)
        #expect(known.arrival(of: Self.name(2)) == 20)
        #expect(known[Self.name(2)] == nil)
    }

    @Test func whoCalledLastIsRemembered() {
        var callers = RecentCallers(limit: 10)
        for number in 0..<1000 {
            callers.add(Self.name(number), .unconfined)
            #expect(callers[Self.name(0)] == .unconfined, "who is asked for again and again stays")
            #expect(callers.count <= 21)
        }
        #expect(callers[Self.name(999)] == .unconfined)
        #expect(callers[Self.name(500)] == nil)
    }
}
