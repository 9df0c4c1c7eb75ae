import DBusTesting
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
        var absence: String?

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
            case .stored(let trouble): self.trouble = trouble
            case .updated, .misunderstood: break
            case .unavailable(let reason): self = Knowledge(absence: reason)
            }
        }
    }

    /// Makes an event that can follow, and applies it.
    private static func event(_ center: inout Knowledge, _ number: Int, _ random: inout SeededRandom) -> TodayEvent {
        let identifier = identifiers.randomElement(using: &random)!
        let event: TodayEvent
        switch Int.random(in: 0..<100, using: &random) {
        case 0: event = .unavailable("\(number)")
        case 1..<4: event = .stored(Bool.random(using: &random) ? StateTrouble("\(number)") : nil)
        case 4..<12: event = .today(center.widgets.keys.shuffled(using: &random), arrangement: [])
        case 12..<20: event = .misunderstood(identifier, Fault(message: "\(number)"))
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

    @Test(arguments: 1...20) func aReaderKnowsInTheEndWhatTheCenterHas(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var (center, reader, waiting) = (Knowledge(), Knowledge(), [TodayEvent]())
        for number in 1...3000 {
            Self.event(&center, number, &random).add(to: &waiting)
            #expect(waiting.count <= TodayEvent.mostUnmerged + 3 * Self.identifiers.count + 3)
            // The reader stalls for long, and sometimes catches up.
            if Int.random(in: 0..<500, using: &random) == 0 {
                for _ in 0..<Int.random(in: 0...waiting.count, using: &random) { reader.take(waiting.removeFirst()) }
            }
        }
        for event in waiting { reader.take(event) }
        #expect(reader == center)
    }

    /// Nothing is merged for a reader that keeps up.
    @Test func fewEventsStaySingle() {
        var (center, waiting, all) = (Knowledge(), [TodayEvent](), [TodayEvent]())
        var random = SeededRandom(seed: 7)
        for number in 1...TodayEvent.mostUnmerged {
            let event = Self.event(&center, number, &random)
            all.append(event)
            event.add(to: &waiting)
        }
        #expect(waiting == all)
    }

    @Test func changesOfAWidgetAreOne() {
        let before = (0..<TodayEvent.mostUnmerged).map { _ in TodayEvent.today([], arrangement: []) }
        var waiting = before
        var it = widget(list, "List")
        for event in [
            .changed(properties: it, changed: [.name]), .removed(timer), .added(widget(timer, "New")),
            .added(widget(usedSpace, "Used Space")), .removed(usedSpace),
        ] as [TodayEvent] { event.add(to: &waiting) }
        it.revision = 7
        TodayEvent.changed(properties: it, changed: [.revision]).add(to: &waiting)
        let merged = TodayEvent.changed(properties: it, changed: [.name, .revision])
        #expect(waiting.dropFirst(before.count) == [merged, .removed(timer), .added(widget(timer, "New"))])
        TodayEvent.unavailable("it has gone").add(to: &waiting)
        #expect(waiting == [.unavailable("it has gone")])
    }
}
