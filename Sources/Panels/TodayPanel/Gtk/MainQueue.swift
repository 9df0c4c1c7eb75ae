#if Panel
    internal import CTodayGtk
    internal import Dispatch
    internal import Glibc

    /// Runs Swift's main queue in GLib's loop. Under `g_application_run`, nothing else would run the tasks of
    /// `@MainActor`.
    enum MainQueue {
        /// Lets the loop of this thread, which has to be the main thread, run the main queue. Call this once.
        @MainActor static func attachToLoop() {
            let handle = _dispatch_get_main_queue_handle_4CF()
            // The priority is below that of redrawing, so that a flood of updates never delays a frame.
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
