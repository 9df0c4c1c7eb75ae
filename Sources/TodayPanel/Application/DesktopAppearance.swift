#if Panel
    internal import CGtk
    internal import DBus

    /// The desktop's wish for light or dark, as the portal tells it (org.freedesktop.portal.Settings, namespace
    /// `org.freedesktop.appearance`). GTK by itself knows only what its own settings say.
    enum DesktopAppearance {
        private static let portal: BusName = "org.freedesktop.portal.Desktop"
        private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        private static let settings: InterfaceName = "org.freedesktop.portal.Settings"
        private static let namespace = "org.freedesktop.appearance"
        private static let key = "color-scheme"

        /// Takes over the wish as it is now, and every later one, until the connection ends.
        @MainActor static func follow(_ connection: Connection) async {
            let rule = MatchRule(sender: portal, path: path, interface: settings, member: "SettingChanged")
            _ = try? await connection.subscribe(rule) { signal in
                guard let (namespace, key, value) = try? signal.arguments(as: String.self, String.self, DBusValue.self),
                    namespace == Self.namespace, key == Self.key
                else { return }
                Task { @MainActor in apply(value) }
            }
            let value: DBusValue? = try? await connection.call(
                portal, path: path, interface: settings, "Read", namespace, key)
            if let value { apply(value) }
        }

        /// 1 is dark, 2 is light, 0 is no wish.
        @MainActor private static func apply(_ value: DBusValue) {
            guard case .uint32(let scheme) = value.unwrapped, let settings = gtk_settings_get_default() else { return }
            if scheme == 0 {
                gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme")
            } else {
                cgtk_set_boolean(
                    UnsafeMutableRawPointer(settings), "gtk-application-prefer-dark-theme", scheme == 1 ? 1 : 0)
            }
        }
    }
#endif
