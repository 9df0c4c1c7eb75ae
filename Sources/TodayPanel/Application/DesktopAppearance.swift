#if Panel
    internal import CGtk
    internal import DBus
    internal import TodayHost

    /// How the desktop wants things to look, as the portal tells it. GTK by itself knows only what its own settings say.
    enum DesktopAppearance {
        private static let portal: BusName = "org.freedesktop.portal.Desktop"
        private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        private static let settings: InterfaceName = "org.freedesktop.portal.Settings"

        /// Takes over the wishes as they are now, and every later one, until the connection ends.
        @MainActor static func follow(_ connection: Connection) async {
            let rule = MatchRule(sender: portal, path: path, interface: settings, member: "SettingChanged")
            _ = try? await connection.subscribe(rule) { signal in
                guard let (namespace, key, value) = try? signal.arguments(as: String.self, String.self, DBusValue.self),
                    namespace == AppearanceWishes.namespace
                else { return }
                Task { @MainActor in take([key: value]) }
            }
            // Unlike Read, which version 2 replaced by ReadOne, this is in every version, and it asks only once.
            let all: [String: [String: DBusValue]]? = try? await connection.call(
                portal, path: path, interface: settings, "ReadAll", [AppearanceWishes.namespace])
            if let all { take(all[AppearanceWishes.namespace] ?? [:]) }
        }

        @MainActor private static func take(_ values: [String: DBusValue]) {
            let former = StyleSheet.wishes
            var wishes = former
            for (key, value) in values { wishes.take(key, value) }
            if wishes.scheme != former.scheme { apply(wishes.scheme) }
            StyleSheet.wishes = wishes
        }

        @MainActor private static func apply(_ scheme: AppearanceWishes.Scheme?) {
            guard let settings = gtk_settings_get_default() else { return }
            if let scheme {
                cgtk_set_boolean(
                    UnsafeMutableRawPointer(settings), "gtk-application-prefer-dark-theme", scheme == .dark ? 1 : 0)
            } else {
                gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme")
            }
        }
    }
#endif
