import DBus
import DBusTesting
import Fuzzing
import Testing

@testable import TodayService
import TodayServiceRules

@Suite struct ProviderLifeTests {
    /// The events of a provider. `:1.1` is the owner of every state that has one; attempts count from 1.
    enum Event: String, CaseIterable {
        case need, activated, spawned, formerSpawned, appears, otherAppears, greeted, otherGreeted, vanishes, ownerLost
        case otherCallLost, crashes, exits, formerEnds, startFails, cannotStart, formerStartFails, gaveUp, hangs
        case exceeds, retire, processEnds, declinedToLeave, end

        func happen(to life: inout ProviderLife<BusName>) -> [ProviderLife<BusName>.Action] {
            let attempt = Self.attempt(of: life)
            switch self {
            case .need: return life.need()
            case .activated: life.started(.activated, attempt)
            case .spawned: life.started(.spawned, attempt)
            case .formerSpawned: life.started(.spawned, attempt - 1)
            case .appears: return life.ownerAppeared(":1.1")
            case .otherAppears: return life.ownerAppeared(":1.2")
            case .greeted: return life.greeted(":1.1")
            case .otherGreeted: return life.greeted(":1.2")
            case .vanishes: return life.ownerVanished()
            case .ownerLost: return life.ownerLost(":1.1")
            case .otherCallLost: return life.ownerLost(":1.9")
            case .crashes: return life.processEnded(life.process ?? attempt, "signal 11", isOrderly: false)
            case .exits: return life.processEnded(life.process ?? attempt, "exit status 0", isOrderly: true)
            case .formerEnds: return life.processEnded((life.process ?? attempt) - 1, "signal 9", isOrderly: false)
            case .startFails: return life.startFailed("no such program", attempt)
            case .cannotStart: return life.startFailed("nothing to start", attempt, isTrouble: false)
            case .formerStartFails: return life.startFailed("no such program", attempt - 1)
            case .gaveUp: return life.waitTimedOut("too late")
            case .hangs: return life.hung()
            case .exceeds: return life.exceeded(ProviderTrouble(.memory, "too large"))
            case .retire: return life.retire()
            case .processEnds: life.processIsEnding()
            case .declinedToLeave: return life.declinedToLeave()
            case .end: return life.end()
            }
            return []
        }

        private static func attempt(of life: ProviderLife<BusName>) -> ProviderLife<BusName>.Attempt {
            if case .starting(let attempt) = life.state { attempt } else { 100 }
        }
    }

    /// A state by the events that lead to it, and what each event does in it: `state actions`. An event that is not
    /// listed does nothing.
    struct Row: CustomTestStringConvertible {
        let name: String
        let way: [Event]
        let outcomes: [Event: String]

