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

    private mutating func serveDeep(on connection: ObjectIdentifier = here, isTaken: Bool = true) {
        pacing.servedDeep(on: connection, cost: 20 * Self.microsecond, isTaken: isTaken, at: now)
    }

    private mutating func serveShallow(besideDeep: Bool = true) {
        pacing.servedShallow(on: Self.here, besideDeep: besideDeep, at: now)
    }

    private mutating func rests(atWork: Int = 0) -> Bool { pacing.isResting(at: now, atWork: atWork) }

    @Test mutating func aloneTheyNeverRest() {
        for _ in 0..<1000 {
            serveDeep(isTaken: false)
            pass(20)
            #expect(!rests())
        }
        #expect(!pacing.isPacing(at: now))
    }

    @Test mutating func besideAnotherTheyRestAfterAFew() {
        serveShallow()
        #expect(pacing.isPacing(at: now))
        for _ in 0..<3 {
            serveDeep()
            #expect(!rests())
        }
        serveDeep()
        #expect(rests())
        pass(299)
        #expect(rests())
        pass(1)
        #expect(!rests())
        serveDeep()
        #expect(!rests())
    }

    /// A tenth of a second after the last call of the other.
    @Test mutating func theyRestNoMoreWhenTheOtherHasLeft() {
        serveShallow()
        for _ in 0..<4 { serveDeep() }
        pass(99_999)
        #expect(pacing.isPacing(at: now))
        pass(1)
        #expect(!pacing.isPacing(at: now))
        for _ in 0..<100 {
            serveDeep()
            #expect(!rests())
        }
    }

    @Test mutating func oneWhoAsksWhileNobodyElseWaitsChangesNothing() {
        serveDeep()
        serveShallow(besideDeep: false)
        #expect(!pacing.isPacing(at: now))
    }

    /// The connections of a loop share the bus.
    @Test mutating func deepQueuesOfAnotherConnectionCount() {
        serveDeep(on: Self.elsewhere)
        pass(9_999)
        serveShallow(besideDeep: false)
        #expect(pacing.isPacing(at: now))
        pass(200_000)
        serveShallow(besideDeep: false)
        #expect(!pacing.isPacing(at: now))
    }

    /// No other sender is served during a large reply. Deep queues then get a twentieth of the time, and a rest has an
    /// upper bound.
    @Test(arguments: [(taking: 100, rest: 2000), (taking: 1000, rest: 20_000), (taking: 60_000, rest: 30_000)])
    mutating func afterALargeReplyTheyRestLong(_ row: (taking: UInt64, rest: UInt64)) {
        serveShallow()
        serveDeep(isTaken: false)
        pass(row.taking)
        #expect(rests())
        pass(row.rest - 1)
        #expect(rests())
        pass(1)
        #expect(!rests())
    }

    @Test mutating func theyRestLongerWhileManyAreAtWork() {
        serveShallow()
        for _ in 0..<4 { serveDeep() }
        #expect(rests(atWork: 32))
        pass(1999)
        #expect(rests())
        pass(1)
        #expect(!rests())
    }
}
