import DBusTesting
import Fuzzing
import Testing
import TodayModel

@testable import TodayService

@Suite struct PushGateTests {
    private static let second: UInt64 = 1_000_000_000

    /// A gate and the widget behind it, as the center uses them.
    private struct Bench {
        var record: WidgetRecord
        var gate: PushGate<Int>
        /// The revision that each push was answered with.
        var answers: [Int: UInt64] = [:]
        var isViewing: Bool

        init(isViewing: Bool = false, _ change: (inout WidgetDefinition) -> Void = { _ in }) {
            record = WidgetRecord(.a, WidgetDefinition(change), source: .registered)
            _ = try? record.apply(record.definition.changes, from: .definition, at: .never)
            gate = PushGate(isViewing: isViewing, at: 0)
            self.isViewing = isViewing
        }

        /// Returns whether it was applied at once.
        @discardableResult
        mutating func push(_ number: Int, _ changes: WidgetChanges, at now: UInt64) throws -> Bool {
            guard gate.isOpen(at: now) else {
                try gate.hold(changes, on: record, at: now, .never, number)
                return false
            }
            _ = try record.apply(changes, from: .push, at: .never)
            gate.applied(at: now)
            answers[number] = record.revision
            return true
        }

        mutating func expectHeld(_ number: Int, _ changes: WidgetChanges, at now: UInt64) throws {
            let isApplied = try push(number, changes, at: now)
            #expect(!isApplied)
        }

        /// Returns what the pushes that were held do to when the widget is due.
        @discardableResult
        mutating func release(at now: UInt64) throws -> PushEffect? {
            guard let held = gate.release(at: now) else { return nil }
            _ = try record.apply(held.changes, from: held.origin, at: Timestamp(microseconds: now))
            for waiter in held.waiters { answers[waiter] = record.revision }
            return held.effect
        }

        /// Uses up the burst without changing anything.
        mutating func exhaust() throws {
            for number in 0..<Limits.pushBurst {
                let isOpen = try push(-1 - number, WidgetChanges(), at: 0)
                #expect(isOpen)
            }
        }
    }

    // MARK: The rate

    @Test(arguments: [(false, second), (true, second / 10)])
    func overTheRateIsHeldUntilThereIsRoom(_ isViewing: Bool, _ wait: UInt64) throws {
        var bench = Bench(isViewing: isViewing)
        try bench.exhaust()
        #expect(bench.gate.due == nil)
        try bench.expectHeld(1, .content("1"), at: 0)
        #expect(bench.gate.due == wait)
        // Also when there is room already: the earlier one is first.
        try bench.expectHeld(2, .content("2"), at: wait)
        #expect(bench.gate.due == wait)
        try bench.release(at: wait)
        #expect(bench.answers[1] == 1 && bench.answers[2] == 1)
        #expect(bench.record.content == text("2"))
        #expect(bench.gate.due == nil && bench.gate.held == nil)
        let nothing = try bench.release(at: wait)
        #expect(nothing == nil)
        // The two together took one token.
        try bench.expectHeld(3, .content("3"), at: wait)
        #expect(bench.gate.due == 2 * wait)
    }

    @Test func aPanelThatComesSpeedsUp() throws {
        var bench = Bench()
        try bench.exhaust()
        try bench.push(1, .content("1"), at: 0)
        bench.gate.setViewing(true, at: Self.second / 2)
        #expect(bench.gate.due == Self.second / 2 + Self.second / 20)
    }

    @Test func nothingIsHeldLongerThanASecond() throws {
        var bench = Bench(isViewing: true)
        try bench.exhaust()
        try bench.push(1, .content("1"), at: 0)
        bench.gate.setViewing(false, at: Self.second / 100)
        // At one a second the rest of the token would take longer than what is left.
        try bench.push(2, .content("2"), at: Self.second / 50)
        let due = try #require(bench.gate.due)
        #expect(due <= Self.second)
        bench = Bench()
        try bench.exhaust()
        try bench.push(3, .content("3"), at: 0)
        try bench.release(at: Self.second - 1)
        try bench.push(4, .content("4"), at: Self.second)
        #expect(bench.gate.due == 2 * Self.second - 1)
    }

