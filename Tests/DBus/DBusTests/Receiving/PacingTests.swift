import Testing

@testable import DBus

/// When the deep queues rest, on a clock that stands still.
struct PacingTests {
    private static let microsecond: UInt64 = 1000
    private static let here = ObjectIdentifier(PacingTests.self)
    private static let elsewhere = ObjectIdentifier(Pacing.self)
    private var pacing = Pacing()
    private var now: UInt64 = 1_000_000_000

    private mutating func pass(_ microseconds: UInt64) { now += microseconds * Self.microsecond }

    private mutating func serveBacklogged(on connection: ObjectIdentifier = here, isReplyRead: Bool = true) {
        pacing.servedBacklogged(on: connection, cost: 20 * Self.microsecond, isReplyRead: isReplyRead, at: now)
    }

    private mutating func serveOther(besideBacklog: Bool = true) {
        pacing.servedOther(on: Self.here, besideBacklog: besideBacklog, at: now)
    }

    private mutating func rests(atWork: Int = 0) -> Bool { pacing.isResting(at: now, atWork: atWork) }

    @Test mutating func aloneTheyNeverRest() {
        for _ in 0..<1000 {
            serveBacklogged(isReplyRead: false)
            pass(20)
            #expect(!rests())
        }
        #expect(!pacing.isPacing(at: now))
    }

    @Test mutating func besideAnotherTheyRestAfterAFew() {
        serveOther()
        #expect(pacing.isPacing(at: now))
        for _ in 0..<3 {
            serveBacklogged()
            #expect(!rests())
        }
        serveBacklogged()
        #expect(rests())
        pass(299)
        #expect(rests())
        pass(1)
        #expect(!rests())
        serveBacklogged()
        #expect(!rests())
    }

    /// A tenth of a second after the last call of the other.
    @Test mutating func theyRestNoMoreWhenTheOtherHasLeft() {
        serveOther()
        for _ in 0..<4 { serveBacklogged() }
        pass(99_999)
        #expect(pacing.isPacing(at: now))
        pass(1)
        #expect(!pacing.isPacing(at: now))
        for _ in 0..<100 {
            serveBacklogged()
            #expect(!rests())
        }
    }

    @Test mutating func oneWhoAsksWhileNobodyElseWaitsChangesNothing() {
        serveBacklogged()
        serveOther(besideBacklog: false)
        #expect(!pacing.isPacing(at: now))
    }

    /// The connections of a loop share the bus.
    @Test mutating func deepQueuesOfAnotherConnectionCount() {
        serveBacklogged(on: Self.elsewhere)
        pass(9_999)
        serveOther(besideBacklog: false)
        #expect(pacing.isPacing(at: now))
        pass(200_000)
        serveOther(besideBacklog: false)
        #expect(!pacing.isPacing(at: now))
    }

    /// No other sender is served during a large reply. Deep queues then get a twentieth of the time, and a rest has an
    /// upper bound.
    @Test(arguments: [(taking: 100, rest: 2000), (taking: 1000, rest: 20_000), (taking: 60_000, rest: 30_000)])
    mutating func afterALargeReplyTheyRestLong(_ row: (taking: UInt64, rest: UInt64)) {
        serveOther()
        serveBacklogged(isReplyRead: false)
        pass(row.taking)
        #expect(rests())
        pass(row.rest - 1)
        #expect(rests())
        pass(1)
        #expect(!rests())
    }

    @Test mutating func theyRestLongerWhileManyAreAtWork() {
        serveOther()
        for _ in 0..<4 { serveBacklogged() }
        #expect(rests(atWork: 32))
        pass(1999)
        #expect(rests())
        pass(1)
        #expect(!rests())
    }
}
