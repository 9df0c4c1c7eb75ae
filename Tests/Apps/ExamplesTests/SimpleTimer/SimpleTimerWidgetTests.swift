import DBus
import DBusTesting
import NotificationCenter
import NotificationCenterTesting
import SimpleTimerKit
import Testing

@testable import simple_timer_widget

/// The widget with an App Group, and what the app asks of the center.
@Suite @WidgetActor struct SimpleTimerWidgetTests {
    private let bus: PrivateBus
    private let center: ScriptedCenter
    private let shared: SharedCountdown
    private let widget = SimpleTimerWidget()

    init() async throws {
        bus = try await PrivateBus.start()
        center = try await ScriptedCenter.start(on: bus, groups: [SharedCountdown.suiteName: [:]])
        let shared = SharedCountdown(
            try await NCGroupDefaults(suiteName: SharedCountdown.suiteName, on: bus), NCWidgetController(on: bus))
        self.shared = shared
        widget.open = { shared }
    }

    private func text(at now: Timestamp) throws -> String {
        try widget.content.tree.validated().plainText(PlainText.Context(now: now))
    }

    @Test func itGoesOnFromWhatTheAppHasSaved() async throws {
        #expect(widget.content.tree.isEmpty)
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(try text(at: .now) == "No timer is running" && widget.preferredContentSize?.height == 37)
        #expect(try await widget.widgetPerformUpdate() == .noData)

        let start = Timestamp.now
        let countdown = Countdown(.seconds(65), from: start)
        try await shared.save(countdown, at: start + .seconds(5))
        #expect(await center.values(ofGroup: SharedCountdown.suiteName)["timeLeft"] == 60.0)
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(widget.preferredContentSize?.height == 100)
        #expect(try text(at: start + .seconds(5)) == "1:00")
        #expect(try text(at: start + .seconds(35)) == "0:30")
        #expect(try text(at: countdown.end + .microseconds(-1)) == "0:01")
        // The panel does all this from one tree.
        let zero = try text(at: countdown.end)
        #expect(zero.contains("Finished") && zero.contains("Open"))
        let button = try #require(widget.content.tree.children.last)
        #expect(button.kind == "button" && button.attributes["url"] == "simpleTimer://finished")

        // Saved once more by an app that leaves again: the same end, so nothing new to show.
        try await shared.save(countdown, at: start + .seconds(20))
        #expect(try await widget.widgetPerformUpdate() == .noData)
        try await shared.clear()
        #expect(await center.values(ofGroup: SharedCountdown.suiteName).isEmpty)
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(try text(at: .now) == "No timer is running")
        for call in await center.calls {
            guard case .updateWidget("org.example.SimpleTimer.Widget", let changes) = call else {
                throw NCWidgetError("\(call) was asked for")
            }
            #expect(changes.nextUpdate != nil && changes.content == nil)
        }
        #expect(await center.calls.count == 3)
    }

    @Test func withoutItsGroupTheUpdateFails() async throws {
        await center.removeGroup(SharedCountdown.suiteName)
        widget.open = { [bus] in
            SharedCountdown(
                try await NCGroupDefaults(suiteName: SharedCountdown.suiteName, on: bus), NCWidgetController(on: bus))
        }
        await #expect(throws: NCError.self) { try await widget.widgetPerformUpdate() }
        try await center.addGroup(SharedCountdown.suiteName)
        #expect(try await widget.widgetPerformUpdate() == .newData)
    }
}
