#if Panel
    internal import CTodayGtk
    internal import Dispatch
    internal import Glibc

    /// Brings Swift's main queue into GLib's loop: under `g_application_run` nobody else would run what waits for
    /// `@MainActor`.
    enum MainQueue {
        /// From now on the loop of this thread, which has to be the main one, runs the main queue. To be called once.
        @MainActor static func attachToLoop() {
            let handle = _dispatch_get_main_queue_handle_4CF()
            // Behind the redrawing of the window, so that a flood of updates never holds up a frame.
            g_unix_fd_add_full(
                G_PRIORITY_DEFAULT_IDLE, handle, G_IO_IN,
                { handle, _, _ in
                    // The handle is an eventfd, which stays readable until it is read.
                    var count: UInt64 = 0
                    _ = read(handle, &count, MemoryLayout<UInt64>.size)
                    _dispatch_main_queue_callback_4CF(nil)
                    return gboolean(1)
                }, nil, nil)
        }
    }
#endif
