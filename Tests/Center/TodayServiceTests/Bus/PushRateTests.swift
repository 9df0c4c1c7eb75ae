import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct PushRateTests {
    /// A center whose time stands still, and a widget that has been pushed to as often as it may at once: its content is
    /// `10`, its revision 10.
    private struct Bench {
        let time: HandClock
        let test: TestCenter

        init(time: HandClock, test: TestCenter) { (self.time, self.test) = (time, test) }

        init(by define: (TestCenter) async throws -> Void) async throws {
            time = HandClock()
            test = try await TestCenter.start(clock: time.clock)
            try await define(test)
            for number in 1...UInt64(Limits.pushBurst) {
                #expect(try await test.client.updateWidget(.a, .content("\(number)")) == number)
            }
        }

        init() async throws {
            try await self.init {
                try await $0.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
            }
        }

        /// Sends a push that is held, and returns when the center has it.
        func hold(_ changes: WidgetChanges, by client: CenterClient? = nil) async throws -> Task<UInt64, any Error> {
            let client = client ?? test.client
            return try await hold { try await client.updateWidget(.a, changes) }
        }

        /// The same with `SetHasContent`.
        func hold(hasContent: Bool) async throws -> Task<Void, any Error> {
            try await hold { [test] in try await test.client.setHasContent(hasContent, for: .a) }
        }

        private func hold<Result: Sendable>(
            _ push: @escaping @Sendable () async throws -> Result
        ) async throws -> Task<Result, any Error> {
            let before = await held
            let task = Task { try await push() }
            try await withDeadline {
                while await held == before { _ = try await test.property(CenterMember.version) }
            }
            return task
        }

        /// The reply to a push.
        func revision(of task: Task<UInt64, any Error>) async throws -> UInt64 {
            try await withDeadline(.seconds(20)) { try await task.value }
        }

        /// How many pushes are held.
        var held: Int {
            get async { await test.center.pushes.held }
        }

        /// How many timers wait for pushes.
        var timers: Int { get async { await test.center.pushes.timers } }

        var shown: Content { get async throws { try await test.client.properties(of: .a).content } }
    }

    @Test func overTheRatePushesAreAppliedTogether() async throws {
        let bench = try await Bench()
        #expect(await bench.timers == 0)
        var tasks: [Task<UInt64, any Error>] = []
        let signals = try await bench.test.signals {
            tasks.append(try await bench.hold(.content("11")))
            tasks.append(try await bench.hold(WidgetChanges { $0.error = "trouble" }))
            tasks.append(try await bench.hold(.content("12")))
            tasks.append(try await bench.hold(WidgetChanges { $0.preferredContentSize = Size(width: 0, height: 200) }))
        }
        #expect(signals.isEmpty)
        #expect(await bench.timers == 1)
        #expect(try await bench.shown == text("10"))
        var revisions: [UInt64] = []
        let together = try await bench.test.signals {
            bench.time.advance(by: .seconds(1))
            for task in tasks { revisions.append(try await bench.revision(of: task)) }
        }
        #expect(revisions == [11, 11, 11, 11])
        #expect(together == ["A: Content PreferredContentSize Revision UpdatedAt"])
        #expect(try await bench.shown == text("12"))
        #expect(await bench.held == 0)
        #expect(await bench.timers == 0)
    }

    @Test func aPanelThatComesMakesItFaster() async throws {
        let bench = try await Bench()
        let task = try await bench.hold(.content("11"))
        try await bench.test.client.beginViewing()
        bench.time.advance(by: .milliseconds(100))
        #expect(try await bench.revision(of: task) == 11)
    }

    /// `Arranged` changed before them.
    @Test func theyComeBeforeAChangeOfTheArrangement() async throws {
        let bench = try await Bench()
        let task = try await bench.hold(.content("11"))
        // A refused arrangement, and one that leaves the widget alone, leave the pushes held.
        try await bench.test.expect(.unknownWidget, "org.example.X") {
            try await bench.test.client.arrange(["org.example.X"])
        }
        try await bench.test.client.arrange([.a])
        #expect(await bench.held == 1)
        let signals = try await bench.test.signals { try await bench.test.client.arrange([]) }
        #expect(signals == ["A: Content Revision", "A: Arranged", "center: Arrangement Today"])
        #expect(try await bench.revision(of: task) == 11)
        #expect(await bench.timers == 0)
    }

    @Test func eachWidgetHasItsOwnRate() async throws {
        let bench = try await Bench()
        _ = try await bench.hold(.content("11"))
        try await bench.test.client.registerWidget(.b, WidgetDefinition())
        #expect(try await bench.test.client.updateWidget(.b, .content("1")) == 1)
        bench.time.advance(by: .seconds(1))
    }

    @Test func whatIsWrongIsRefusedAtOnce() async throws {
        let bench = try await Bench()
        let task = try await bench.hold(WidgetChanges { $0.largestDisplayMode = .compact })
        try await bench.test.expect(.invalidContent, "Content: 3") {
            try await bench.test.client.updateWidget(.a, ["Content": .int32(3)])
        }
        // Held changes count already.
        try await bench.test.expect(.invalidContent, "DisplayMode: expanded is above compact") {
            try await bench.test.client.updateWidget(.a, WidgetChanges { $0.displayMode = .expanded })
        }
        #expect(await bench.held == 1)
        bench.time.advance(by: .seconds(1))
        #expect(try await bench.revision(of: task) == 11)
    }

    @Test func contentThatIsHeldKeepsItsRoom() async throws {
        let bench = try await Bench()
        let room = Limits.totalContentBytes - text("10").byteCount - text("").byteCount
        let rest = text(String(repeating: "x", count: room))
        try await bench.test.center.checkRoom(for: rest)
        let task = try await bench.hold(.content("more"))
        await #expect(throws: CenterError.self) { try await bench.test.center.checkRoom(for: rest) }
        bench.time.advance(by: .seconds(1))
        #expect(try await bench.revision(of: task) == 11)
    }

    /// Pushes after refused ones are held sooner, and aren't lost.
    @Test func whatIsRefusedCounts() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        try await test.client.registerWidget(.a, WidgetDefinition())
        let bench = Bench(time: time, test: test)
        for number in 1...UInt64(Limits.pushBurst / 2) {
            try await test.expect(.invalidContent) { try await test.client.updateWidget(.a, Self.wrong) }
            #expect(try await test.client.updateWidget(.a, .content("\(number)")) == number)
        }
        let task = try await bench.hold(.content("last"))
        time.advance(by: .seconds(1))
        #expect(try await bench.revision(of: task) == 6)
    }

    /// It was looked at however many there were before it.
    @Test func aFloodOfWrongPushesIsNotLookedAt() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        try await test.client.registerWidget(.a, WidgetDefinition())
        for _ in 0..<Limits.pushBurst {
            try await test.expect(.invalidContent) { try await test.client.updateWidget(.a, Self.wrong) }
        }
        for changes in [Self.wrong, WidgetChanges.content("right").dictionary] {
            try await test.expect(
                .limitExceeded,
                "changes: too many pushes to org.example.A were refused; the next one is read in 1000 ms"
            ) { try await test.client.updateWidget(.a, changes) }
        }
        // Others are not to blame.
        try await test.client.registerWidget(.b, WidgetDefinition())
        #expect(try await test.client.updateWidget(.b, .content("1")) == 1)
        // Each token allows one check of a push; a viewed widget gets more tokens.
        time.advance(by: .seconds(1))
        try await test.expect(.invalidContent) { try await test.client.updateWidget(.a, Self.wrong) }
        try await test.expect(.limitExceeded) { try await test.client.updateWidget(.a, Self.wrong) }
        try await test.client.beginViewing()
        time.advance(by: .milliseconds(100))
        #expect(try await test.client.updateWidget(.a, .content("right")) == 1)
    }

    private static let wrong: [String: DBusValue] = ["Content": .int32(3)]

    /// Another way to change a widget, and the signals until its reply.
    struct Change: CustomTestStringConvertible {
        let testDescription: String
        let signals: [String]
        let run: @Sendable (TestCenter) async throws -> Void

        init(_ name: String, _ signals: [String], _ run: @escaping @Sendable (TestCenter) async throws -> Void) {
            testDescription = name
            self.signals = signals
            self.run = run
        }
    }

    private static let pushed = "A: Content Revision"

    @Test(arguments: [
        Change("SetDisplayMode", [pushed, "A: DisplayMode"]) { try await $0.client.setDisplayMode(.expanded, for: .a) },
        Change("a tap of the center's own", [pushed, "A: DisplayMode"]) {
            try await $0.client.invokeAction("today.toggle-display-mode", of: .a)
        },
        Change("RegisterWidget", [pushed, "A: Name"]) {
            try await $0.client.registerWidget(
                .a,
                WidgetDefinition {
                    $0.name = "A"
                    $0.largestDisplayMode = .expanded
                })
        },
        Change("UnregisterWidget", [pushed, "center: Arrangement Today", "-A"]) {
            try await $0.client.unregisterWidget(.a)
        },
        Change("the end of the center", [pushed]) {
            await $0.center.stop()
            // So that the signals are here.
            _ = try await $0.property(CenterMember.version)
        },
    ])
    func whateverElseChangesTheWidgetComesBehind(_ change: Change) async throws {
        let bench = try await Bench()
        let tasks = [try await bench.hold(.content("11")), try await bench.hold(.content("12"))]
        let signals = try await bench.test.signals { try await change.run(bench.test) }
        #expect(signals == change.signals)
        for task in tasks { #expect(try await bench.revision(of: task) == 11) }
        #expect(await bench.timers == 0)
    }

    @Test func anUpdateComesBehind() async throws {
        let bench = try await Bench {
            try await $0.register(
                .a, update: { _ in ("new-data", ["Content": "{\"kind\":\"text\",\"text\":\"new\"}"]) })
        }
        let task = try await bench.hold(.content("11"))
        #expect(try await bench.test.client.performUpdate(.a) == .newData)
        #expect(try await bench.revision(of: task) == 11)
        let a = try await bench.test.client.properties(of: .a)
        #expect(a.content == text("new") && a.revision == 12)
    }

    @Test func theAnswerToATapComesBehind() async throws {
        let bench = try await Bench {
            try await $0.register(.a, action: { _, _ in ["Content": "{\"kind\":\"text\",\"text\":\"new\"}"] })
        }
        let task = try await bench.hold(.content("11"))
        try await bench.test.client.invokeAction("tap", of: .a)
        #expect(try await bench.revision(of: task) == 11)
        #expect(try await bench.shown == text("new"))
    }

    @Test func aPushOfAnAppThatLeftIsAppliedAllTheSame() async throws {
        let bench = try await Bench()
        let other = try await bench.test.anotherClient()
        let task = try await bench.hold(.content("11"), by: other)
        await other.connection.close()
        await #expect(throws: (any Error).self) { try await bench.revision(of: task) }
        bench.time.advance(by: .seconds(1))
        try await bench.test.signals.wait { $0.changed["Revision"] == .uint64(11) }
        #expect(try await bench.shown == text("11"))
    }

    @Test func contentThatComesBackIsDueAtOnce() async throws {
        let bench = try await Bench { try await $0.register(.a) }
        let tasks = [
            try await bench.hold(WidgetChanges { $0.hasContent = false }),
            try await bench.hold(.content("11")),
            try await bench.hold(WidgetChanges { $0.hasContent = true }),
        ]
        bench.time.advance(by: .seconds(1))
        for task in tasks { #expect(try await bench.revision(of: task) == 11) }
        #expect(try await bench.shown == text("11"))
        try await bench.test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
    }

    /// A widget cannot make panels draw it more often than the rate allows.
    @Test func changesOfHasContentArePushes() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        try await test.client.registerWidget(.a, WidgetDefinition())
        let bench = Bench(time: time, test: test)
        // Within the burst each is applied before its reply.
        for number in 1...Limits.pushBurst {
            let hasContent = number.isMultiple(of: 2)
            let signals = try await test.signals { try await test.client.setHasContent(hasContent, for: .a) }
            #expect(signals == ["A: Content HasContent Revision" + (number == 1 ? " UpdatedAt" : ""), "center: Today"])
        }
        let task = try await bench.hold(hasContent: false)
        let push = try await bench.hold(.content("11"))
        #expect(try await test.client.properties(of: .a).hasContent)
        time.advance(by: .seconds(1))
        try await withDeadline(.seconds(20)) { try await task.value }
        #expect(try await bench.revision(of: push) == 11)
        #expect(try await !test.client.properties(of: .a).hasContent)
        #expect(await bench.timers == 0)
    }

    /// In the order of the calls, and the later one wins.
    @Test func changesOfHasContentAreMerged() async throws {
        let bench = try await Bench()
        let pushes = [try await bench.hold(.content("11"))]
        let flips = [try await bench.hold(hasContent: false), try await bench.hold(hasContent: true)]
        let last = try await bench.hold(WidgetChanges { $0.error = "trouble" })
        let signals = try await bench.test.signals {
            bench.time.advance(by: .seconds(1))
            for task in pushes + [last] { #expect(try await bench.revision(of: task) == 11) }
            for task in flips { try await withDeadline(.seconds(20)) { try await task.value } }
        }
        // To hide a widget empties it.
        #expect(signals == ["A: Content Error ErrorKind Revision UpdatedAt"])
        #expect(try await bench.shown == .empty)
    }

    /// A program that says it again before each push loses nothing by that.
    @Test func theSameHasContentCostsNothing() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        try await test.client.registerWidget(.a, WidgetDefinition())
        let bench = Bench(time: time, test: test)
        for number in 1...UInt64(Limits.pushBurst) {
            for _ in 0..<3 { try await test.client.setHasContent(true, for: .a) }
            #expect(try await test.client.updateWidget(.a, WidgetChanges { $0.hasContent = true }) == number - 1)
            #expect(try await test.client.updateWidget(.a, .content("\(number)")) == number)
        }
        // Held pushes stay held: nothing else changes the widget.
        let task = try await bench.hold(.content("11"))
        let signals = try await test.signals {
            for _ in 0..<3 { try await test.client.setHasContent(true, for: .a) }
        }
        #expect(signals.isEmpty)
        #expect(await bench.held == 1)
        time.advance(by: .seconds(1))
        #expect(try await bench.revision(of: task) == 11)
    }

    /// With the clocks of this machine.
    @Test func theLastPushIsNeverLost() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.client.beginViewing()
        var last: UInt64 = 0
        for number in 1...25 {
            let revision = try await test.client.updateWidget(.a, .content("\(number)"))
            #expect(revision == last + 1)
            last = revision
            #expect(try await test.client.properties(of: .a).content == text("\(number)"))
        }
    }
}

extension Center {
    /// How many pushes to all widgets are held, and how many timers wait for them.
    fileprivate var pushes: (held: Int, timers: Int) {
        let widgets = registry.widgets
        return (
            widgets.reduce(0) { $0 + ($1.pushGate?.held?.waiters.count ?? 0) }, widgets.count { $0.pushTimer != nil }
        )
    }

    /// Checks whether a widget that doesn't exist yet may have this content.
    fileprivate func checkRoom(for content: Content) throws {
        try registry.checkTotalSize(content, for: TodayBus.path(of: .b))
    }
}
