#if Widgets
    internal import Glibc
    internal import NotificationCenter
    internal import TodayPlatform

    /// The program `today-widgets`: all widgets that come with the center, in one process.
    public enum WidgetsProgram {
        /// Runs the program, and ends the process. Without options it provides the widgets; see `--help`. Call it first,
        /// while the process has only one thread.
        public static func run() -> Never {
            if CommandLine.arguments.dropFirst() == [CoverProgram.option] { exit(CoverProgram.run()) }
            TaskThread.install()
            Task { await Bundle.main() }
            while true { pause() }
        }
    }

    /// The center starts this program by `Exec`. The widgets share a `BusName`, so one process provides all of them.
    private struct Bundle: NCWidgetBundle {
        static let widgets: [any NCWidgetProviding.Type] = [
            BatteryWidget.self, NowPlayingWidget.self, CalendarWidget.self, WeatherWidget.self, SystemWidget.self,
            ToDoWidget.self, TimerWidget.self, NetworkWidget.self,
        ]
    }
#else
    internal import Glibc
    internal import TodayPlatform

    /// The program `today-widgets`.
    public enum WidgetsProgram {
        /// Reports that this build has no widgets, and ends the process with status 1.
        public static func run() -> Never {
            let text =
                "today-widgets: this build doesn't include the widgets. Install libcurl, libical, libjpeg and libpng (Debian "
                + "packages: libcurl4-openssl-dev, libical-dev, libjpeg-dev and libpng-dev), then run "
                + "'swift build --traits Widgets'.\n"
            _ = writeAll(text, to: STDERR_FILENO)
            exit(1)
        }
    }
#endif
