#if Panel
    internal import CTodayGtk
    internal import CTodaySystem
    internal import Glibc

    /// Reports when the system's clock or time zone was set, and when the machine wakes up. It doesn't poll.
    @MainActor final class ClockWatch {
        private let onChange: () -> Void
        /// A timer that setting the clock cancels: TFD_TIMER_CANCEL_ON_SET of timerfd_create(2).
        private let timer = csystem_clock_changes()
        /// localtime(5)
        private let zoneFile = g_file_new_for_path("/etc/localtime")
        private let zoneMonitor: UnsafeMutablePointer<GFileMonitor>?

        init(_ onChange: @escaping () -> Void) {
            self.onChange = onChange
            zoneMonitor = g_file_monitor_file(zoneFile, G_FILE_MONITOR_NONE, nil, nil)
            if let zoneMonitor {
                Callback.connect(UnsafeMutableRawPointer(zoneMonitor), "changed") { [weak self] _ in
                    self?.onChange()
                    return 0
                }
            }
            guard timer >= 0 else { return }
            csystem_follow_clock(timer, 1)
            _ = Callback.whenReadable(timer) { [weak self] in
                guard let self else { return false }
                var count: UInt64 = 0
                if read(self.timer, &count, 8) < 0, errno == ECANCELED { self.onChange() }
                return true
            }
        }
    }
#endif
