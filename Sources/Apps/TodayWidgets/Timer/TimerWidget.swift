#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// A countdown, and the time in other cities.
    ///
    /// Panels count by themselves. The center starts this program at the end of the countdown, which it has requested
    /// as its next update, and this program sends a notification.
    final class TimerWidget: NCWidgetProviding {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.timer"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("Timer")

        @NCSetting("Minutes") var minutes = "5, 10, 25"
        @NCSetting("Zones") var zones = "New York, London, Tokyo"

        /// Sends a notification with a title and a text.
        var notify: @Sendable (_ title: String, _ text: String) async throws -> Void = { title, text in
            try await TimerNotification.send(title, text)
        }
        lazy var defaults = NCWidgetDefaults(extensionContext?.widgetIdentifier ?? "org.todaycenter.widgets.timer")
        private(set) var countdown: Countdown?
        /// The failed attempts to send the notification, which isn't repeated without limit.
        private var failures = 0

        /// The time until the next attempt to send a notification, and the number of attempts.
        static let retry = (pause: Duration.seconds(10), attempts: 6)

        init() {}

        func beginRequest(with context: NSExtensionContext) {
            countdown = Countdown(defaults)
            requestEnd()
        }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            if let countdown, countdown.isOver(at: .now) { await announce(countdown) } else { requestEnd() }
            return .newData
        }

        // MARK: Taps

        func start(_ seconds: Int, _ label: String = "") {
            let countdown = Countdown(end: .now + .seconds(seconds), seconds: seconds, label: label)
            countdown.store(in: defaults)
            self.countdown = countdown
            failures = 0
            requestEnd()
        }

        func start(typed: String) throws {
            guard let (seconds, label) = TimerInput.read(typed) else {
                // Translators: the units s, min and h are understood in every language.
                throw NCWidgetError(tr("Enter a time up to 24 h, such as 12, 1:30 or Tea 4 min"))
            }
            start(seconds, label)
        }

        /// Stops the countdown, or removes it after its end.
        func stop() {
            defaults.removeObject(forKey: "end")
            countdown = nil
            extensionContext?.requestUpdate(at: .never)
        }

        // MARK: The end

        private func requestEnd() {
            guard let countdown, !countdown.isAnnounced else { return }
            extensionContext?.requestUpdate(at: countdown.end)
        }

        /// Sends the notification once. It counts as sent before the call, so that no crash repeats it; a failure takes
        /// that back.
        private func announce(_ ended: Countdown) async {
            guard !ended.isAnnounced else { return }
            set(announced: true)
            do {
                try await notify(ended.title, ended.message(at: .now))
            } catch  where ended.end == countdown?.end {
                // At the start of a session, the server may not be running yet.
                failures += 1
                guard failures < Self.retry.attempts else { return }
                set(announced: false)
                extensionContext?.requestUpdate(at: .now + Self.retry.pause)
            } catch {}
        }

        private func set(announced: Bool) {
            countdown?.isAnnounced = announced
            countdown?.store(in: defaults)
        }
    }
#endif