    @Test func whatIsAppliedEarlierTakesWhatThereIsOfAToken() throws {
        var bench = Bench()
        try bench.exhaust()
        try bench.push(1, .content("1"), at: 0)
        try bench.release(at: Self.second / 2)
        try bench.expectHeld(2, .content("2"), at: Self.second)
        #expect(bench.gate.due == Self.second / 2 + Self.second)
    }

    // MARK: Refusals

    @Test func whatIsRefusedTakesATokenToo() throws {
        var bench = Bench()
        for _ in 1..<Limits.pushBurst { bench.gate.refused(at: 0) }
        let isApplied = try bench.push(1, .content("1"), at: 0)
        #expect(isApplied)
        try bench.expectHeld(2, .content("2"), at: 0)
        // Held for longer by what is refused meanwhile, and never longer than a push may be.
        bench.gate.refused(at: Self.second / 2)
        #expect(bench.gate.due == Self.second)
    }

    @Test(arguments: [(false, second), (true, second / 10)])
    func tooManyThatAreWrongCloseIt(_ isViewing: Bool, _ wait: UInt64) throws {
        var bench = Bench(isViewing: isViewing)
        for _ in 0..<Limits.pushBurst {
            #expect(bench.gate.closedUntil(at: 0) == nil)
            bench.gate.refused(at: 0)
        }
        #expect(bench.gate.closedUntil(at: 0) == wait)
        #expect(bench.gate.closedUntil(at: wait - 1) == wait)
        // Then one is looked at, and the next one when another token has come.
        #expect(bench.gate.closedUntil(at: wait) == nil)
        bench.gate.refused(at: wait)
        #expect(bench.gate.closedUntil(at: wait) == 2 * wait)
        bench.gate.setViewing(true, at: wait)
        #expect(bench.gate.closedUntil(at: wait) == wait + Self.second / 10)
    }

    @Test func whatIsRightNeverClosesIt() throws {
        var bench = Bench()
        for number in 0..<(3 * Limits.pushBurst) {
            #expect(bench.gate.closedUntil(at: 0) == nil)
            try bench.push(number, .content("\(number)"), at: 0)
        }
    }

    // MARK: Merging

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let begins: Bool
        let pushes: [WidgetChanges]
        let content: String?
        let shown: Bool
        let revision: UInt64
        let effect: PushEffect

