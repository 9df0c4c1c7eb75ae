import Testing
import TodayBridgeRules
import TodayModel

struct RemoteClockTests {
    private static func time(_ seconds: UInt64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    @Test(arguments: [0, 90, 7200, -7200] as [Int64])
    func agesAreThoseThere(_ ahead: Int64) {
        func there(_ seconds: Int64) -> Timestamp { Self.time(UInt64(100_000 + seconds + ahead)) }
        var clock = RemoteClock()
        #expect(clock.here(there(0), now: Self.time(100_000)) == .never)
        // The call takes 2 s, and the time there is set after 1 s.
        clock.measure(there(1), sent: Self.time(100_000))
        #expect(clock.isMeasured)
        // Content that is 60 s old is at most a round trip older here, and never newer.
        #expect(clock.here(there(-58), now: Self.time(100_002)) == Self.time(99_941))
        #expect(clock.here(.never, now: Self.time(100_002)) == .never)
        // Content of the future is of now.
        #expect(clock.here(there(500), now: Self.time(100_002)) == Self.time(100_002))
        #expect(!clock.isOutdated(by: there(2), now: Self.time(100_002)))
        #expect(clock.isOutdated(by: there(500), now: Self.time(100_002)))
    }

    @Test(arguments: [0, 1, UInt64.max])
    func anyTimeIsSafe(_ theirs: UInt64) {
        for sent in [0, 1, UInt64.max] {
            var clock = RemoteClock()
            clock.measure(Timestamp(microseconds: theirs), sent: Timestamp(microseconds: sent))
            for time in [0, 1, UInt64.max / 2, UInt64.max] {
                let here = clock.here(Timestamp(microseconds: time), now: Self.time(100))
                #expect(here <= Self.time(100))
                _ = clock.isOutdated(by: Timestamp(microseconds: time), now: Timestamp(microseconds: .max))
            }
        }
    }
}
