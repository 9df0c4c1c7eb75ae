#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform
    internal import TodayHost

    /// The style of libadwaita, which apps of GNOME have. The library is found at run time, and only used with GTK's own
    /// theme: users of another theme want that one.
    @MainActor enum AdwaitaStyle {
        private typealias Start = @convention(c) () -> Void
        private typealias GetManager = @convention(c) () -> OpaquePointer?
        private typealias SetScheme = @convention(c) (OpaquePointer, Int32) -> Void

        private static let library = "libadwaita-1.so.0"
        /// With the value 0, this variable switches the style off.
        private static let variable = "TODAY_PANEL_ADWAITA"
        /// GTK's own theme, by its names in several versions of GTK.
        private static let themes: Set = ["Adwaita", "Adwaita-dark", "Default", "Default-dark"]
        /// Values of AdwColorScheme.
        private static let (standard, forcedLight, forcedDark): (Int32, Int32, Int32) = (0, 1, 4)

        /// The library's AdwStyleManager; nil if the library isn't in use.
        private static var manager: OpaquePointer?
        private static var setScheme: SetScheme?
        /// Whether the user's settings of GTK ask for a dark theme.
        private static var prefersDark = false

        /// Starts to use the style, where it can be. Call this after GTK's start and before the first widget.
        static func start() {
            guard manager == nil, Environment[variable] != "0", Environment["GTK_THEME"] == nil,
                let settings = gtk_settings_get_default(), let theme = themeName(settings), themes.contains(theme),
                dlopen(library, RTLD_LAZY | RTLD_GLOBAL) != nil,
                let start: Start = libraryFunction("adw_init"),
                let getManager: GetManager = libraryFunction("adw_style_manager_get_default"),
                let setScheme: SetScheme = libraryFunction("adw_style_manager_set_color_scheme")
            else { return }
            let darkSetting = "gtk-application-prefer-dark-theme"
            let object = UnsafeMutableRawPointer(settings)
            prefersDark = theme.hasSuffix("-dark") || cgtk_get_boolean(object, darkSetting) != 0
            // The library prints a warning about this setting, and has its own in place of it. GTK reads its theme again
            // even if the value is the same.
            if cgtk_get_boolean(object, darkSetting) != 0 { cgtk_set_boolean(object, darkSetting, 0) }
            start()
            manager = getManager()
            Self.setScheme = setScheme
            apply(nil)
        }

        private static func themeName(_ settings: OpaquePointer) -> String? {
            let name = cgtk_copy_string(UnsafeMutableRawPointer(settings), "gtk-theme-name")
            defer { g_free(name) }
            return name.map { String(cString: $0) }
        }

        /// Applies the preferred scheme; nil for none. Returns false if the library isn't in use.
        @discardableResult
        static func apply(_ scheme: AppearancePreferences.Scheme?) -> Bool {
            guard let manager, let setScheme else { return false }
            switch scheme {
            case .dark: setScheme(manager, forcedDark)
            case .light: setScheme(manager, forcedLight)
            case nil: setScheme(manager, prefersDark ? forcedDark : standard)
            }
            return true
        }

        /// Calls back when the library has changed between light and dark.
        static func onChange(_ body: @escaping @MainActor () -> Void) {
            if let manager { Callback.connect(UnsafeMutableRawPointer(manager), "notify::dark", body) }
        }
    }
#endif
