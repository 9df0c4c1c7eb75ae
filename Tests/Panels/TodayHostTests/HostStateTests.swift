import DBus
import Testing
import TodayModel

@testable import TodayHost

@Suite struct HostStateTests {
    private let path = TodayBus.path(of: list)

    private func start(_ state: inout HostState, _ center: [String: DBusValue] = [:]) -> [TodayEvent] {
        let widget: [String: DBusValue] = ["Identifier": .string(list.rawValue), "Name": .string("List")]
        state.receive(
            [
                .ownerChanged(":1.1"), .added(path, [TodayBus.widget: widget]),
                .added(TodayBus.path, [TodayBus.center: center]),
            ], failure: nil)
        return state.takeEvents()
    }

    @Test func eachWidgetHasOnePlace() {
        var state = HostState()
        let twice: DBusValue = .strings([list.rawValue, "not an identifier"] + [timer, list, timer].map(\.rawValue))
        let events = start(&state, ["Today": twice, "Arrangement": twice])
        #expect(state.view.today == [list, timer] && state.view.arrangement == [list, timer])
        #expect(events == [.added(widget(list, "List")), .today([list, timer], arrangement: [list, timer])])
    }

    /// Nothing is shown before the center is read; what the view doesn't show then comes behind it.
    @Test func eventsWaitUntilTheCenterIsRead() throws {
        var state = HostState()
        let run = WidgetRun(identifier: list, result: .newData)
        state.emit(.updated(run))
        let properties: [String: DBusValue] = ["Identifier": .string(list.rawValue), "Name": .int32(3)]
        state.receive([.ownerChanged(":1.1"), .added(path, [TodayBus.widget: properties])], failure: nil)
        #expect(state.view.center == .connecting && state.takeEvents().isEmpty)
        state.receive([.added(TodayBus.path, [TodayBus.center: [:]])], failure: nil)
        let events = state.takeEvents()
        #expect(events.prefix(3) == [.added(widget(list, "")), .today([], arrangement: []), .updated(run)])
        guard case .unreadable(list, _)? = events.last, events.count == 4 else { throw Unexpected() }
    }

    @Test func aCenterThatGoesIsOneEvent() {
        var state = HostState()
        _ = start(&state)
        let removed = ObjectEvent.removed(path, [TodayBus.widget])
        state.receive([removed, .ownerChanged(":1.2")], failure: nil)
        #expect(state.takeEvents() == [.unavailable(.replaced)])
        #expect(state.view == TodayView())
        state.receive([.failureChanged("")], failure: RemoteError(.noReply, ""))
        #expect(state.takeEvents() == [.unavailable(.unreadable("No answer"))])
        state.receive([.failureChanged(nil)], failure: nil)
        #expect(state.view == TodayView())
        #expect(start(&state) == [.added(widget(list, "List")), .today([], arrangement: [])])
        state.receive([removed, .ownerChanged(nil)], failure: nil)
        #expect(state.takeEvents() == [.unavailable(.notRunning)])
    }
}
