import DBusTesting
import Testing
import TodayModel

@testable import TodayScripts

/// When a script runs, and what for.
@Suite struct ScriptTurnsTests {
    private static let start = Timestamp(microseconds: 1_000_000_000_000)

    private static func time(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: UInt64(Double(start.microseconds) + seconds * 1e6))
    }

    private static var tap: ScriptAction {
        var action = ScriptAction()
        action.input = "x"
        return action
    }

    /// A script by its file, of which the center shows content.
    private static func turns(
        _ file: String, _ header: String = "", isViewed: Bool = false, isRefused: Bool = false
    ) throws -> (turns: ScriptTurns, step: ScriptTurns.Step) {
        var turns = ScriptTurns(offset: { _ in 0 })
        let schedule = ScriptSchedule(
            name: try #require(ScriptFileName(file)), header: script(header))
        let step = turns.follow(schedule, isRefused: isRefused, isViewed: isViewed, at: start)
        return (turns, step)
    }

    /// One that has run once, at the start.
    private static func afterRun(
        _ file: String, _ header: String = "", isViewed: Bool = false
    ) throws -> (turns: ScriptTurns, step: ScriptTurns.Step) {
        var (turns, step) = try turns(file, header, isViewed: isViewed)
        #expect(step == .wait && turns.cause.reason == .start)
        turns.started(at: start)
        step = turns.ended(isCurrent: true, at: time(0.01))
        return (turns, step)
    }

    @Test func theCenterAsksForWhatRunsUnseen() throws {
        var (turns, step) = try Self.afterRun("a.5m.sh")
        #expect(step == .nothing && turns.wake == nil && turns.requestedUpdate(at: Self.start) == Self.time(300))
        #expect(turns.asked(isRequested: false, at: Self.time(299)) == .nothing)
        #expect(turns.asked(isRequested: false, at: Self.time(300)) == .wait && turns.cause.reason == .interval)
        // It asks for nothing that has no content.
        (turns, _) = try Self.turns("a.5m.sh")
        turns.started(at: Self.start)
        step = turns.ended(isCurrent: true, at: Self.time(1))
        #expect(step == .nothing && turns.wake == nil)
        // After the run, it is known that the script has nothing to show.
        #expect(turns.shows(false, at: Self.time(1)) == .nothing)
        #expect(turns.wake == Self.time(300) && turns.requestedUpdate(at: Self.start) == nil)
        #expect(turns.woke(at: Self.time(300)) == .wait && turns.wake == nil)
    }

    /// A hidden script wakes at a time of day, whatever the clock does until then.
    @Test func theClockIsSetOrTheMachineSuspended() throws {
        func hidden(_ file: String, _ header: String = "") throws -> ScriptTurns {
            var (turns, _) = try Self.turns(file, header)
            turns.started(at: Self.start)
            #expect(turns.ended(isCurrent: true, at: Self.time(1)) == .nothing)
            #expect(turns.shows(false, at: Self.time(1)) == .nothing)
            return turns
        }
        // The start is 13:46:40 UTC.
        let schedule = "<swiftbar.schedule>0 8 * * *</swiftbar.schedule>"
        let morning = Self.time(18 * 3600 + 800)
        var turns = try hidden("a.sh", schedule)
        #expect(turns.wake == morning)
        // Set back by an hour, it is still due in the morning; beyond the morning, it is due at once.
        #expect(turns.clockChanged(at: Self.time(-3600)) == .nothing && turns.wake == morning)
        #expect(turns.clockChanged(at: Self.time(20 * 3600)) == .wait && turns.wake == nil)
        #expect(turns.cause.reason == .interval)
        // Runs that were due during a suspend happen once.
        turns = try hidden("a.sh", schedule)
        #expect(turns.woke(at: Self.time(3 * 86400)) == .wait && turns.wake == nil)
        // If the clock is set back, an interval restarts, so no wait is longer than an interval.
        turns = try hidden("a.5m.sh")
        #expect(turns.clockChanged(at: Self.time(-86400)) == .nothing && turns.wake == Self.time(-86400 + 300))
        #expect(turns.clockChanged(at: Self.time(86400)) == .wait)
        // A running script isn't started again, and a stream that isn't viewed ends after its grace period.
        #expect(turns.clockChanged(at: Self.time(2 * 86400)) == .nothing)
        (turns, _) = try Self.turns("a.sh", "# today.stream: true", isViewed: true)
        turns.started(at: Self.start)
        #expect(turns.clockChanged(at: Self.time(-3600)) == .nothing && turns.wake == nil)
        #expect(turns.viewed(false, at: Self.start) == .nothing && turns.wake == Self.time(30))
        #expect(turns.clockChanged(at: Self.time(-3600)) == .nothing && turns.wake == Self.time(-3570))
        #expect(turns.woke(at: Self.time(-3570)) == .stop)
    }

    @Test func whatRunsOftenRunsWhileSomebodyLooks() throws {
        var (turns, step) = try Self.turns("a.5s.sh")
        #expect(step == .nothing && turns.wake == nil)
        step = turns.viewed(true, at: Self.time(1))
        #expect(step == .wait && turns.cause.reason == .start)
        turns.started(at: Self.time(1))
        #expect(turns.ended(isCurrent: true, at: Self.time(1.5)) == .nothing && turns.wake == Self.time(6))
        #expect(turns.viewed(false, at: Self.time(2)) == .nothing && turns.wake == nil)
        // A run that is overdue when a panel becomes visible again starts at once.
        #expect(turns.viewed(true, at: Self.time(7)) == .wait && turns.cause.reason == .interval)
    }

    @Test func runsAreATenthOfASecondApart() throws {
        let (turns, step) = try Self.afterRun("a.10ms.sh", isViewed: true)
        #expect(step == .nothing && turns.wake == Self.time(0.1))
    }

    @Test func aLookRunsWhatAsksForThat() throws {
        var (turns, _) = try Self.afterRun("a.5m+.sh")
        #expect(turns.viewed(true, at: Self.time(1)) == .wait && turns.cause.reason == .visible)
        // Once is enough.
        turns.started(at: Self.time(1))
        #expect(turns.viewed(false, at: Self.time(2)) == .nothing)
        #expect(turns.viewed(true, at: Self.time(3)) == .nothing)
        #expect(turns.ended(isCurrent: true, at: Self.time(4)) == .nothing)
    }

    @Test func whatIsRefusedTellsSoAlsoUnseen() throws {
        var (turns, step) = try Self.turns("a.5s.sh", isRefused: true)
        #expect(step == .wait)
        turns.started(at: Self.start)
        step = turns.ended(isCurrent: true, at: Self.start)
        #expect(step == .nothing && turns.wake == nil)
    }

    // MARK: Running scripts

    @Test func anUpdateJoinsARunAndATapRunsItAgain() throws {
        var (turns, _) = try Self.turns("a.5m.sh")
        #expect(turns.isBusy && turns.begin(.init(.requested)) == .nothing && turns.cause.reason == .requested)
        let tap = Self.tap
        #expect(turns.begin(.init(.action, tap)) == .nothing && turns.cause.action == tap)
        // A tap that waits is not lost.
        #expect(turns.begin(.init(.requested)) == .nothing && turns.cause.action == tap)
        turns.started(at: Self.start)
        for reason in [ScriptEnvironment.Reason.interval, .visible] {
            #expect(turns.begin(.init(reason)) == .nothing)
        }
        #expect(turns.isBusy && turns.begin(.init(.action, tap)) == .nothing)
        for reason in [ScriptEnvironment.Reason.requested, .signal, .start] {
            #expect(turns.begin(.init(reason)) == .nothing)
        }
        #expect(turns.settingsChanged() == .nothing)
        #expect(turns.ended(isCurrent: true, at: Self.time(1)) == .wait && turns.cause.action == tap)
        turns.started(at: Self.time(1))
        #expect(turns.ended(isCurrent: true, at: Self.time(2)) == .nothing && !turns.isBusy)
    }

    /// Each tap has a run, in the order of the taps. Of the values of a slider that wait, only the last one has.
    @Test func tapsRunInTheirOrder() throws {
        func tap(_ name: String, slider: String? = nil) -> ScriptAction {
            var action = ScriptAction()
            action.input = name
            action.slider = slider
            return action
        }
        var (turns, _) = try Self.turns("a.5m.sh")
        let taps = [
            tap("a"), tap("v 1", slider: "v"), tap("w 1", slider: "w"), tap("v 2", slider: "v"), tap("a"),
            tap("v 3", slider: "v"), tap("w 2", slider: "w"),
        ]
        for tap in taps { #expect(turns.begin(.init(.action, tap)) == .nothing) }
        var run: [String] = []
        repeat {
            run.append(turns.cause.action?.input ?? "none")
            turns.started(at: Self.start)
        } while turns.ended(isCurrent: true, at: Self.start) == .wait
        #expect(run == ["a", "a", "v 3", "w 2"])
        // A value that waits for its turn is replaced as well.
        for number in 1...60 {
            #expect(turns.begin(.init(.action, tap("v \(number)", slider: "v"))) == (number == 1 ? .wait : .nothing))
        }
        #expect(turns.cause.action?.input == "v 60" && turns.isPending(taps[1]) && !turns.isPending(taps[0]))
        turns.started(at: Self.start)
        #expect(turns.isPending(taps[1]) && !turns.isFull)
        for _ in 0..<32 { #expect(turns.begin(.init(.action, tap("b"))) == .nothing) }
        #expect(turns.isFull)
        #expect(turns.ended(isCurrent: true, at: Self.start) == .wait && !turns.isPending(taps[1]) && !turns.isFull)
    }

    @Test func anotherScriptAndOtherSettingsRunItAgain() throws {
        var (turns, _) = try Self.afterRun("a.sh")
        #expect(turns.settingsChanged() == .wait && turns.cause.reason == .start)
        turns.started(at: Self.time(1))
        #expect(turns.settingsChanged() == .nothing)
        #expect(turns.ended(isCurrent: true, at: Self.time(2)) == .wait)
        turns.started(at: Self.time(2))
        // The folder is looked at before anything else.
        #expect(turns.ended(isCurrent: false, at: Self.time(3)) == .nothing && turns.wake == nil)
        let name = try #require(ScriptFileName("a.1m.sh"))
        let other = ScriptSchedule(name: name, header: script(""))
        #expect(turns.follow(other, isRefused: false, isViewed: false, at: Self.time(4)) == .wait)
        turns.started(at: Self.time(4))
        #expect(turns.follow(other, isRefused: false, isViewed: false, at: Self.time(5)) == .nothing)
        #expect(turns.ended(isCurrent: true, at: Self.time(6)) == .wait && turns.cause.reason == .start)
    }

    /// Settings come with the first call, before anything has run.
    @Test func settingsBeforeTheFirstRunStartNothing() throws {
        var (turns, _) = try Self.turns("a.5s.sh")
        #expect(turns.settingsChanged() == .nothing && !turns.isBusy)
    }

    // MARK: Streams

    @Test func aStreamTakesNoTurn() throws {
        let header = "#!/bin/sh\n# today.stream: true\n"
        var (turns, step) = try Self.turns("a.sh", header)
        #expect(step == .nothing && turns.begin(.init(.requested)) == .start)
        turns.started(at: Self.start)
        #expect(!turns.isBusy && turns.begin(.init(.requested)) == .nothing)
        #expect(turns.settingsChanged() == .stop)
        #expect(turns.ended(isCurrent: true, at: Self.time(1)) == .nothing)
        #expect(turns.viewed(true, at: Self.time(2)) == .start)
        turns.started(at: Self.time(2))
        // The stream keeps running for a while.
        #expect(turns.viewed(false, at: Self.time(3)) == .nothing && turns.wake == Self.time(33))
        #expect(turns.viewed(true, at: Self.time(4)) == .nothing && turns.wake == nil)
        #expect(turns.viewed(false, at: Self.time(5)) == .nothing && turns.wake == Self.time(35))
        #expect(turns.woke(at: Self.time(35)) == .stop)
        #expect(turns.ended(isCurrent: true, at: Self.time(35)) == .nothing && turns.wake == nil)
        // A panel that becomes visible then gets it at once.
        #expect(turns.viewed(true, at: Self.time(36)) == .start)
    }

    @Test func aRunMayTurnOutToBeAStream() throws {
        var (turns, _) = try Self.turns("a.sh")
        turns.started(at: Self.start)
        #expect(turns.isBusy)
        turns.streams()
        #expect(!turns.isBusy && turns.begin(.init(.signal)) == .nothing)
        let schedule = ScriptSchedule(name: try #require(ScriptFileName("a.sh")), header: script(""))
        #expect(turns.follow(schedule, isRefused: false, isViewed: false, at: Self.time(1)) == .stop)
        #expect(turns.ended(isCurrent: true, at: Self.time(1)) == .wait)
    }

    @Test func nothingComesAfterTheEnd() throws {
        var (turns, _) = try Self.afterRun("a.5s.sh", isViewed: true)
        #expect(turns.wake != nil)
        turns.end()
        #expect(turns.wake == nil && turns.begin(.init(.requested)) == .nothing)
        #expect(turns.woke(at: Self.time(10)) == .nothing && turns.viewed(false, at: Self.time(11)) == .nothing)
        #expect(turns.ended(isCurrent: true, at: Self.time(12)) == .nothing && turns.wake == nil)
    }

    // MARK: Anything in any order

    /// It never waits twice, never runs twice, and never looks into the past.
    @Test(arguments: 0..<60) func anyOrder(_ seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let files = ["a.sh", "a.5s.sh", "a.5m.sh", "a.5m+.sh", "a.10ms.sh"]
        let stream = "#!/bin/sh\n# today.stream: true\n"
        let headers = ["", stream, stream + "# today.restart: 1s\n"]
        var turns = ScriptTurns(offset: { _ in 0 })
        var (isWaiting, isRunning, now) = (false, false, 0.0)
        func schedule() throws -> ScriptSchedule {
            ScriptSchedule(
                name: try #require(ScriptFileName(files.randomElement(using: &random) ?? "")),
                header: script(headers.randomElement(using: &random) ?? ""))
        }
        func perform(_ step: ScriptTurns.Step) {
            switch step {
            case .nothing: break
            case .wait:
                #expect(!isWaiting && !isRunning)
                isWaiting = true
            case .start:
                #expect(!isWaiting && !isRunning)
                turns.started(at: Self.time(now))
                isRunning = true
            case .stop:
                #expect(isRunning)
                isRunning = false
                perform(turns.ended(isCurrent: true, at: Self.time(now)))
            }
        }
        perform(turns.follow(try schedule(), isRefused: false, isViewed: false, at: Self.time(0)))
        for _ in 0..<400 {
            now += Double(Int.random(in: 0...40, using: &random)) / 4
            let time = Self.time(now)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: perform(turns.follow(try schedule(), isRefused: .random(using: &random), isViewed: false, at: time))
            case 1: perform(turns.viewed(.random(using: &random), at: time))
            case 2: perform(turns.settingsChanged())
            case 3: perform(turns.asked(isRequested: .random(using: &random), at: time))
            case 4: perform(turns.begin(.init(.signal)))
            case 5: perform(turns.begin(.init(.action, Self.tap)))
            case 6: if isRunning { turns.streams() }
            case 7: perform(turns.shows(.random(using: &random), at: time))
            case 8 where !isWaiting:
                now = max(0, now + Double(Int.random(in: -40...40, using: &random)))
                perform(turns.clockChanged(at: Self.time(now)))
            case 8 where isWaiting:
                (isWaiting, isRunning) = (false, true)
                turns.started(at: time)
            case 9 where isRunning:
                isRunning = false
                perform(turns.ended(isCurrent: true, at: time))
            default: if let wake = turns.wake, wake <= time { perform(turns.woke(at: time)) }
            }
            #expect(turns.isBusy ? isWaiting || isRunning : !isWaiting)
            if let wake = turns.wake { #expect(wake > Self.time(0)) }
        }
    }
}