        init(_ name: String, _ way: [Event], _ outcomes: [Event: String]) {
            self.name = name
            self.way = way
            self.outcomes = outcomes
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            "absent", [],
            [
                .need: "starting start(1)", .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting", [.need],
            [
                .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .startFails: "absent refuse(notStartable) trouble", .cannotStart: "absent refuse(absent)",
                .gaveUp: "absent refuse(deadline)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting, activated", [.need, .activated],
            [
                .appears: "greeting(1) greet(1)", .otherAppears: "greeting(2) greet(2)",
                .startFails: "absent refuse(notStartable) trouble", .cannotStart: "absent refuse(absent)",
                .gaveUp: "absent refuse(deadline) trouble", .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting, spawned", [.need, .spawned],
            [
                .appears: "greeting(1) greet(1)", .otherAppears: "greeting(2) greet(2)",
                .crashes: "absent refuse(ended) trouble", .exits: "absent refuse(ended) trouble",
                .startFails: "ending refuse(notStartable) end(signals) trouble",
                .cannotStart: "ending refuse(absent) end(signals)",
                .gaveUp: "ending refuse(deadline) end(signals) trouble",
                .exceeds: "ending refuse(memory) end(kill) trouble", .end: "absent refuse(vanished) end(signals)",
                .processEnds: "ending, wanted",
            ]),
        Row(
            "greeting, activated", [.need, .activated, .appears],
            [
                .otherAppears: "ready(2) release(2)", .greeted: "ready(1) release(1)",
                .vanishes: "absent refuse(vanished) trouble", .ownerLost: "greeting(1) trouble",
                .gaveUp: "greeting(1) trouble", .hangs: "greeting(1) trouble",
                .end: "absent refuse(vanished) askToEnd(1)",
            ]),
        Row(
            "greeting, spawned", [.need, .spawned, .appears],
            [
                .otherAppears: "ready(2) release(2)", .greeted: "ready(1) release(1)",
                .vanishes: "ending refuse(vanished) end(left) trouble", .ownerLost: "greeting(1) trouble",
                .crashes: "greeting(1) trouble", .gaveUp: "ending refuse(deadline) end(signals) trouble",
                .hangs: "ending refuse(deadline) end(signals) trouble",
                .exceeds: "ending refuse(memory) end(kill) trouble", .end: "absent refuse(vanished) end(politely 1)",
                .processEnds: "ending, wanted",
            ]),
        Row(
            "ready, found", [.appears],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)", .ownerLost: "ready(1) trouble", .hangs: "ready(1) trouble",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, activated", [.need, .activated, .appears, .greeted],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)", .ownerLost: "ready(1) trouble", .hangs: "ready(1) trouble",
                .retire: "leaving(1) askToEnd(1)", .end: "absent refuse(vanished) askToEnd(1)",
            ]),
        Row(
            "ready, spawned", [.need, .spawned, .appears, .greeted],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "ending refuse(vanished) end(left)", .ownerLost: "ready(1) trouble",
                .crashes: "ready(1) trouble", .hangs: "ending refuse(deadline) end(signals) trouble",
                .exceeds: "ending refuse(memory) end(kill) trouble", .retire: "ending end(politely 1)",
                .end: "absent refuse(vanished) end(politely 1)",
                .processEnds: "ending",
            ]),
        Row(
            "ready, its process gone", [.need, .spawned, .appears, .greeted, .exits],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)", .ownerLost: "ready(1) trouble", .hangs: "ready(1) trouble",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, crashed", [.need, .spawned, .appears, .greeted, .crashes],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, its name handed over", [.need, .spawned, .otherAppears, .otherGreeted, .appears],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "ending refuse(vanished) end(left)", .ownerLost: "ready(1) trouble",
                .hangs: "ready(1) trouble", .exceeds: "ready(1) end(kill)",
                .end: "absent refuse(vanished) end(signals)",
            ]),
        Row(
            "ending, left", [.need, .spawned, .appears, .greeted, .vanishes],
            [
                .need: "ending, wanted", .ownerLost: "ending trouble", .crashes: "absent trouble", .exits: "absent",
                .exceeds: "ending end(kill)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, left in a call", [.need, .spawned, .appears, .greeted, .vanishes, .ownerLost],
            [
                .need: "ending, wanted", .crashes: "absent", .exits: "absent",
                .exceeds: "ending end(kill)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, hung", [.need, .spawned, .appears, .greeted, .hangs],
            [
                .need: "ending, wanted", .crashes: "absent", .exits: "absent", .exceeds: "ending end(kill)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, not needed", [.need, .spawned, .appears, .greeted, .retire],
            [
                .need: "ending, wanted", .crashes: "absent", .exits: "absent", .exceeds: "ending end(kill)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, for the sake of another widget", [.need, .spawned, .appears, .greeted, .processEnds],
            [
                .need: "ending, wanted", .crashes: "absent", .exits: "absent", .exceeds: "ending end(kill)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, wanted", [.need, .spawned, .gaveUp, .need],
            [
                .crashes: "starting start(2)", .exits: "starting start(2)", .gaveUp: "ending refuse(deadline)",
                .exceeds: "ending, wanted end(kill)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting again", [.need, .spawned, .gaveUp, .need, .exits],
            [
                .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .startFails: "absent refuse(notStartable) trouble", .cannotStart: "absent refuse(absent)",
                .gaveUp: "absent refuse(deadline)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "leaving", [.need, .activated, .appears, .greeted, .retire],
            [
                .need: "leaving(1), wanted", .otherAppears: "ready(2) release(2)", .vanishes: "absent",
                .declinedToLeave: "ready(1)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "leaving, wanted", [.need, .activated, .appears, .greeted, .retire, .need],
            [
                .otherAppears: "ready(2) release(2)", .vanishes: "starting start(2)",
                .gaveUp: "leaving(1) refuse(deadline)", .declinedToLeave: "ready(1) release(1)",
                .end: "absent refuse(vanished)",
            ]),
    ]

    @Test(arguments: rows, Event.allCases)
    func everyEventInEveryState(_ row: Row, _ event: Event) {
        var life = ProviderLife<BusName>()
        for step in row.way { _ = step.happen(to: &life) }
        let before = Self.text(life.state)
        let actions = event.happen(to: &life)
        let outcome = ([Self.text(life.state)] + actions.map(Self.text)).joined(separator: " ")
        #expect(outcome == row.outcomes[event] ?? before)
    }

    @Test func theStatesOfTheTableAreAllStates() {
        let states = Set(
            Self.rows.map { row in
                var life = ProviderLife<BusName>()
                for step in row.way { _ = step.happen(to: &life) }
                return life.state
            })
        #expect(
            states == [
                .absent, .starting(1), .starting(2), .greeting(owner: ":1.1"), .ready(owner: ":1.1"),
                .ending(isWanted: false), .ending(isWanted: true), .leaving(owner: ":1.1", isWanted: false),
                .leaving(owner: ":1.1", isWanted: true),
            ])
    }

    /// In any order of events: each waiting call is answered once, and only spawned processes are ended. A successor
    /// isn't started before its predecessor is gone, and no incarnation is blamed twice.
    @Test(.longComputation, arguments: 0..<300)
    func inAnyOrder(_ seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        var life = ProviderLife<BusName>()
        var waiting = 0
        var started: ProviderLife<BusName>.Attempt = 0
        var troubles = 0
        for _ in 0..<200 {
            let events = Event.allCases.filter { event in
                // These come once after each start, and only when it is still wanted.
                if event == .activated || event == .spawned { return life.isStarting(started) && !life.isOurs }
                return event != .end
            }
            guard let event = events.randomElement(using: &numbers) else { continue }
            if event == .need { waiting += 1 }
            let owner = life.owner
            let process = life.process
            let actions = event.happen(to: &life)
            if life.owner != nil, life.owner != owner { troubles = 0 }
            for action in actions {
                switch action {
                case .release(let owner):
                    #expect(life.owner == owner)
                    waiting = 0
                case .refuse: waiting = 0
                case .start(let attempt):
                    #expect(life.isStarting(attempt) && attempt > started && life.process == nil)
                    started = attempt
                    troubles = 0
                case .endProcess: #expect(process != nil)
                case .sendBeginRequest(let owner): #expect(life.state == .greeting(owner: owner))
                case .sendEndRequest(let owner): #expect(life.state == .leaving(owner: owner, isWanted: false))
                case .recordTrouble: troubles += 1
                }
            }
            #expect(troubles <= 1, "after \(event)")
            switch life.state {
            case .absent, .ready, .ending(isWanted: false), .leaving(_, isWanted: false):
                #expect(waiting == 0, "after \(event)")
            case .starting, .greeting, .ending(isWanted: true), .leaving(_, isWanted: true): break
            }
        }
        let actions = life.end()
        #expect(actions.contains { if case .refuse = $0 { true } else { false } })
        #expect(life.state == .absent && life.process == nil)
    }

    private static func number(_ owner: BusName) -> Substring { owner.rawValue.dropFirst(3) }

    private static func text(_ state: ProviderLife<BusName>.State) -> String {
        switch state {
        case .absent: "absent"
        case .starting: "starting"
        case .greeting(let owner): "greeting(\(number(owner)))"
        case .ready(let owner): "ready(\(number(owner)))"
        case .ending(let isWanted): isWanted ? "ending, wanted" : "ending"
        case .leaving(let owner, let isWanted): "leaving(\(number(owner)))" + (isWanted ? ", wanted" : "")
        }
    }

    private static func text(_ action: ProviderLife<BusName>.Action) -> String {
        switch action {
        case .start(let attempt): "start(\(attempt))"
        case .sendBeginRequest(let owner): "greet(\(number(owner)))"
        case .release(let owner): "release(\(number(owner)))"
        case .refuse(let trouble): "refuse(\(trouble.kind))"
        case .sendEndRequest(let owner): "askToEnd(\(number(owner)))"
        case .endProcess(.byRequest(let owner)): "end(politely \(number(owner)))"
        case .endProcess(.afterDeparture): "end(left)"
        case .endProcess(.withSignals): "end(signals)"
        case .endProcess(.kill): "end(kill)"
        case .recordTrouble: "trouble"
        }
    }
}
