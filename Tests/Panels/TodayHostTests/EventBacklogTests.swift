import DBusTesting
import Fuzzing
import Testing
import TodayModel

@testable import TodayHost

/// The events that wait for a slow reader.
@Suite struct EventBacklogTests {
    private static let identifiers = (0..<40).map { WidgetIdentifier(rawValue: "org.example.W\($0)")! }

    /// The state of the center, or the state that a reader knows.
    private struct Knowledge: Equatable {
        var widgets: [WidgetIdentifier: WidgetProperties] = [:]
        var today: [WidgetIdentifier] = []
        var trouble: StateTrouble?
        var absence: CenterAbsence?

        mutating func take(_ event: TodayEvent) {
            switch event {
            case .added(let widget):
                widgets[widget.identifier] = widget
                absence = nil
            case .changed(let widget, let changed):
                #expect(widgets[widget.identifier] != nil && !changed.isEmpty)
                widgets[widget.identifier] = widget
            case .removed(let identifier): #expect(widgets.removeValue(forKey: identifier) != nil)
            case .today(let identifiers, _):
                today = identifiers
                absence = nil
            case .stored(let trouble):
                self.trouble = trouble
                absence = nil
            case .updated, .unreadable: break
            case .unavailable(let reason): self = Knowledge(absence: reason)
            }
        }

        var view: TodayView {
            TodayView(
                center: absence.map { .unavailable($0) } ?? .available, today: today, known: widgets,
                stateTrouble: trouble)
        }
    }

    /// Makes an event that can follow, and applies it.
    private static func event(_ center: inout Knowledge, _ number: Int, _ random: inout SeededRandom) -> TodayEvent {
        let identifier = identifiers.randomElement(using: &random)!
        let event: TodayEvent
        switch Int.random(in: 0..<100, using: &random) {
        case 0: event = .unavailable(.cannotStart("\(number)"))
        case 1..<4: event = .stored(Bool.random(using: &random) ? StateTrouble("\(number)") : nil)
        case 4..<12: event = .today(center.widgets.keys.shuffled(using: &random), arrangement: [])
        case 12..<20: event = .unreadable(identifier, Fault(message: "\(number)"))
        case 20..<40:
            var run = WidgetRun(identifier: identifier, result: .newData)
            run.revision = UInt64(number)
            event = .updated(run)
        default:
            if var widget = center.widgets[identifier] {
                widget.revision = UInt64(number)
                event =
                    Int.random(in: 0..<4, using: &random) == 0
                    ? .removed(identifier) : .changed(properties: widget, changed: [.revision])
            } else {
                event = .added(widget(identifier, "\(number)"))
            }
        }
        center.take(event)
        return event
    }

    @Test(.longComputation, arguments: 1...20) func aReaderKnowsInTheEndWhatTheCenterHas(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var (center, reader, waiting) = (Knowledge(), Knowledge(), [TodayEvent]())
        for number in 1...3000 {
            waiting.add([Self.event(&center, number, &random)], leadingTo: center.view)
            #expect(waiting.count <= [TodayEvent].mostWaiting)
            // The reader stalls for long, and sometimes catches up.
            if Int.random(in: 0..<500, using: &random) == 0 {
                for _ in 0..<Int.random(in: 0...waiting.count, using: &random) { reader.take(waiting.removeFirst()) }
            }
        }
        for event in waiting { reader.take(event) }
        #expect(reader == center)
    }

    /// A reader that keeps up gets single events.
    @Test func fewEventsStaySingle() {
        var (center, waiting, all) = (Knowledge(), [TodayEvent](), [TodayEvent]())
        var random = SeededRandom(seed: 7)
        for number in 1...[TodayEvent].mostWaiting {
            let event = Self.event(&center, number, &random)
            all.append(event)
            waiting.add([event], leadingTo: center.view)
        }
        #expect(waiting == all)
    }

    @Test func manyEventsBecomeTheState() {
        var waiting = (1...[TodayEvent].mostWaiting).map { _ in TodayEvent.today([], arrangement: []) }
        let it = widget(list, "List")
        waiting.add(
            [
                .changed(properties: widget(list, "Old"), changed: [.name]), .removed(timer),
                .added(widget(usedSpace, "Used Space")), .updated(WidgetRun(identifier: list, result: .newData)),
            ], leadingTo: TodayView(center: .available, today: [list], known: [list: it]))
        let state: [TodayEvent] = [
            .changed(properties: it, changed: Set(WidgetMember.allCases)), .removed(timer),
            .today([list], arrangement: []), .stored(nil),
        ]
        #expect(waiting == state)
        waiting += [TodayEvent](repeating: .stored(nil), count: [TodayEvent].mostWaiting)
        waiting.add([.unavailable(.notRunning)], leadingTo: TodayView(center: .unavailable(.notRunning)))
        #expect(waiting == [.unavailable(.notRunning)])
    }
}
