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
                    for await change in changes where change.namespace == AppearancePreferences.namespace {
                        applySettings([change.key: change.value])
                    }
                }
            }
            // `ReadAll` is in every version and takes one call; version 2 replaced `Read` with `ReadOne`.
            let all = try? await portal.readAll(namespaces: [AppearancePreferences.namespace])
            if let all { applySettings(all[AppearancePreferences.namespace] ?? [:]) }
        }

        @MainActor private static func applySettings(_ values: [String: DBusValue]) {
            let former = StyleSheet.preferences
            var preferences = former
            for (key, value) in values { preferences.apply(key, value) }
            if preferences.scheme != former.scheme { apply(preferences.scheme) }
            StyleSheet.preferences = preferences
        }

        /// Sets the scheme of the theme; nil for that of GTK's own settings.
        @MainActor static func apply(_ scheme: AppearancePreferences.Scheme?) {
            if AdwaitaStyle.apply(scheme) { return }
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
