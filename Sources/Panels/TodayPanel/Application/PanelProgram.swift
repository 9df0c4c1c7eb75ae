#if Panel
    internal import Glibc
    internal import TodayModel
    internal import TodayPlatform

    /// The program `today-panel`.
    public enum PanelProgram {
        /// Runs the panel on the main thread until the user ends it. Returns its exit status.
        @MainActor public static func run(_ arguments: [String]) -> Int32 {
            if arguments.dropFirst() == [ImageHelperProgram.option] { return ImageHelperProgram.run() }
            Language.use()
            TaskThread.install()
            MainQueue.attachToLoop()
            return PanelApplication(PanelRequest.machine(in: Array(arguments.dropFirst()))).run(arguments)
        }
    }
#else
    internal import Glibc
    internal import TodayPlatform

    /// The program `today-panel`.
    public enum PanelProgram {
        /// Reports that this build has no panel.
        public static func run(_ arguments: [String]) -> Int32 {
            let text =
                "today-panel: this build doesn't include the panel. Install GTK 4 (Debian package: libgtk-4-dev), then "
                + "run 'swift build --traits Panel'.\n"
            _ = writeAll(text, to: STDERR_FILENO)
            return 1
        }
    }
#endif
