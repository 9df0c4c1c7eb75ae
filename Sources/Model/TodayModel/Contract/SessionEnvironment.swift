/// The environment of a program that runs in the session on its own: an app, a script, the command of a tap.
package enum SessionEnvironment {
    /// Variables that are meant for one program only: how systemd, the bus or the center started it, and for which
    /// widget.
    private static let own: Set<String> = [
        "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE", "DESKTOP_STARTUP_ID", "FDSTORE", "INVOCATION_ID",
        "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "MAINPID", "MANAGERPID",
        "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", providerMark,
        TodayBus.widgetVariable, "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_ACTIVATION_TOKEN",
    ]

    /// The variable that names the provider a process belongs to; the center sets it.
    package static let providerMark = "TODAYCENTER_PROVIDER"

    /// Returns the variables of `environment` without those meant for one program only.
    ///
    /// - Parameter token: Lets the program raise its window: `XDG_ACTIVATION_TOKEN` for Wayland, `DESKTOP_STARTUP_ID`
    ///   for X11.
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
