import Testing
import TodayModel

@testable import DBus
@testable import TodayHost

@Suite struct HostStateTests {
    private let owner: BusName = ":1.1"
    private let path = TodayBus.path(of: list)

    private func nameChange(_ name: String, from sender: BusName) throws -> Signal {
        try Signal(
            sender: sender, path: path, interface: .properties, member: "PropertiesChanged",
            arguments: TodayBus.widget.rawValue, ["Name": DBusValue.string(name)], [String]())
    }

    private var reading: HostState.Reading {
        HostState.Reading(
            widgets: [path: ["Identifier": .string(list.rawValue), "Name": .string("read")]],
            center: [
                "Today": .strings([list.rawValue, "not an identifier"]), "Arrangement": .strings([list.rawValue]),
            ])
    }

    @Test func signalsDuringReadingAreAppliedToWhatWasRead() throws {
        var state = HostState()
        var events: [TodayEvent] = []
        #expect(state.changeOwner(to: owner, &events))
        try state.receive(nameChange("later", from: owner), &events)
        #expect(events.isEmpty && state.view.center == .connecting)
        #expect(state.finishReading(from: owner, reading, &events))
        #expect(state.view[list]?.name == "later")
        #expect(state.view.today == [list])
        #expect(events == state.currentEvents)
    }

    @Test func eachWidgetHasOnePlace() {
        var state = HostState()
        var events: [TodayEvent] = []
        _ = state.changeOwner(to: owner, &events)
        let twice: DBusValue = .strings([list, timer, list, list, timer].map(\.rawValue))
        var reading = reading
        reading.center = ["Today": twice, "Arrangement": twice]
        #expect(state.finishReading(from: owner, reading, &events))
        #expect(state.view.today == [list, timer] && state.view.arrangement == [list, timer])
    }

    @Test func aRemovalDuringReadingIsKept() throws {
        var state = HostState()
        var events: [TodayEvent] = []
        _ = state.changeOwner(to: owner, &events)
        let removed = try Signal(
            sender: owner, path: TodayBus.path, interface: .objectManager, member: "InterfacesRemoved",
            arguments: path, [TodayBus.widget.rawValue])
        state.receive(removed, &events)
        _ = state.finishReading(from: owner, reading, &events)
        #expect(state.view.known.isEmpty && state.view.widgets.isEmpty)
    }

    @Test func onlyTheOwnerIsHeard() throws {
        var state = HostState()
        var events: [TodayEvent] = []
        _ = state.changeOwner(to: owner, &events)
        try state.receive(nameChange("false", from: ":1.9"), &events)
        _ = state.finishReading(from: owner, reading, &events)
        try state.receive(nameChange("false", from: ":1.9"), &events)
        #expect(state.view[list]?.name == "read")
    }

    @Test func anAnswerOfAFormerOwnerIsVoid() throws {
        var state = HostState()
        var events: [TodayEvent] = []
        _ = state.changeOwner(to: owner, &events)
        _ = state.changeOwner(to: ":1.2", &events)
        #expect(!state.finishReading(from: owner, reading, &events))
        state.failReading(from: owner, because: "it is gone", &events)
        #expect(state.view.center == .connecting && events.isEmpty)
        #expect(state.finishReading(from: ":1.2", reading, &events))
        events = []
        #expect(state.changeOwner(to: ":1.3", &events))
        #expect(events == [.unavailable("another center takes over")])
        state.failReading(from: ":1.3", because: "it does not answer", &events)
        #expect(state.view == TodayView(center: .unavailable("it does not answer")))
    }
}
