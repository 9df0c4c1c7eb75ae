#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost

    /// How the desktop wants things to look, as the portal tells it. GTK by itself knows only what its own settings say.
    enum DesktopAppearance {
        /// Takes over the wishes as they are now, and every later one, until the connection ends.
        @MainActor static func follow(_ connection: Connection) async {
            let portal = PortalSettings(connection)
            if let changes = try? await portal.settingChangedSignals() {
                Task {
                    for await change in changes where change.namespace == AppearanceWishes.namespace {
                        take([change.key: change.value])
                    }
                }
            }
            // Unlike Read, which version 2 replaced by ReadOne, this is in every version, and it asks only once.
            let all = try? await portal.readAll(namespaces: [AppearanceWishes.namespace])
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
