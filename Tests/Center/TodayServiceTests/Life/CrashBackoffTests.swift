import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct CrashBackoffTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func twoInARowSuspend() {
        var backoff = CrashBackoff()
        backoff.failed(at: 5 * Self.second)
        #expect(!backoff.isSuspended)
        backoff.failed(at: 6 * Self.second)
        #expect(backoff.retryAt == 36 * Self.second)
    }

    /// A busy machine makes a healthy provider late.
    @Test func afterOneItIsTriedAgainSoon() {
        var backoff = CrashBackoff()
        backoff.failed(at: 5 * Self.second)
        #expect(backoff.retryAt == 35 * Self.second && !backoff.isSuspended)
        backoff.tried(at: 35 * Self.second)
        #expect(backoff.retryAt == 65 * Self.second && !backoff.isSuspended)
        backoff.reset()
        #expect(backoff.retryAt == nil)
    }

    @Test func anAnswerInBetweenIsANewBeginning() {
        var backoff = CrashBackoff()
        for _ in 0..<3 {
            backoff.failed(at: 0)
            backoff.reset()
        }
        backoff.failed(at: 0)
        #expect(!backoff.isSuspended)
    }

    @Test func thePauseDoublesUpToTwoHours() {
        var backoff = CrashBackoff()
        backoff.failed(at: 0)
        var now: UInt64 = 0
        var pauses: [UInt64] = []
        for _ in 0..<11 {
            backoff.failed(at: now)
            let next = backoff.retryAt ?? 0
            pauses.append((next - now) / Self.second)
            now = next
        }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1920, 3840, 7200, 7200, 7200])
        backoff.reset()
        #expect(backoff == CrashBackoff())
    }

    @Test func askingEarlierDoesNotMakeItWorse() {
        var backoff = CrashBackoff()
        backoff.failed(at: 0)
        backoff.failed(at: 0)
        for now in 1...20 as ClosedRange<UInt64> { backoff.failed(at: now * Self.second) }
        #expect(backoff.retryAt == 50 * Self.second)
        // The restart of one attempt counts as that attempt.
        backoff.failed(at: 50 * Self.second)
        backoff.failed(at: 51 * Self.second)
        #expect(backoff.retryAt == 111 * Self.second)
    }

    @Test func whatNeitherFailedNorAnsweredWaitsAgain() {
        var backoff = CrashBackoff()
        backoff.tried(at: 7)
        #expect(backoff == CrashBackoff())
        backoff.failed(at: 0)
        backoff.failed(at: 0)
        backoff.tried(at: 10 * Self.second)
        #expect(backoff.retryAt == 30 * Self.second)
        backoff.tried(at: 30 * Self.second)
        #expect(backoff.retryAt == 60 * Self.second)
    }

    @Test func theEndOfTimeIsNoTrap() {
        var backoff = CrashBackoff()
        backoff.failed(at: .max)
        backoff.failed(at: .max)
        #expect(backoff.retryAt == .max)
    }

    /// In any order of events, it is suspended after two failures in a row and not otherwise, for a pause in its range.
    @Test(arguments: 0..<100)
    func inAnyOrder(_ seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        var backoff = CrashBackoff()
        var (now, row) = (UInt64(0), 0)
        for _ in 0..<200 {
            now += UInt64.random(in: 0...100 * Self.second, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0:
                backoff.reset()
                row = 0
            case 1: backoff.tried(at: now)
            default:
                backoff.failed(at: now)
                row += 1
                if row >= 2 { #expect(CrashBackoff.pauses.contains((backoff.retryAt ?? 0) &- now)) }
            }
            #expect(backoff.isSuspended == (row >= 2) && backoff.failures == row)
        }
    }

    @Test func untilItIsSuspendedItIsAlsoTriedWhenItIsDue() {
        var facts = UpdateTiming()
        facts.confirmedAt = 0
        facts.interval = 900
        #expect(facts.retry(at: 30, isLeftAlone: false) == UpdateTiming.Due(30, .interval))
        facts.visibleSince = 10
        #expect(facts.retry(at: 30, isLeftAlone: false) == UpdateTiming.Due(30, .interval))
        facts.isAskedFor = true
        #expect(facts.retry(at: 30, isLeftAlone: false) == UpdateTiming.Due(0, .hasContent))
        #expect(facts.retry(at: 30) == UpdateTiming.Due(30, .hasContent))
    }

    @Test func theRetryIsForSomebody() {
        var facts = UpdateTiming()
        #expect(facts.retry(at: 7) == UpdateTiming.Due(7, .interval))
        facts.nextUpdate = 3
        #expect(facts.retry(at: 7) == UpdateTiming.Due(7, .nextUpdate))
        facts.nextUpdate = nil
        facts.interval = 0
        #expect(facts.retry(at: 7) == nil)
        facts.visibleSince = 5
        #expect(facts.retry(at: 7) == UpdateTiming.Due(7, .visible))
        facts.turn = 9
        #expect(facts.retry(at: 7) == UpdateTiming.Due(9, .wake))
        facts.turn = nil
        facts.hasContent = false
        #expect(facts.retry(at: 7) == nil)
    }
}

@Suite struct IdlenessTests {
    @Test(
        arguments: [
            (nil, 5, 0, nil), (7, 5, 1, nil), (7, 5, 0, 37), (5, 7, 0, 37), (0, 0, 0, 30), (.max, 0, 0, nil),
        ] as [(UInt64?, UInt64, Int, UInt64?)])
    func aProviderIsKeptForAWhile(_ hidden: UInt64?, _ used: UInt64, _ calls: Int, _ end: UInt64?) {
        var idleness = Idleness()
        idleness.hiddenSince = hidden
        idleness.usedAt = used
        idleness.calls = calls
        #expect(idleness.end(after: 30) == end)
    }
}

@Suite struct ProcessMemoryTests {
    @Test(
        arguments: [
            ("Name:\tx\nRssAnon:\t     128 kB\nRssFile:\t 7 kB\nRssShmem:\t       2 kB\n", 130 * 1024),
            ("RssAnon:\t0 kB\n", 0), ("Name:\tRssAnon: 7\nState:\tZ (zombie)\n", nil), ("", nil),
            ("RssAnon:\t99999999999999999999 kB\n", nil), ("RssAnon:\t18446744073709551615 kB\n", .max),
        ] as [(String, UInt64?)])
    func aStatusIsRead(_ text: String, _ bytes: UInt64?) { #expect(ProcessMemory.bytes(inStatus: text) == bytes) }

    @Test func thisProcessUsesSome() throws {
        #expect(try #require(ProcessMemory.used(by: getpid())) > 1 << 20)
        #expect(ProcessMemory.used(by: 0) == nil)
    }
}
