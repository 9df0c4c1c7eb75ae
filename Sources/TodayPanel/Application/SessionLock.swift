#if Panel
    internal import DBus

    /// Whether the session is locked, as the desktop's screen saver tells it. Where there is none it is not.
    enum SessionLock {
        /// The names under which desktops have it; all have the same methods and signals.
        private static let names: [(BusName, ObjectPath, InterfaceName)] = [
            ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
            ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
        ]

        /// Tells of every change, until the connection ends.
        @MainActor static func follow(
            _ connection: Connection, _ changed: @escaping @MainActor @Sendable (Bool) -> Void
        ) async {
            for (name, path, interface) in names {
                let rule = MatchRule(sender: name, path: path, interface: interface, member: "ActiveChanged")
                _ = try? await connection.subscribe(rule) { signal in
                    guard let isActive = try? signal.arguments(as: Bool.self) else { return }
                    Task { @MainActor in changed(isActive) }
                }
                // Asking must not start a screen saver that is not there.
                guard (try? await connection.owner(of: name)) ?? nil != nil else { continue }
                let isActive: Bool? = try? await connection.call(
                    name, path: path, interface: interface, "GetActive")
                if isActive == true { changed(true) }
            }
        }
    }
#endif
