#if Panel
    internal import Glibc
    internal import TodayPlatform

    /// Handles the loss of the display under a running panel. GDK would end the process at once, with an exit status
    /// that means something else here.
    @MainActor enum DisplayEnd {
        private typealias Handler = @convention(c) (OpaquePointer?) -> Int32
        private typealias SetHandler = @convention(c) (Handler) -> UnsafeRawPointer?

        /// Reports the loss in a message and by the exit status. Call this when the display is open.
        ///
        /// It works on X11 only: on Wayland, GDK ends the process without a callback.
        static func watch() {
            guard XWindowMover.load() != nil, let setHandler: SetHandler = libraryFunction("XSetIOErrorHandler")
            else { return }
            // Xlib ends the process if this returns, and no code of GTK may run after that.
            let end: Handler = { _ in
                _ = writeAll("today-panel: lost the connection to the display\n", to: STDERR_FILENO)
                _exit(EX_UNAVAILABLE)
            }
            _ = setHandler(end)
        }
    }
#endif
