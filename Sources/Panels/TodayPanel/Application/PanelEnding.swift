#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// What ends a panel that runs: a signal, in order, or the end of its session's bus.
    @MainActor final class PanelEnding {
        /// The exit status; nil for that of what the panel was run with.
        private(set) var status: Int32?

        private var isEnding = false
        private let longest = Alarm()

        /// Telling the center takes a moment; one that does not answer is not waited for any longer.
        private static let longestFarewell: UInt32 = 1000

        /// Watches a panel, from when it is there.
        func watch(_ panel: Panel, _ application: UnsafeMutablePointer<GtkApplication>) {
            let application = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
            for number in [SIGTERM, SIGINT, SIGHUP] {
                Callback.onSignal(number) { [weak self, weak panel] in self?.end(panel, application) }
            }
            guard let bus = g_application_get_dbus_connection(application) else { return }
            // GIO would end the process without a word.
            g_dbus_connection_set_exit_on_close(bus, 0)
            Callback.connect(UnsafeMutableRawPointer(bus), "closed") { [weak self] in
                guard let self, !self.isEnding else { return }
                self.status = EX_UNAVAILABLE
                _ = writeAll("today-panel: the session bus has gone away\n", to: STDERR_FILENO)
                g_application_quit(application)
            }
        }

        private func end(_ panel: Panel?, _ application: UnsafeMutablePointer<GApplication>) {
            if isEnding { return }
            isEnding = true
            longest.set(milliseconds: Self.longestFarewell) { g_application_quit(application) }
            Task {
                await panel?.end()
                g_application_quit(application)
            }
        }
    }
#endif
