/// The environment of a program that lives in the session by itself: an app, a script, the command of a tap.
package enum SessionEnvironment {
    /// Variables for one program alone: how systemd, the bus or the center started it, and for which widget.
    private static let own: Set<String> = [
        "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE", "DESKTOP_STARTUP_ID", "FDSTORE", "INVOCATION_ID",
        "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "MAINPID", "MANAGERPID",
        "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", providerMark,
        TodayBus.widgetVariable, "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_ACTIVATION_TOKEN",
    ]

    /// Names the provider that a process belongs to; the center sets it.
    package static let providerMark = "TODAYCENTER_PROVIDER"

    /// The variables of `environment` without those for one program alone.
    ///
    /// - Parameter token: lets the program raise its window: `XDG_ACTIVATION_TOKEN` for Wayland, `DESKTOP_STARTUP_ID` for
    ///   X11.
    package static func variables(
        from environment: [String: String], token: String? = nil
    ) -> [String: String] {
        var variables = environment.filter { !own.contains($0.key) }
        if let token {
            variables["XDG_ACTIVATION_TOKEN"] = token
            variables["DESKTOP_STARTUP_ID"] = token
        }
        return variables
    }
}