        /// - Parameters:
        ///   - begins: whether the widget, whose content is `old`, has content at first.
        ///   - content: the text that is kept in the end; nil for none.
        init(
            _ name: String, begins: Bool = true, _ pushes: [WidgetChanges], content: String?, shown: Bool = true,
            revision: UInt64 = 1, _ effect: PushEffect = .confirms
        ) {
            testDescription = name
            self.begins = begins
            self.pushes = pushes
            self.content = content
            self.shown = shown
            self.revision = revision
            self.effect = effect
        }
    }

    private static let hide = WidgetChanges { $0.hasContent = false }
    private static let show = WidgetChanges { $0.hasContent = true }

    @Test(arguments: [
        Row("the later content", [.content("1"), .content("2")], content: "2"),
        Row("there and back", [.content("1"), .content("old")], content: "old", revision: 0),
        Row("false, then true", [hide, show], content: nil, [.confirms, .asks]),
        Row("false, content, then true", [hide, .content("1"), show], content: "1", [.confirms, .asks]),
        Row(
            "false, old content, then true", [hide, .content("old"), show], content: "old", revision: 0,
            [.confirms, .asks]),
        Row("content, then false", [.content("1"), hide], content: nil, shown: false),
        Row("content, false, then true", [.content("1"), hide, show], content: nil, [.confirms, .asks]),
        Row("false, then content", [hide, .content("1")], content: "1", shown: false),
        Row("false while there is none keeps", begins: false, [hide, show], content: "old", [.confirms, .asks]),
        Row(
            "content, false while there is none", begins: false, [.content("1"), hide], content: "1", shown: false,
            revision: 0),
        Row(
            "true, then false", begins: false, [show, hide], content: nil, shown: false, revision: 0,
            [.confirms, .asks]),
        Row(
            "true, content, then false", begins: false, [show, .content("1"), hide], content: nil, shown: false,
            revision: 0, [.confirms, .asks]),
        Row("nothing", [WidgetChanges(), WidgetChanges()], content: "old", revision: 0, []),
    ])
    func whatIsHeldMerges(_ row: Row) throws {
        var bench = Bench {
            $0.changes.content = text("old")
            $0.changes.hasContent = row.begins
        }
        let first = bench.record.revision
        try bench.exhaust()
        for (number, push) in row.pushes.enumerated() { try bench.push(number, push, at: 0) }
        #expect(bench.record.revision == first && bench.answers.count == Limits.pushBurst)
        let effect = try bench.release(at: Self.second)
        #expect(effect == row.effect)
        #expect(bench.record.stored.content == (row.content.map(text) ?? .empty))
        #expect(bench.record.hasContent == row.shown)
        #expect(bench.record.revision == first + row.revision)
        for number in row.pushes.indices { #expect(bench.answers[number] == bench.record.revision) }
    }

    @Test func whatIsHeldCountsForWhatComesBehindIt() throws {
        var bench = Bench()
        try bench.exhaust()
        let expanded = WidgetChanges { $0.displayMode = .expanded }
        // Above the largest mode, but not behind a push that raises it.
        func expectRefusal(_ number: Int, _ bench: Bench) {
            var bench = bench
            #expect(throws: Fault.self) { try bench.push(number, expanded, at: 0) }
        }
        expectRefusal(1, bench)
        #expect(bench.gate.held == nil && bench.gate.due == nil)
        try bench.push(2, WidgetChanges { $0.largestDisplayMode = .expanded }, at: 0)
        try bench.push(3, expanded, at: 0)
        try bench.push(4, WidgetChanges { $0.largestDisplayMode = .compact }, at: 0)
        expectRefusal(5, bench)
        #expect(bench.gate.held?.waiters == [2, 3, 4])
        try bench.release(at: Self.second)
        #expect(bench.record.displayMode == .compact && bench.record.largestDisplayMode == .compact)
    }

    /// The later change wins, whether its content is new or not.
    @Test(arguments: ["old", "new"])
    func contentClearsTheErrorsBeforeIt(_ content: String) throws {
        let failure = WidgetChanges { $0.error = "no network" }
        let both = WidgetChanges {
            $0.content = text(content)
            $0.error = "half of it"
        }
        for (pushes, error) in [
            ([failure, .content(content)], ""), ([.content(content), failure], "no network"),
            ([failure, both], "half of it"), ([both, .content(content)], ""), ([both, failure], "no network"),
            ([failure, .content("x"), WidgetChanges { $0.hasContent = true }], ""),
        ] {
            var bench = Bench { $0.changes.content = text("old") }
            try bench.exhaust()
            for (number, push) in pushes.enumerated() { try bench.push(number, push, at: 0) }
            try bench.release(at: Self.second)
            #expect(bench.record.error == error, "\(pushes)")
            #expect(bench.record.updatedAt.microseconds == Self.second)
        }
    }

    @Test func aWishThatIsHeldConfirmsNothing() throws {
        var bench = Bench { $0.changes.content = text("old") }
        try bench.exhaust()
        try bench.push(1, WidgetChanges { $0.error = "no network" }, at: 0)
        try bench.push(2, WidgetChanges { $0.nextUpdate = Timestamp(microseconds: 9) }, at: 0)
        let effect = try bench.release(at: Self.second)
        #expect(effect == [] && bench.record.updatedAt == .never && bench.record.error == "no network")
    }

    // MARK: Anything in any order

    /// However pushes are held and merged, the widget ends as if each had been applied by itself; none is answered
    /// before, or with an older revision than it is in; and none waits longer than a second.
    @Test(.longComputation, arguments: 0..<200)
    func randomSequences(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var bench = Bench(isViewing: seed.isMultiple(of: 2)) { $0.changes.hasContent = !seed.isMultiple(of: 3) }
        var model = bench.record
        var came: [Int: UInt64] = [:]
        var now: UInt64 = 0
        var applications = 0
        for number in 0..<400 {
            now += UInt64.random(in: 0...(seed.isMultiple(of: 5) ? 1_500_000_000 : 200_000_000), using: &random)
            // The timer comes first.
            if let due = bench.gate.due, due <= now {
                for number in bench.gate.held?.waiters ?? [] {
                    #expect(due <= (came[number] ?? 0) + Self.second)
                }
                try bench.release(at: due)
                applications += 1
                #expect(bench.record.isLike(model))
            }
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                bench.isViewing.toggle()
                bench.gate.setViewing(bench.isViewing, at: now)
            case 1:
                // Something else changes the widget.
                try bench.release(at: now)
                #expect(bench.record.isLike(model))
                let mode: DisplayMode = Bool.random(using: &random) ? .compact : .expanded
                let results = [try? model.setDisplayMode(mode), try? bench.record.setDisplayMode(mode)]
                #expect(results[0] == results[1])
            default:
                let changes = WidgetChanges.random(&random)
                came[number] = now
                let isRefused = (try? model.apply(changes, from: .push, at: .never)) == nil
                let before = bench.gate.held?.waiters
                do {
                    if try bench.push(number, changes, at: now) { applications += 1 }
                    #expect(!isRefused)
                } catch {
                    #expect(isRefused && bench.gate.held?.waiters == before)
                    came[number] = nil
                }
            }
            #expect(bench.gate.held != nil || bench.record.isLike(model))
            #expect((bench.gate.due == nil) == (bench.gate.held == nil))
        }
        try bench.release(at: now + Self.second)
        #expect(bench.record.isLike(model))
        #expect(Set(bench.answers.keys) == Set(came.keys))
        #expect(applications <= Limits.pushBurst + Int(now / 100_000_000) + 1)
        var last: UInt64 = 0
        for number in came.keys.sorted() {
            let revision = try #require(bench.answers[number])
            #expect(revision >= last)
            last = revision
        }
    }
}

