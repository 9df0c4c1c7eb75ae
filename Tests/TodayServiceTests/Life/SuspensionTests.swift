import DBusTesting
import Glibc
import Testing
import TodayProtocol

@testable import TodayService

@Suite struct SuspensionTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func twoInARowSuspend() {
        var suspension = Suspension()
        suspension.failed(at: 5 * Self.second)
        #expect(!suspension.isSuspended)
        suspension.failed(at: 6 * Self.second)
        #expect(suspension.retryAt == 36 * Self.second)
    }

    /// A busy machine makes a healthy provider late.
    @Test func afterOneItIsTriedAgainSoon() {
        var suspension = Suspension()
        suspension.failed(at: 5 * Self.second)
        #expect(suspension.retryAt == 35 * Self.second && !suspension.isSuspended)
        suspension.tried(at: 35 * Self.second)
        #expect(suspension.retryAt == 65 * Self.second && !suspension.isSuspended)
        suspension.answered()
        #expect(suspension.retryAt == nil)
    }

    @Test func anAnswerInBetweenIsANewBeginning() {
        var suspension = Suspension()
        for _ in 0..<3 {
            suspension.failed(at: 0)
            suspension.answered()
        }
        suspension.failed(at: 0)
        #expect(!suspension.isSuspended)
    }

    @Test func thePauseDoublesUpToTwoHours() {
        var suspension = Suspension()
        suspension.failed(at: 0)
        var now: UInt64 = 0
        var pauses: [UInt64] = []
        for _ in 0..<11 {
            suspension.failed(at: now)
            let next = suspension.retryAt ?? 0
            pauses.append((next - now) / Self.second)
            now = next
        }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1920, 3840, 7200, 7200, 7200])
        suspension.answered()
        #expect(suspension == Suspension())
    }

    @Test func askingEarlierDoesNotMakeItWorse() {
        var suspension = Suspension()
        suspension.failed(at: 0)
        suspension.failed(at: 0)
        for now in 1...20 as ClosedRange<UInt64> { suspension.failed(at: now * Self.second) }
        #expect(suspension.retryAt == 50 * Self.second)
        // The restart of one attempt counts as that attempt.
        suspension.failed(at: 50 * Self.second)
        suspension.failed(at: 51 * Self.second)
        #expect(suspension.retryAt == 111 * Self.second)
    }

    @Test func whatNeitherFailedNorAnsweredWaitsAgain() {
        var suspension = Suspension()
        suspension.tried(at: 7)
        #expect(suspension == Suspension())
        suspension.failed(at: 0)
        suspension.failed(at: 0)
        suspension.tried(at: 10 * Self.second)
        #expect(suspension.retryAt == 30 * Self.second)
        suspension.tried(at: 30 * Self.second)
        #expect(suspension.retryAt == 60 * Self.second)
    }

    @Test func theEndOfTimeIsNoTrap() {
        var suspension = Suspension()
        suspension.failed(at: .max)
        suspension.failed(at: .max)
        #expect(suspension.retryAt == .max)
    }

    /// Whatever happens: it is suspended after two failures in a row and not otherwise, and for a pause in its range.
    @Test(arguments: 0..<100)
    func inAnyOrder(_ seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        var suspension = Suspension()
        var (now, row) = (UInt64(0), 0)
        for _ in 0..<200 {
            now += UInt64.random(in: 0...100 * Self.second, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0:
                suspension.answered()
                row = 0
            case 1: suspension.tried(at: now)
            default:
                suspension.failed(at: now)
                row += 1
                if row >= 2 { #expect(Suspension.pauses.contains((suspension.retryAt ?? 0) &- now)) }
            }
            #expect(suspension.isSuspended == (row >= 2) && suspension.failures == row)
        }
    }

    @Test func untilItIsSuspendedItIsAlsoTriedWhenItIsDue() {
        var facts = Freshness()
        facts.confirmedAt = 0
        facts.interval = 900
        #expect(facts.retry(at: 30, isLeftAlone: false) == Freshness.Due(30, .interval))
        facts.visibleSince = 10
        #expect(facts.retry(at: 30, isLeftAlone: false) == Freshness.Due(30, .interval))
        facts.isAskedFor = true
        #expect(facts.retry(at: 30, isLeftAlone: false) == Freshness.Due(0, .hasContent))
        #expect(facts.retry(at: 30) == Freshness.Due(30, .hasContent))
    }

    @Test func theRetryIsForSomebody() {
        var facts = Freshness()
        #expect(facts.retry(at: 7) == Freshness.Due(7, .interval))
        facts.nextUpdate = 3
        #expect(facts.retry(at: 7) == Freshness.Due(7, .nextUpdate))
        facts.nextUpdate = nil
        facts.interval = 0
        #expect(facts.retry(at: 7) == nil)
        facts.visibleSince = 5
        #expect(facts.retry(at: 7) == Freshness.Due(7, .visible))
        facts.turn = 9
        #expect(facts.retry(at: 7) == Freshness.Due(9, .wake))
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
