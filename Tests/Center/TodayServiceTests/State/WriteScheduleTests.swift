import Testing

@testable import TodayService
import TodayServiceRules

/// A schedule and the actions it gave, in words.
private struct Subject {
    var schedule = WriteSchedule<String>(delay: .seconds(1), retry: .seconds(10), lastRetry: .seconds(35))

    mutating func does(_ body: (inout WriteSchedule<String>) -> [WriteSchedule<String>.Action]) -> [String] {
        body(&schedule).map { action in
            switch action {
            case .arm(let time): "arm \(time.components.seconds)"
            case .disarm: "disarm"
            case .write: "write"
            case .release(let waiters): "release \(waiters.joined(separator: " "))".trimmed
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}

@Suite struct WriteScheduleTests {
    @Test func aBurstIsOneCommit() {
        var it = Subject()
        #expect(it.does { $0.changed() } == ["arm 1"])
        #expect(it.does { $0.changed() } == [])
        #expect(it.does { $0.timerFired() } == ["write"])
        #expect(it.does { $0.changed() } == [])
        #expect(it.does { $0.written(hasMore: true) } == ["release", "arm 1"])
        #expect(it.does { $0.timerFired() } == ["write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release"])
        #expect(it.does { $0.timerFired() } == [])
    }

    @Test func whoWaitsIsNotDelayed() {
        var it = Subject()
        #expect(it.does { $0.commit("a") } == ["write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release a"])
        #expect(it.does { $0.changed() } == ["arm 1"])
        #expect(it.does { $0.commit("b") } == ["disarm", "write"])
    }

    /// Its change came after the values of the commit that is under way were taken.
    @Test func whoComesDuringACommitWaitsForTheNext() {
        var it = Subject()
        #expect(it.does { $0.commit("a") } == ["write"])
        #expect(it.does { $0.commit("b") } == [])
        #expect(it.does { $0.commit("c") } == [])
        #expect(it.does { $0.written(hasMore: true) } == ["release a", "write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release b c"])
    }

    /// Waiting calls aren't released before their changes are in the new file.
    @Test func aNewFileIsWrittenForAllWhoWait() {
        var it = Subject()
        #expect(it.does { $0.commit("a") } == ["write"])
        #expect(it.does { $0.commit("b") } == [])
        #expect(it.does { $0.restarted() } == ["write"])
        #expect(it.does { $0.commit("c") } == [])
        #expect(it.does { $0.written(hasMore: false) } == ["release a b", "write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release c"])
    }

    @Test func whereEverythingIsOnDiskNothingIsTried() {
        var it = Subject()
        #expect(it.does { $0.commit("a") } == ["write"])
        #expect(it.does { $0.failed() } == ["release a", "arm 10"])
        #expect(it.does { $0.timerFired() } == ["write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release"])
        #expect(it.does { $0.timerFired() } == [])
    }

    @Test func afterAFailureItIsTriedAgainAndNobodyHangs() {
        var it = Subject()
        #expect(it.does { $0.commit("a") } == ["write"])
        #expect(it.does { $0.commit("b") } == [])
        #expect(it.does { $0.failed() } == ["release a b", "arm 10"])
        #expect(it.does { $0.changed() } == [])
        #expect(it.does { $0.timerFired() } == ["write"])
        #expect(it.does { $0.failed() } == ["release", "arm 20"])
        #expect(it.does { $0.commit("c") } == ["disarm", "write"])
        #expect(it.does { $0.failed() } == ["release c", "arm 35"])
        #expect(it.does { $0.timerFired() } == ["write"])
        #expect(it.does { $0.written(hasMore: false) } == ["release"])
        #expect(it.does { $0.commit("d") } == ["write"])
        #expect(it.does { $0.failed() } == ["release d", "arm 10"])
    }
}
