import NotificationCenter
import SimpleTimerKit

/// The app in its terminal.
///
/// It is in the foreground from its start until it ends or gets the command to leave. It then saves the time left and
/// the current time for the widget. It also saves them when a countdown begins, so that Today shows it beside the app,
/// and a killed app loses nothing. It ends when it has no countdown and nothing to show.
final class SimpleTimerApp: NCApplicationDelegate {
    static let applicationIdentifier = "org.example.SimpleTimer"

    private let timer = SimpleTimer()
    private let display = TerminalDisplay()
    private var shared: SharedCountdown?
    private var isInForeground = false
    /// Whether the first request, the reason for the start, hasn't arrived yet.
    private var isLaunching = true
    /// The number of requests in progress.
    private var requests = 0
    /// Whether the alert has been shown since a countdown began.
    private var isAlertShown = false
    /// The cleanup that must finish before the app ends.
    private var clearing: Task<Void, Never>?
    private var notifying: Task<Void, Never>?

    // MARK: Life

    func applicationDidFinishLaunching(_ app: NCApplication) async throws {
        shared = try await SharedCountdown.open()
        try enterForeground(app)
    }

    func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) async throws {
        try await serve(app) {
            try enterForeground(app)
            if let left = timer.timeLeft {
                display.show("\(left.timerText) left")
            } else if !isAlertShown {
                display.show("No timer is running")
            }
        }
    }

    func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws {
        try await serve(app) {
            for url in urls {
                // Schemes and hosts are case-insensitive. RFC 3986, sections 3.1 and 3.2.2.
                guard url.lowercased() == "simpletimer://finished" else {
                    throw NCWidgetError("\(url) isn't a URL of the timer")
                }
                display.show("opened \(url)")
                try enterForeground(app)
                if timer.countdown == nil, !isAlertShown { showAlert() }
            }
        }
    }

    func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) async throws {
        try await serve(app) {
            switch name {
            case "start", "start-detached":
                guard let seconds = parameter?.integer else { throw NCWidgetError("\(name) needs seconds") }
                try enterForeground(app)
                try await start(.seconds(seconds), app)
                if name == "start-detached" { app.terminate() }
            case "stop":
                try enterForeground(app)
                try timer.stop()
                await clearing?.value
            case "background": try await leaveForeground()
            case "quit": app.terminate()
            default: throw NCWidgetError("the timer has no action \(name.debugDescription)")
            }
        }
    }

    func applicationWillTerminate(_ app: NCApplication) async {
        do { try await leaveForeground() } catch { display.show("the countdown could not be saved: \(error)") }
        await clearing?.value
        await notifying?.value
    }

    /// Handles a request, then ends the app if it has no reason to keep running.
    private func serve(_ app: NCApplication, _ body: () async throws -> Void) async throws {
        isLaunching = false
        requests += 1
        do { try await body() } catch {
            requests -= 1
            endIfIdle(app, status: 1)
            throw error
        }
        requests -= 1
        endIfIdle(app)
    }

    private func endIfIdle(_ app: NCApplication, status: Int32 = 0) {
        if isLaunching || requests > 0 { return }
        if isInForeground ? timer.countdown == nil : shared?.countdown == nil { app.terminate(status: status) }
    }

    // MARK: Foreground

    /// Resumes the saved countdown; if it has finished in the meantime, it finishes at once.
    private func enterForeground(_ app: NCApplication) throws {
        if isInForeground { return }
        isInForeground = true
        guard let countdown = shared?.countdown else { return }
        isAlertShown = false
        try timer.resume(countdown) { [display] in
            display.tick($0)
        } onStop: { [weak self] in
            self?.stopped($0, app)
        }
    }

    private func leaveForeground() async throws {
        if !isInForeground { return }
        isInForeground = false
        if let countdown = timer.suspend() {
            try await shared?.save(countdown, at: .now)
            CountdownWatch.start()
        } else {
            clear()
            await clearing?.value
        }
    }

    // MARK: Counting

    private func start(_ duration: Duration, _ app: NCApplication) async throws {
        await clearing?.value
        try timer.start(duration) { [display] in
            display.tick($0)
        } onStop: { [weak self] in
            self?.stopped($0, app)
        }
        isAlertShown = false
        display.show("started \(duration.timerText)")
        if let countdown = timer.countdown { try await shared?.save(countdown, at: .now) }
    }

    private func stopped(_ reason: SimpleTimer.StopReason, _ app: NCApplication) {
        switch reason {
        case .finished: showAlert()
        case .interrupted: display.show("stopped")
        }
        clear()
        endIfIdle(app)
    }

    private func showAlert() {
        isAlertShown = true
        display.show("ALERT: the time is up")
        notifying = Task { await AlertNotification.show("The time is up", app: Self.applicationIdentifier) }
    }

    /// Clears the shared countdown, after earlier requests.
    private func clear() {
        clearing = Task { [shared, clearing, display] in
            await clearing?.value
            do { try await shared?.clear() } catch { display.show("the countdown could not be cleared: \(error)") }
        }
    }
}
