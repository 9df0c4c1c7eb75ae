#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost

    /// The appearance that the user prefers, from the desktop portal. GTK by itself knows only its own settings.
    enum DesktopAppearance {
        /// Applies the current preferences and every change until the connection ends.
        @MainActor static func follow(_ connection: Connection) async {
            let portal = PortalSettings(connection)
            if let changes = try? await portal.settingChangedSignals() {
                Task {
                    for await change in changes where change.namespace == AppearanceWishes.namespace {
                        take([change.key: change.value])
                    }
                }
            }
            // `ReadAll` is in every version and takes one call; version 2 replaced `Read` with `ReadOne`.
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
