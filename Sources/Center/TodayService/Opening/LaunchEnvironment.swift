internal import TodayModel

/// The environment of a program that is not a part of the center.
enum LaunchEnvironment {
    /// What was meant for the center or for a widget alone: how it was started, and by whom.
    private static let own: Set<String> = [
        TodayBus.widgetVariable, ProcessMark.variable, "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE",
        "DESKTOP_STARTUP_ID", "FDSTORE", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID", "MAINPID", "MANAGERPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET",
        "SYSTEMD_EXEC_PID",
        "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_ACTIVATION_TOKEN",
    ]

    /// The center's variables without its own, and with a token that lets the program raise its window: for Wayland
    /// `XDG_ACTIVATION_TOKEN`, for X11 `DESKTOP_STARTUP_ID`.
    static func variables(from environment: [String: String], token: String?) -> [String: String] {
        var variables = environment.filter { !own.contains($0.key) }
        if let token {
            variables["XDG_ACTIVATION_TOKEN"] = token
            variables["DESKTOP_STARTUP_ID"] = token
        }
        return variables
    }
}
