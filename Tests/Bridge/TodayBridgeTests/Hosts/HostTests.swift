import DBus
import DBusTesting
import Glibc
import NotificationCenter
import SSHTesting
import Testing
import TodayHost
import TodayModel

/// The widgets of another machine, over a real ssh connection.
struct HostTests {
    private static let counter = CounterWidget.identifier

    @Test func aWidgetIsTheSameHere() async throws {
        let bench = try await HostBench.start()
        let there = try await bench.startCenterThere()
        let (widget, running) = try await CounterWidget.provide(on: bench.there.address)
        let remote = CenterClient(try await bench.there.connect())
        _ = try await remote.performUpdate(Self.counter)
        let first = try await bench.widget(Self.counter, shows: "count 0")
        #expect(first.name == "Counter" && first.icon == "list-add" && first.largestDisplayMode == .expanded)
        #expect(!first.instances)
        #expect(first.arranged)
        // Pushes.
        try await widget.add(4)
        try await bench.widget(Self.counter, shows: "count 4")
        // Taps.
        try await bench.tap("tap:/2", of: Self.counter)
        try await bench.widget(Self.counter, shows: "count 5")
        do {
            try await bench.tap("fail", of: Self.counter)
            Issue.record("the tap didn't fail")
        } catch let error as CenterError {
            #expect(error.code == .actionFailed && error.kind == .app)
            #expect(error.message.hasPrefix("the door is locked"))
        }
        // Settings, from both sides.
        let here = try HostBench.identifier(Self.counter)
        try await bench.client.setSettings(["City": .string("Rome")], of: here)
        try await bench.widget(Self.counter, shows: "city Rome")
        #expect(try await remote.properties(of: Self.counter).settings == ["City": .string("Rome")])
        try await remote.setSettings(["City": .string("Oslo")], of: Self.counter)
        try await bench.widget(Self.counter, shows: "city Oslo")
        try await bench.widget(Self.counter, "settings") { $0.settings == ["City": .string("Oslo")] }
        // Errors.
        try await widget.fail("no disk")
        let failed = try await bench.widget(Self.counter, "error") { $0.error == "no disk" }
        #expect(failed.errorKind == .app && failed.content.texts.contains("count 5"))
        #expect(try await bench.client.performUpdate(here) == .failed)
        try await widget.fail(nil)
        try await bench.widget(Self.counter, shows: "count 5")
        // Copies, and the end.
        let copy = try await remote.addInstance(of: Self.counter)
        try await bench.widget(try #require(WidgetIdentifier(rawValue: copy.rawValue)), "copy") { $0.name == "Counter" }
        try await remote.removeInstance(copy)
        try await bench.waitUntilGone(copy)
        try await remote.unregisterWidget(Self.counter)
        try await bench.waitUntilGone(Self.counter)
        withExtendedLifetime(there) { running.cancel() }
    }
}
