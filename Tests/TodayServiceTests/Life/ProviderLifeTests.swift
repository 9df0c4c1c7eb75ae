import DBus
import DBusTesting
import Testing

@testable import TodayService

@Suite struct ProviderLifeTests {
    /// What can happen to a provider. `:1.1` is the owner of every state that has one.
    enum Event: String, CaseIterable {
        case need, activated, spawned, appears, otherAppears, greeted, otherGreeted, vanishes, processEnds, otherEnds
        case startFails, hangs, end

        /// `process`: which one is spawned or ends; there are others.
        func happen(to life: inout ProviderLife, process: Int32 = 1) -> [ProviderLife.Action] {
            switch self {
            case .need: return life.need()
            case .activated: life.started(.activated)
            case .spawned: life.started(.spawned(process: process))
            case .appears: return life.ownerAppeared(":1.1")
            case .otherAppears: return life.ownerAppeared(":1.2")
            case .greeted: return life.greeted(":1.1")
            case .otherGreeted: return life.greeted(":1.2")
            case .vanishes: return life.ownerVanished()
            case .processEnds: return life.processEnded(process, "exit status 3")
            case .otherEnds: return life.processEnded(-process, "signal 9")
            case .startFails: return life.startFailed("no such program")
            case .hangs: return life.hung()
            case .end: return life.end()
            }
            return []
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
                .need: "starting start", .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting", [.need],
            [
                .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .startFails: "absent refuse(notStartable)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting, activated", [.need, .activated],
            [
                .appears: "greeting(1) greet(1)", .otherAppears: "greeting(2) greet(2)",
                .startFails: "absent refuse(notStartable)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "starting, spawned", [.need, .spawned],
            [
                .appears: "greeting(1) greet(1)", .otherAppears: "greeting(2) greet(2)",
                .processEnds: "absent refuse(notStartable)", .startFails: "ending refuse(notStartable) endProcess",
                .end: "absent refuse(vanished) endProcess",
            ]),
        // The end of a process that was killed is told after its name was free.
        Row(
            "starting, after another", [.need, .spawned, .appears, .greeted, .vanishes, .need],
            [
                .appears: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .startFails: "absent refuse(notStartable)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "greeting, activated", [.need, .activated, .appears],
            [
                .otherAppears: "ready(2) release(2)", .greeted: "ready(1) release(1)",
                .vanishes: "absent refuse(vanished)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "greeting, spawned", [.need, .spawned, .appears],
            [
                .otherAppears: "ready(2) release(2)", .greeted: "ready(1) release(1)",
                .vanishes: "absent refuse(vanished) endProcess", .hangs: "ending refuse(deadline) endProcess",
                .end: "absent refuse(vanished) endProcess",
            ]),
        Row(
            "greeting, in the background", [.need, .spawned, .appears, .processEnds],
            [
                .otherAppears: "ready(2) release(2)", .greeted: "ready(1) release(1)",
                .vanishes: "absent refuse(vanished)", .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, found", [.appears],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, activated", [.need, .activated, .appears, .greeted],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ready, spawned", [.need, .spawned, .appears, .greeted],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished) endProcess", .hangs: "ending refuse(deadline) endProcess",
                .end: "absent refuse(vanished) endProcess",
            ]),
        Row(
            "ready, in the background", [.need, .spawned, .appears, .greeted, .processEnds],
            [
                .need: "ready(1) release(1)", .otherAppears: "ready(2) release(2)",
                .vanishes: "absent refuse(vanished)",
                .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending", [.need, .spawned, .appears, .greeted, .hangs],
            [
                .need: "ending, wanted", .processEnds: "absent", .end: "absent refuse(vanished)",
            ]),
        Row(
            "ending, wanted", [.need, .spawned, .startFails, .need],
            [
                .processEnds: "starting start", .startFails: "ending refuse(notStartable)",
                .end: "absent refuse(vanished)",
            ]),
    ]

    @Test(arguments: rows, Event.allCases)
    func everyEventInEveryState(_ row: Row, _ event: Event) {
        var life = ProviderLife()
        for step in row.way { _ = step.happen(to: &life) }
        let before = Self.text(life.state)
        let actions = event.happen(to: &life)
        let outcome = ([Self.text(life.state)] + actions.map(Self.text)).joined(separator: " ")
        #expect(outcome == row.outcomes[event] ?? before)
    }

    @Test func theStatesOfTheTableAreAllStates() {
        let states = Set(
            Self.rows.map { row in
                var life = ProviderLife()
                for step in row.way { _ = step.happen(to: &life) }
                return life.state
            })
        #expect(
            states == [
                .absent, .starting, .greeting(owner: ":1.1"), .ready(owner: ":1.1"), .ending(isWanted: false),
                .ending(isWanted: true),
            ])
    }

    /// Whatever happens in whatever order: who waits is told once, and nothing is ended that was not spawned.
    @Test(arguments: 0..<200)
    func inAnyOrder(_ seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        var life = ProviderLife()
        var waiting = 0
        var processes: [Int32] = []
        var lastProcess: Int32 = 0
        var starts = 0
        for _ in 0..<200 {
            let events = Event.allCases.filter { event in
                switch event {
                // These come once after each start, and only when it is still wanted.
                case .activated, .spawned: starts > 0 && life.state == .starting
                case .processEnds: !processes.isEmpty
                default: true
                }
            }
            guard let event = events.randomElement(using: &numbers) else { continue }
            if event == .need { waiting += 1 }
            var process: Int32 = 0
            if event == .processEnds {
                process = processes.remove(at: .random(in: processes.indices, using: &numbers))
            }
            if event == .spawned {
                lastProcess += 1
                process = lastProcess
                processes.append(process)
            }
            if event == .spawned || event == .activated { starts = 0 }
            for action in event.happen(to: &life, process: process) {
                switch action {
                case .release(let owner):
                    #expect(life.owner == owner)
                    waiting = 0
                case .refuse: waiting = 0
                case .start:
                    #expect(life.state == .starting)
                    starts += 1
                case .endProcess: #expect(!processes.isEmpty)
                case .sendBeginRequest(let owner): #expect(life.state == .greeting(owner: owner))
                }
            }
            switch life.state {
            case .absent, .ready, .ending(isWanted: false): #expect(waiting == 0, "after \(event)")
            case .starting, .greeting, .ending(isWanted: true): break
            }
        }
        let actions = life.end()
        #expect(actions.contains { if case .refuse = $0 { true } else { false } })
        #expect(life.state == .absent)
    }

    private static func text(_ state: ProviderLife.State) -> String {
        switch state {
        case .absent: "absent"
        case .starting: "starting"
        case .greeting(let owner): "greeting(\(owner.rawValue.dropFirst(3)))"
        case .ready(let owner): "ready(\(owner.rawValue.dropFirst(3)))"
        case .ending(let isWanted): isWanted ? "ending, wanted" : "ending"
        }
    }

    private static func text(_ action: ProviderLife.Action) -> String {
        switch action {
        case .start: "start"
        case .sendBeginRequest(let owner): "greet(\(owner.rawValue.dropFirst(3)))"
        case .release(let owner): "release(\(owner.rawValue.dropFirst(3)))"
        case .refuse(let trouble): "refuse(\(trouble.kind))"
        case .endProcess: "endProcess"
        }
    }
}
