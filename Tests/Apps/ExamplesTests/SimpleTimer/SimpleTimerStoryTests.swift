import DBus
import DBusTesting
import Glibc
import NotificationCenter
import NotificationCenterTesting
import TodayPlatform
import SimpleTimerKit
import Testing
import TodayHost
import TodayModel

/// The app, the widget, the center and a panel, all real.
@Suite struct SimpleTimerStoryTests {
    private static let alert = "ALERT: the time is up\n"
    private let desktop: Desktop
    private let group: NCGroupDefaults

    init() async throws {
        desktop = try await Desktop.start("org.example.SimpleTimer", program: "simple-timer")
        group = try await NCGroupDefaults(suiteName: SharedCountdown.suiteName, on: desktop.bus)
    }

    private func timer(_ arguments: String...) async throws -> ToolRun.Output {
        try await desktop.bus.run([Checkout.programs + "/simple-timer"] + arguments)
    }

    private func timer(_ arguments: String..., prints output: String) async throws {
        let result = try await desktop.bus.run([Checkout.programs + "/simple-timer"] + arguments)
        #expect(result.exit == .status(0) && result.output == output && result.error.isEmpty, "\(arguments): \(result)")
    }

    /// Returns the shared values: the seconds that were left, and when they were saved.
    private func shared() async throws -> (left: Double, date: Int)? {
        try await group.synchronize()
        guard let left = group.double(forKey: "timeLeft"), let date = group.integer(forKey: "quitDate") else {
            #expect(group.dictionaryRepresentation().isEmpty)
            return nil
        }
        return (left, date)
    }

    /// Returns the shared values as soon as the app has saved them.
    private func saved() async throws -> (left: Double, date: Int) {
        let changes = group.changes
        if let values = try await shared() { return values }
        return try await withDeadline {
            for await _ in changes { if let values = try await shared() { return values } }
            throw Missing(what: "a countdown that is saved")
        }
    }

    private func isCounting(_ widget: WidgetProperties) -> Bool { widget.content.kind == "column" }

    @Test func theWidgetGoesOnFromWhereTheAppLeft() async throws {
        let panel = try await desktop.panel()
        let waiting = try await panel.widget { !$0.content.isEmpty }
        #expect(waiting.plainText(PlainText.Context(now: .now)).contains("No timer is running"))
        #expect(waiting.preferredContentSize.height == 37)

        let before = Timestamp.now
        try await timer("start", "5min", "--detach", prints: "started 5:00\n")
        let after = Timestamp.now
        #expect(try await !desktop.appRuns)
        let (left, date) = try #require(try await shared())
        #expect(left > 0 && left <= 300 && (before.microseconds...after.microseconds).contains(UInt64(date)))

        let widget = try await panel.widget(where: isCounting)
        #expect(widget.preferredContentSize.height == 100)
        guard case .uint64(let end)? = widget.content.children[0].attributes["until"] else {
            throw NCWidgetError("there is no timer")
        }
        // Left − (now − quit date), to the microsecond.
        #expect(end == UInt64(date) + UInt64((left * 1_000_000).rounded()))
        #expect((before + .seconds(300)).microseconds <= end && end <= (after + .seconds(300)).microseconds)
        func text(_ offset: Duration) -> String {
            widget.plainText(PlainText.Context(now: Timestamp(microseconds: end) + offset))
        }
        #expect(text(.seconds(-65)).contains("1:05") && !text(.microseconds(-1)).contains("Open"))
        #expect(text(.zero).contains("Finished") && text(.zero).contains("Open"))
        #expect(try await timer("status").output.wholeMatch(of: /[1-5]:\d\d\n/) != nil)
    }

    /// The center, the widget's program and the app have nothing to do with what a panel shows while it counts.
    @Test func nobodyWakesUpAtZero() async throws {
        let panel = try await desktop.panel()
        try await panel.widget { !$0.content.isEmpty }
        let terminal = try await desktop.start("todayctl", "today")
        try await terminal.output { $0.contains("No timer is running") }
        try await timer("start", "5s", "--detach", prints: "started 0:05\n")
        let counting = try await panel.settledWidget(where: isCounting)
        #expect(counting.nextUpdate == .never)
        try await desktop.endWidget()
        let recorded = try await desktop.recordWidget()
        try await terminal.output { $0.contains("Finished") && $0.contains("Open") }
        #expect(recorded.changes.signals.isEmpty && recorded.owners.signals.isEmpty)
        #expect(try await !desktop.appRuns)

        // The button opens the app, which isn't running, and the app prints its alert once.
        #expect(try await desktop.tap(counting.content.children[1]))
        try await desktop.log.output { $0.contains(Self.alert) }
        try await desktop.waitForEndOfApp()
        #expect(desktop.log.text == Self.alert + "opened simpleTimer://finished\n")
        #expect(try await shared() == nil)
        try await panel.widget { $0.content.kind == "text" }
        terminal.signal(SIGINT)
        #expect(try await terminal.finished().exit == .status(0))
    }

