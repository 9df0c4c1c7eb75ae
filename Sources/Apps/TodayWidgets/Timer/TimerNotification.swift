#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The notification at the end of a countdown. Desktop Notifications Specification.
    enum TimerNotification {
        /// Sends it to the desktop's server, which may have to be started.
        ///
        /// - Throws: `RemoteError` if no server is installed. A call without an answer counts as sent.
        static func send(_ title: String, _ text: String) async throws {
            let bus = try await CenterLink.shared.connection()
            do {
                _ = try await Notifications(bus).with(timeout: .seconds(5)).notify(
                    appName: tr("Timer"), replacesId: 0, appIcon: "alarm-symbolic", summary: title, body: escaped(text),
                    actions: [], hints: hints, expireTimeout: 0)
            } catch let error as ConnectionError where error.code == .timedOut {}
        }

        /// It stays until the user closes it, with a sound where the server plays sounds.
        private static var hints: [String: DBusValue] {
            [
                "desktop-entry": .string("org.todaycenter.Panel"), "category": .string("x-todaycenter.timer"),
                "sound-name": .string("alarm-clock-elapsed"), "urgency": .byte(2),
            ]
        }

        /// The text of a notification may contain markup.
        private static func escaped(_ text: String) -> String {
            text.escaping { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : nil }
        }
    }
#endif