extension WidgetRecord {
    /// Whether panels see the same, but for how often it changed.
    fileprivate func isLike(_ other: WidgetRecord) -> Bool {
        var before = stored
        (before.revision, before.updatedAt) = (other.stored.revision, other.stored.updatedAt)
        return before == other.stored
    }
}

extension WidgetChanges {
    fileprivate static func random(_ random: inout SeededRandom) -> WidgetChanges {
        func chance() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
        return WidgetChanges {
            if chance() { $0.content = text("\(Int.random(in: 0..<4, using: &random))") }
            if chance() { $0.hasContent = Bool.random(using: &random) }
            if chance() { $0.preferredContentSize = Size(width: 0, height: Double.random(in: 0...9, using: &random)) }
            if chance() { $0.largestDisplayMode = Bool.random(using: &random) ? .compact : .expanded }
            if chance() { $0.displayMode = Bool.random(using: &random) ? .compact : .expanded }
            if chance() {
                $0.marginInsets = EdgeInsets(
                    top: Double.random(in: 0...9, using: &random), left: 0, bottom: 0, right: 0)
            }
            if chance() { $0.nextUpdate = Timestamp(microseconds: UInt64.random(in: 0..<4, using: &random)) }
            if chance() { $0.error = Bool.random(using: &random) ? "" : "bad" }
        }
    }
}
