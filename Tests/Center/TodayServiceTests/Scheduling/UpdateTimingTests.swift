import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

@Suite struct UpdateTimingTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let due: UpdateTiming.Due?
        let facts: UpdateTiming

        init(_ name: String, _ due: UpdateTiming.Due?, _ change: (inout UpdateTiming) -> Void) {
            testDescription = name
            self.due = due
            var facts = UpdateTiming()
            facts.seenAt = 1000
            facts.interval = 100
            change(&facts)
            self.facts = facts
        }
    }

    @Test(arguments: [
        Row("one interval after it was seen", .init(1100, .interval)) { _ in },
        Row("one interval after it was confirmed", .init(1150, .interval)) { $0.confirmedAt = 1050 },
        Row("never without an interval, while nobody looks", nil) { $0.interval = 0 },
        Row("not after the end of time", nil) { $0.interval = .max },
        Row("when the provider asked for it", .init(1020, .nextUpdate)) { $0.nextUpdate = 1020 },
        Row("at the interval, when the wish is later", .init(1100, .interval)) { $0.nextUpdate = 1101 },
        Row("when the provider asked, also without an interval", .init(1020, .nextUpdate)) {
            $0.interval = 0
            $0.nextUpdate = 1020
        },
        Row(
            "a moment after the last run, when the provider always asks for now",
            .init(1050 + UpdateTiming.spacing, .nextUpdate)
        ) {
            $0.interval = 0
            $0.confirmedAt = 1050
            $0.nextUpdate = 1
        },
        Row("at once after SetHasContent(true)", .init(0, .hasContent)) {
            $0.confirmedAt = 1050
            $0.isAskedFor = true
        },
        Row("when somebody looks for the first time", .init(1010, .visible)) { $0.visibleSince = 1010 },
        Row("when somebody looks at content as old as the interval", .init(1150, .interval)) {
            $0.confirmedAt = 1050
            $0.visibleSince = 1150
        },
        Row("when somebody looks at content older than the interval", .init(1150, .interval)) {
            $0.confirmedAt = 1050
            $0.visibleSince = 1160
        },
        Row("not at once when somebody looks at fresh content", .init(1150, .interval)) {
            $0.confirmedAt = 1050
            $0.visibleSince = 1149
        },
        Row("not again because somebody still looks", .init(1150, .interval)) {
            $0.visibleSince = 1010
            $0.confirmedAt = 1050
        },
        Row("whenever somebody looks, without an interval", .init(1060, .visible)) {
            $0.interval = 0
            $0.confirmedAt = 1050
            $0.visibleSince = 1060
        },
        Row("not again without an interval", nil) {
            $0.interval = 0
            $0.confirmedAt = 1060
            $0.visibleSince = 1060
        },
        Row("for the first time when it is its turn, panels or not", .init(1002, .start)) { $0.firstTurn = 1002 },
        Row("for the first time also without an interval", .init(1002, .start)) {
            $0.interval = 0
            $0.firstTurn = 1002
        },
        Row("for the first time when somebody looks before", .init(1001, .visible)) {
            $0.firstTurn = 1002
            $0.visibleSince = 1001
        },
        Row("in its turn after the machine was suspended", .init(5000, .wake)) { $0.turn = 5000 },
        Row("as ever when its turn was before", .init(1100, .interval)) { $0.turn = 1099 },
        Row("at once after SetHasContent(true), whosever turn it is", .init(0, .hasContent)) {
            $0.isAskedFor = true
            $0.turn = 5000
        },
        Row("at once with another size, whosever turn it is", .init(0, .context)) {
            $0.hasNewSize = true
            $0.turn = 5000
        },
    ])
    func isDue(_ row: Row) { #expect(row.facts.due == row.due) }

    @Test func isNeverDueWhenThereIsNobodyToAskOrNobodyToShow() {
        var facts = UpdateTiming()
        facts.isAskedFor = true
        facts.nextUpdate = 1
        facts.visibleSince = 1
        facts.firstTurn = 1
        #expect(facts.due != nil)
        for condition in [\UpdateTiming.canUpdate, \.hasContent, \.isArranged] {
            var facts = facts
            facts[keyPath: condition] = false
            #expect(facts.due == nil)
        }
    }

    /// All combinations: while it is paused, only what was asked for counts.
    @Test func whilePausedOnlyARequestMakesItDue() {
        for bits in 0..<1 << 9 {
            func has(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
            var facts = UpdateTiming(seenAt: 1000)
            facts.interval = has(0) ? 100 : 0
            facts.confirmedAt = has(1) ? 1050 : nil
            facts.firstTurn = has(2) ? 1 : nil
            facts.nextUpdate = has(3) ? 1 : nil
            facts.isAskedFor = has(4)
            facts.hasNewSettings = has(5)
            facts.hasNewSize = has(6)
            facts.visibleSince = has(7) ? 5000 : nil
            facts.turn = has(8) ? 9000 : nil
            let isDue = facts.due != nil
            facts.isPaused = true
            let expected: UpdateReason? = has(4) ? .hasContent : has(5) ? .settings : nil
            #expect(facts.due?.reason == expected && facts.due.map { $0.time == 0 } ?? true, "\(facts)")
            #expect(expected == nil || isDue)
            // A provider in trouble isn't retried either.
            for isLeftAlone in [false, true] where expected == nil {
                #expect(facts.retry(at: 7000, isLeftAlone: isLeftAlone) == nil, "\(facts)")
            }
        }
    }

    @Test func aRunThatEndsSettlesWhatWasOpen() {
        var facts = UpdateTiming(seenAt: 1)
        facts.isAskedFor = true
        facts.turn = 7
        facts.firstTurn = 8
        facts.ran(at: 9)
        #expect(facts.firstTurn == nil)
        #expect(facts.confirmedAt == 9 && !facts.isAskedFor && facts.turn == nil)
        facts.confirm(at: 11)
        #expect(facts.confirmedAt == 11)
    }

    @Test func whatWasPushedToNeedsNoFirstUpdate() {
        var facts = UpdateTiming(seenAt: 1)
        facts.interval = 0
        facts.firstTurn = 8
        #expect(facts.due == UpdateTiming.Due(8, .start))
        facts.confirm(at: 5)
        #expect(facts.due == nil)
    }
}
