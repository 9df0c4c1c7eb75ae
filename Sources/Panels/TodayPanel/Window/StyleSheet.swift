#if Panel
    internal import CTodayGtk
    internal import TodayPlatform
    internal import TodayHost

    /// The look of the panel: its own spacing, with the colors of the desktop's theme and preferences.
    @MainActor enum StyleSheet {
        /// The preferences of the desktop.
        static var preferences = AppearancePreferences() {
            didSet { if preferences != oldValue { onPreferencesChange() } }
        }
        /// Called when the desktop's preferences change. GTK's own settings report a light or dark scheme too.
        static var onPreferencesChange: () -> Void = {}

        /// Whether the desktop or the theme wants high contrast.
        private(set) static var wantsMoreContrast = false

        private static var isInstalled = false
        private static let accentProvider = gtk_css_provider_new()
        /// The definitions of the computed colors.
        private static var colors = ""

        /// Installs the style sheet for the whole display.
        static func install(for window: Widget) {
            guard !isInstalled, let display = gdk_display_get_default() else { return }
            isInstalled = true
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, cardRules + nodeRules + pageRules + modeRules, -1)
            for provider in [accentProvider, provider] {
                gtk_style_context_add_provider_for_display(
                    display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            }
            adapt(to: window)
        }

        /// Updates the values that are computed from the theme and the desktop's preferences.
        static func adapt(to window: Widget) {
            wantsMoreContrast = preferences.wantsMoreContrast || hasHighContrastTheme
            window.setClass("dark", isDark(window))
            window.setClass("more-contrast", wantsMoreContrast)
            let (page, card) = surfaces(of: window)
            let backgrounds = [card, page]
            let preferredAccent = preferences.accent ?? color("theme_selected_bg_color", of: window) ?? fallbackAccent
            let accent = AccentColors(preferredAccent, on: backgrounds, wantsMoreContrast: wantsMoreContrast)
            // Themes choose the colors of success, warning and error for surfaces.
            let texts = ["success", "warning", "error"].map { role in
                (color(role + "_color", of: window) ?? fallbackAccent).readable(
                    on: backgrounds, ratio: wantsMoreContrast ? 7 : 4.5)
            }
            let off = card.mixed(with: isDark(window) ? .white : .black, 0.25).readable(on: [.white], ratio: 3)
            let new = """
                @define-color today_page \(page.hexadecimal);
                @define-color today_card \(card.hexadecimal);
                @define-color today_accent \(accent.accent.hexadecimal);
                @define-color today_on_accent \(accent.textOnAccent.hexadecimal);
                @define-color today_fill \(accent.fill.hexadecimal);
                @define-color today_on_fill \(accent.markOnFill.hexadecimal);
                @define-color today_off \(off.hexadecimal);
                @define-color today_success_text \(texts[0].hexadecimal);
                @define-color today_warning_text \(texts[1].hexadecimal);
                @define-color today_error_text \(texts[2].hexadecimal);
                """
            // Loading applies all styles again.
            if new == colors { return }
            colors = new
            gtk_css_provider_load_from_data(accentProvider, new, -1)
        }

        /// Returns the colors of the page and of the cards. A card lies above the page, so it is lighter. Dark themes
        /// have lists that are darker than the page, so there the page takes the color of lists.
        private static func surfaces(of window: Widget) -> (page: RGBColor, card: RGBColor) {
            let page = color("theme_bg_color", of: window) ?? .white
            let base = color("theme_base_color", of: window) ?? page
            guard isDark(window), base.luminance <= page.luminance else { return (page, base) }
            return (base, base.mixed(with: .white, 0.08).rounded)
        }

        /// The accent of a theme without named colors.
        private static let fallbackAccent = RGBColor.black

        private static func color(_ name: String, of widget: Widget) -> RGBColor? {
            var color = GdkRGBA()
            guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget.pointer), name, &color) != 0
            else { return nil }
            return RGBColor(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
        }

        /// Whether the theme has high contrast, which GTK reveals only through the theme's name.
        private static var hasHighContrastTheme: Bool {
            guard let settings = gtk_settings_get_default() else { return false }
            let set = cgtk_copy_string(UnsafeMutableRawPointer(settings), "gtk-theme-name")
            defer { g_free(set) }
            let name = (Environment["GTK_THEME"] ?? set.map { String(cString: $0) } ?? "").lowercased()
            return name.hasPrefix("highcontrast") || name.contains("-hc") || name.hasSuffix(":hc")
        }

        /// Returns whether text is lighter than its background.
        static func isDark(_ widget: Widget) -> Bool {
            var color = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(widget.pointer), &color)
            return color.red * 0.3 + color.green * 0.6 + color.blue * 0.1 > 0.5
        }
    }
#endif
