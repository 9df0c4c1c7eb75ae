#if Panel
    internal import Glibc
    internal import TodayPlatform

    /// What happens when the display goes away under a panel that runs. GDK ends the process then, whatever it is about
    /// to do, with a status that means something else here.
    @MainActor enum DisplayEnd {
        private typealias Handler = @convention(c) (OpaquePointer?) -> Int32
        private typealias SetHandler = @convention(c) (Handler) -> UnsafeRawPointer?

        /// Has it said, and told by the exit status. To be called when there is a display.
        ///
        /// On X11 only: on Wayland nothing is asked before GDK ends the process.
        static func watch() {
            guard XWindowMover.load() != nil, let setHandler: SetHandler = libraryFunction("XSetIOErrorHandler")
            else { return }
            // Xlib ends the process if this returns, and nothing of GTK may run any more.
            let end: Handler = { _ in
                _ = writeAll("today-panel: the display has gone away\n", to: STDERR_FILENO)
                _exit(EX_UNAVAILABLE)
            }
            _ = setHandler(end)
        }
    }
#endif