    @Test func anAppInTheBackgroundIsRaised() async throws {
        let panel = try await desktop.panel()
        let app = try await desktop.start("simple-timer", "start", "1h")
        try await app.output { $0 == "started 1:00:00\n" }
        let first = try await saved()
        try await timer("background", prints: "")
        let second = try #require(try await shared())
        #expect(second.date > first.date && second.left < first.left)
        let widget = try await panel.widget(where: isCounting)
        // While it is away the countdown comes to its end.
        try await group.set(["timeLeft": 1.0, "quitDate": 1_000_000])
        #expect(try await desktop.tap(widget.content.children[1]))
        #expect(try await app.finished().output == "started 1:00:00\nopened simpleTimer://finished\n" + Self.alert)
        #expect(try await shared() == nil && desktop.log.text.isEmpty)
    }

    @Test func anAppThatReturnsGoesOn() async throws {
        try await timer("start", "1h", "--detach", prints: "started 1:00:00\n")
        let app = try await desktop.start("simple-timer")
        try await app.output { $0.wholeMatch(of: /([1-5]\d:\d\d|1:00:00) left\n/) != nil }
        // It is in the foreground: what is asked for goes to it.
        let second = try await timer("start", "10s")
        #expect(second.exit == .status(1) && second.output.isEmpty)
        #expect(second.error == "simple-timer: the timer is already running\n")
        try await timer("background", prints: "")
        #expect(try await desktop.appRuns)
        #expect(try await shared() != nil)
        try await timer(prints: "")
        try await app.output { $0.matches(of: /left\n/).count == 2 }
        let saved = try #require(try await shared())
        try await timer("quit", prints: "")
        #expect(try await app.finished().exit == .status(0))
        let left = try #require(try await shared())
        #expect(left.date > saved.date)
        try await timer("stop", prints: "stopped\n")
        #expect(try await shared() == nil)
        #expect(try await !desktop.appRuns)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGKILL]) func itsEndLosesNothing(_ signal: Int32) async throws {
        let app = try await desktop.start("simple-timer", "start", "10min")
        try await app.output { $0 == "started 10:00\n" }
        let panel = try await desktop.panel()
        let before = try await panel.widget(where: isCounting)
        let first = try #require(try await shared())
        app.signal(signal)
        #expect(try await app.finished().exit == (signal == SIGKILL ? .signal(signal) : .status(0)))
        let last = try #require(try await shared())
        // Killed, it had no time to save once more, and need not.
        #expect(signal == SIGKILL ? last == first : last.date > first.date && last.left < first.left)
        let after = try await panel.settledWidget(where: isCounting)
        #expect(after.revision == before.revision && after.content == before.content)
        #expect(try await timer("status").output.wholeMatch(of: /(10:00|[1-9]:\d\d)\n/) != nil)
    }

    /// The desktop shows the notification without a panel or a terminal.
    @Test(arguments: [true, false]) func theDesktopSaysThatTheTimeIsUp(_ isClosed: Bool) async throws {
        let notifications = Notifications()
        let server = try await notifications.start(on: desktop.bus)
        if isClosed {
            // This countdown is stopped, long before its end. The notification is that of the next one.
            try await timer("start", "30s", "--detach", prints: "started 0:30\n")
            try await timer("stop", prints: "stopped\n")
            try await timer("start", "11s", "--detach", prints: "started 0:11\n")
        } else {
            try await timer("start", "1s", prints: "started 0:01\n" + Self.alert)
        }
        try await notifications.texts.wait { $0 == ["Simple Timer: The time is up"] }
        await server.close()
    }

    @Test func theDesktopShowsTheAlertOfAClosedApp() async throws {
        let notifications = Notifications()
        let server = try await notifications.start(on: desktop.bus)
        try await group.set(["timeLeft": 1.0, "quitDate": 1_000_000])
        let panel = try await desktop.panel()
        let widget = try await panel.widget(where: isCounting)
        #expect(try await desktop.tap(widget.content.children[1]))
        try await desktop.waitForEndOfApp()
        #expect(notifications.texts.value == ["Simple Timer: The time is up"])
        await server.close()
    }

    @Test func inTheForegroundItFinishesItself() async throws {
        try await timer("start", "1s", prints: "started 0:01\n" + Self.alert)
        #expect(try await shared() == nil)
        // It finished while the app was closed, and then another one begins.
        try await group.set(["timeLeft": 1.0, "quitDate": 1_000_000])
        try await timer("status", prints: "Finished\n")
        try await timer("start", "1s", prints: Self.alert + "started 0:01\n" + Self.alert)
        try await timer("status", prints: "No timer is running\n")
        try await group.set(["timeLeft": 1.0, "quitDate": 1_000_000])
        try await timer(prints: Self.alert)
        try await timer(prints: "No timer is running\n")
        // A tap on an outdated panel still shows the alert.
        try await timer("simpleTimer://finished", prints: "opened simpleTimer://finished\n" + Self.alert)
    }

    @Test func refusalsAreSaid() async throws {
        let stopped = try await timer("stop")
        #expect(stopped.exit == .status(1) && stopped.error.contains("the timer is not running\n"), "\(stopped)")
        let long = try await timer("start", "25h")
        #expect(long.exit == .status(1) && long.error.contains("the limit is one day\n"), "\(long)")
        let wrong = try await timer("start", "soon")
        #expect(wrong.exit == .status(64) && wrong.error.hasPrefix("simple-timer: \"soon\" isn't a time"), "\(wrong)")
        let other = try await timer("simpleTimer://started")
        #expect(other.exit == .status(1) && other.error.contains("simpleTimer://started isn't a URL"), "\(other)")
        #expect(try await shared() == nil)
    }
}
