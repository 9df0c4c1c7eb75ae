#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// Ends a running panel: in order on a signal, or when the session bus ends.
    @MainActor final class PanelEnding {
        /// The exit status; nil for the status of the run.
        private(set) var status: Int32?

        private var isEnding = false
        private let longest = Alarm()

        /// The longest wait for the center's answer, in milliseconds.
        private static let longestWait: UInt32 = 1000

        /// Watches a panel from its creation on.
        func watch(_ panel: Panel, _ application: UnsafeMutablePointer<GtkApplication>) {
            let application = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
            for number in [SIGTERM, SIGINT, SIGHUP] {
                Callback.onSignal(number) { [weak self, weak panel] in self?.end(panel, application) }
            }
            guard let bus = g_application_get_dbus_connection(application) else { return }
            // GIO would end the process without a message.
            g_dbus_connection_set_exit_on_close(bus, 0)
            Callback.connect(UnsafeMutableRawPointer(bus), "closed") { [weak self] in
                guard let self, !self.isEnding else { return }
                self.status = EX_UNAVAILABLE
                _ = writeAll("today-panel: lost the connection to the session bus\n", to: STDERR_FILENO)
                g_application_quit(application)
            }
        }

        private func end(_ panel: Panel?, _ application: UnsafeMutablePointer<GApplication>) {
            if isEnding { return }
            isEnding = true
            longest.set(milliseconds: Self.longestWait) { g_application_quit(application) }
            Task {
                await panel?.end()
                g_application_quit(application)
            }
        }
    }
#endif
