import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import TodayPlatform
import Testing
import TodayModel

@testable import TodayHost

@Suite(.timeLimit(.minutes(5))) struct LiveViewTests {
    /// Runs a test with a center and a host that has started.
    private func run(
        _ widgets: [WidgetProperties] = [], viewing: ViewingOptions? = nil,
        _ body: (PrivateBus, PlayedCenter, TodayViewHost) async throws -> Void
    ) async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let center = try await PlayedCenter.start(on: bus, widgets)
        let host = TodayViewHost(try await bus.connect())
        try await host.start(viewing: viewing)
        try await body(bus, center, host)
    }

    private func wait(
        _ host: TodayViewHost, where condition: @escaping @Sendable (TodayView) -> Bool
    ) async throws -> TodayView {
        try #require(await host.view(within: .seconds(20), where: condition))
    }

    @Test func aStartReadsEverythingThenViews() async throws {
        var options = ViewingOptions()
        options.name = "test"
        var hidden = widget(timer, "Timer")
        hidden.hasContent = false
        try await run([widget(usedSpace, "Used Space", text("50 %")), hidden, widget(list, "List")], viewing: options) {
            _, center, host in
            let view = await host.view
            #expect(view.isAvailable)
            #expect(view.widgets.map(\.name) == ["Used Space", "List"])
            #expect(view.widgets.first?.content == text("50 %"))
            #expect(view.arrangement == [usedSpace, timer, list])
            #expect(view.allWidgets.map(\.identifier) == [usedSpace, timer, list])
            #expect(await center.viewing == [options])
        }
    }

    @Test func aHostMayOnlyLook() async throws {
        try await run([widget(list, "List")]) { _, center, host in
            await center.change(list, [.name]) { $0.name = "Shopping" }
            _ = try await wait(host) { $0[list]?.name == "Shopping" }
            #expect(await center.viewing.isEmpty)
        }
    }

    @Test func changesArriveAsViewsAndEvents() async throws {
        try await run([widget(usedSpace, "Used Space"), widget(list, "List")]) { _, center, host in
            var events = await host.events().makeAsyncIterator()
            let first = widget(usedSpace, "Used Space")
            #expect(await events.next() == .added(first))
            #expect(await events.next() == .added(widget(list, "List")))
            #expect(await events.next() == .today([usedSpace, list], arrangement: [usedSpace, list]))

            await center.change(usedSpace, [.content, .revision]) {
                $0.content = text("51 %")
                $0.revision = 7
            }
            var changed = first
            changed.content = text("51 %")
            changed.revision = 7
            #expect(await events.next() == .changed(properties: changed, changed: [.content, .revision]))
            #expect(await host.view[usedSpace] == changed)

            await center.add(widget(timer, "Timer"))
            #expect(await events.next() == .added(widget(timer, "Timer")))
            let all = [usedSpace, list, timer]
            #expect(await events.next() == .today(all, arrangement: all))
            await center.remove(list)
            #expect(await events.next() == .today([usedSpace, timer], arrangement: [usedSpace, timer]))
            #expect(await events.next() == .removed(list))
            #expect(await host.view.allWidgets.map(\.identifier) == [usedSpace, timer])

            try await center.sendUpdated(
                timer.rawValue, "failed", ["Error": .string("no"), "DurationUsec": .uint64(5), "Revision": .uint64(2)])
            var run = WidgetRun(identifier: timer, result: .failed)
            (run.revision, run.duration, run.error) = (2, 5, "no")
            #expect(await events.next() == .updated(run))
        }
    }

    @Test func whatCannotBeUnderstoodIsLeftOut() async throws {
        try await run([widget(list, "List", text("milk"))]) { _, center, host in
            var events = await host.events().makeAsyncIterator()
            _ = await events.next()
            _ = await events.next()
            try await center.sendChange(
                list,
                ["Content": .string("{\"kind\":"), "Name": .int32(3), "Revision": .uint64(9), "New": .boolean(true)])
            guard case .unreadable(list, let name) = await events.next() else { throw Unexpected() }
            #expect(name.path == "Name")
            guard case .unreadable(list, _) = await events.next() else { throw Unexpected() }
            guard case .changed(let properties, [.revision]) = await events.next() else { throw Unexpected() }
            #expect(properties.content == text("milk") && properties.name == "List" && properties.revision == 9)
            // Signals with other arguments, about unknown objects, of unknown kinds: all pass by.
            try await center.connection.emit(TodayBus.path(of: list), .properties, "PropertiesChanged", Int32(1))
            try await center.connection.emit(TodayBus.path, .objectManager, "InterfacesRemoved", "x")
            try await center.connection.emit(TodayBus.path, TodayBus.center, "SomethingNew", UInt64(1))
            try await center.sendChange(timer, ["Name": .string("nobody")])
            try await center.sendUpdated("no identifier", "new-data", [:])
            try await center.sendChange(list, ["Name": .string("Shopping")])
            guard case .changed(let last, [.name]) = await events.next() else { throw Unexpected() }
            #expect(last.name == "Shopping")
        }
    }

    @Test func aRestartedCenterIsReadAndViewedAgain() async throws {
        try await run([widget(list, "List")], viewing: ViewingOptions()) { bus, center, host in
            await center.stop()
            let empty = try await wait(host) { !$0.isAvailable }
            #expect(empty == TodayView(center: .unavailable(.notRunning)))
            let second = try await PlayedCenter.start(on: bus, [widget(timer, "Timer"), widget(list, "New")])
            let view = try await wait(host) { $0.isAvailable }
            #expect(view.widgets.map(\.name) == ["Timer", "New"])
            try await withDeadline { try await second.waitForViewingCalls(1) }
            await second.change(list, [.name]) { $0.name = "Newer" }
            _ = try await wait(host) { $0[list]?.name == "Newer" }
        }
    }

    @Test func aCenterMayComeLater() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let host = TodayViewHost(try await bus.connect())
        try await host.start(viewing: ViewingOptions())
        #expect(await host.view.center == .unavailable(.notRunning))
        let center = try await PlayedCenter.start(on: bus, [widget(list, "List")])
        #expect(try await wait(host) { $0.isAvailable }.today == [list])
        try await withDeadline { try await center.waitForViewingCalls(1) }
    }

    @Test func aHostMayBeginAndEndToView() async throws {
        try await run { _, center, host in
            await host.beginViewing()
            try await host.endViewing()
            try await host.endViewing()
            #expect(await center.viewing == [ViewingOptions(), nil])
            await center.refuse(CenterMember.beginViewing, CenterError(.limitExceeded, "there are 32 panels"))
            await host.beginViewing()
            #expect(await host.view.notice == "Widgets in this panel may be out of date: there are 32 panels")
            await host.beginViewing()
            #expect(await host.view.notice == nil)
            await host.stop()
            #expect(await center.viewing.count == 5)
        }
    }

    @Test func whetherChangesAreStoredIsFollowed() async throws {
        try await run { bus, center, host in
            #expect(await host.view.stateTrouble == nil)
            await center.setStateTrouble(StateTrouble("the disk is full"))
            #expect(try await wait(host) { $0.stateTrouble != nil }.stateTrouble == StateTrouble("the disk is full"))
            await center.setStateTrouble(StateTrouble("it is read-only"))
            _ = try await wait(host) { $0.stateTrouble == StateTrouble("it is read-only") }
            // One that comes later reads it.
            let other = TodayViewHost(try await bus.connect())
            try await other.start()
            #expect(await other.view.notices == ["Changes will not survive a restart: it is read-only"])
            await center.setStateTrouble(nil)
            _ = try await wait(host) { $0.stateTrouble == nil }
        }
    }

    @Test func theEndOfTheBusEndsTheSequences() async throws {
        try await run([widget(list, "List")]) { bus, _, host in
            let views = await host.views()
            let events = await host.events()
            bus.stop()
            let last = try await withDeadline { await views.reduce(nil) { $1 } }
            #expect(last == TodayView(center: .unavailable(.disconnected)))
            let event = try await withDeadline { await events.reduce(nil) { $1 } }
            #expect(event == .unavailable(.disconnected))
            #expect(await host.views().reduce(0) { count, _ in count + 1 } == 1)
        }
    }

    /// The backlog of a reader is bounded, and leads to the current view.
    @Test func aSlowReaderOfEventsGetsTheLatestOfEachWidget() async throws {
        try await run([widget(list, "List"), widget(usedSpace, "Used Space")]) { _, center, host in
            var events = await host.events().makeAsyncIterator()
            let last: UInt64 = 500
            for number in 1...last {
                await center.change(list, [.revision]) { $0.revision = number }
                try await center.sendUpdated(list.rawValue, "new-data", ["Revision": .uint64(number)])
                await center.change(usedSpace, [.name]) { $0.name = "\(number)" }
            }
            await center.remove(list)
            _ = try await wait(host) { $0[list] == nil && $0[usedSpace]?.name == "\(last)" }
            var (known, taken): ([WidgetIdentifier: WidgetProperties], Int) = ([:], 0)
            let view = await host.view
            while known != view.known, let event = await events.next() {
                taken += 1
                switch event {
                case .added(let widget), .changed(let widget, _): known[widget.identifier] = widget
                case .removed(let identifier): known[identifier] = nil
                case .today, .stored, .updated, .unreadable, .unavailable: break
                }
            }
            #expect(taken <= 100)
        }
    }

    /// Has the bus start a program that never becomes a center. Returns what waits until it was started so many times.
    private func addSlowCenter(on bus: PrivateBus) async throws -> (Int) async -> Bool {
        let log = bus.folder + "/starts"
        try await bus.addService(
            TodayBus.name,
            exec: "/usr/bin/setpriv --pdeathsig KILL /bin/sh -c \"echo start >> \(log); exec sleep 100\"")
        return { count in
            await poll(within: .seconds(20), every: .milliseconds(50)) {
                (try? TextFile.read(log, maximumBytes: 1000))?.split(separator: "\n").count ?? 0 >= count ? true : nil
            } ?? false
        }
    }

    /// The bus waits longer for a center than a caller for the bus.
    @Test func aCenterThatWasSlowToStartIsStartedAgainWhenItGoes() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let starts = try await addSlowCenter(on: bus)
        let host = TodayViewHost(try await bus.connect(), activationTimeout: .milliseconds(100))
        try await host.start()
        #expect(
            await host.view.center == .unavailable(.startTimedOut))
        let center = try await PlayedCenter.start(on: bus, [widget(list, "List")])
        _ = try await wait(host) { $0.isAvailable }
        await center.stop()
        _ = try await wait(host) { !$0.isAvailable }
        try #require(await starts(2))
    }

    /// As when the user closes a panel while it starts.
    @Test func aHostWhoseStartFailedMayBeStartedAgain() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let starts = try await addSlowCenter(on: bus)
        let host = TodayViewHost(try await bus.connect())
        let starting = Task { try await host.start() }
        try #require(await starts(1))
        starting.cancel()
        await #expect(throws: CancellationError.self) { try await starting.value }
        try await host.start(viewing: ViewingOptions(), activating: false)
        #expect(await host.view.center == .unavailable(.notRunning))
        let center = try await PlayedCenter.start(on: bus, [widget(list, "List")])
        _ = try await wait(host) { $0.isAvailable }
        try await withDeadline { try await center.waitForViewingCalls(1) }
        await center.stop()
        _ = try await wait(host) { !$0.isAvailable }
    }

    @Test func aFullSequenceKeepsTheNewestView() async throws {
        try await run([widget(list, "List")]) { _, center, host in
            let views = await host.views()
            for number in 1...100 {
                await center.change(list, [.revision]) { $0.revision = UInt64(number) }
            }
            _ = try await wait(host) { $0[list]?.revision == 100 }
            var iterator = views.makeAsyncIterator()
            #expect(await iterator.next()?[list]?.revision == 100)
        }
    }
}

struct Unexpected: Error {}
