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

        private static var isInstalled = false
        private static let accentProvider = gtk_css_provider_new()
        private static var accent: AccentColors?
        private static var card: RGBColor?
        /// The colors of success, warning and error as text. Themes choose these colors for surfaces.
        private static var roleTexts: [RGBColor] = []

        /// Installs the style sheet for the whole display.
        static func install(for window: Widget) {
            guard !isInstalled, let display = gdk_display_get_default() else { return }
            isInstalled = true
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, text, -1)
            for provider in [accentProvider, provider] {
                gtk_style_context_add_provider_for_display(
                    display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            }
            adapt(to: window)
        }

        /// Updates the values that are computed from the theme and the desktop's preferences.
        static func adapt(to window: Widget) {
            let wantsMoreContrast = preferences.wantsMoreContrast || hasHighContrastTheme
            window.setClass("dark", isDark(window))
            window.setClass("more-contrast", wantsMoreContrast)
            let page = color("theme_bg_color", of: window) ?? .white
            let card = cardColor(on: page, color("theme_base_color", of: window) ?? page, isDark: isDark(window))
            let backgrounds = [card, page]
            let preferredAccent = preferences.accent ?? color("theme_selected_bg_color", of: window) ?? fallbackAccent
            let new = AccentColors(preferredAccent, on: backgrounds, wantsMoreContrast: wantsMoreContrast)
            let texts = ["success", "warning", "error"].map { role in
                (color(role + "_color", of: window) ?? fallbackAccent).readable(
                    on: backgrounds, ratio: wantsMoreContrast ? 7 : 4.5)
            }
            // Loading applies all styles again.
            guard new != accent || texts != roleTexts || card != self.card else { return }
            accent = new
            self.card = card
            roleTexts = texts
            gtk_css_provider_load_from_data(
                accentProvider,
                """
                @define-color today_card \(card.hexadecimal);
                @define-color today_accent \(new.accent.hexadecimal);
                @define-color today_on_accent \(new.textOnAccent.hexadecimal);
                @define-color today_success_text \(texts[0].hexadecimal);
                @define-color today_warning_text \(texts[1].hexadecimal);
                @define-color today_error_text \(texts[2].hexadecimal);
                """, -1)
        }

        /// Returns the color of a card. A card lies above the page, so it is lighter, even in dark themes, whose lists
        /// are darker.
        private static func cardColor(on page: RGBColor, _ base: RGBColor, isDark: Bool) -> RGBColor {
            isDark && base.luminance <= page.luminance ? page.mixed(with: .white, 0.07) : base
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

        private static let text = """
            window.today { background-color: @theme_bg_color; }
            window.today scrolledwindow, window.today viewport { background: none; }

            .today image { -gtk-icon-size: 1.2em; }
            .today switch image { -gtk-icon-size: 16px; }
            .cards { padding: 12px; }
            .card-of-today {
              background-color: @today_card;
              border-radius: 14px;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12);
            }
            .cards.away { opacity: 0.55; transition: opacity 200ms ease-out; }
            .card-header { padding: 10px 14px 4px 14px; min-height: 26px; }
            .card-name { font-weight: 600; font-size: 0.92em; }
            .today .card-icon { -gtk-icon-size: 1.35em; }
            .card-icon-missing { color: alpha(currentColor, 0.4); }
            .card-age { font-size: 0.85em; color: alpha(currentColor, 0.72); }
            .card-badge { font-size: 0.85em; font-weight: 600; color: @today_accent; margin-left: 8px; }
            .card-badge:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .card-badge.card-alert { color: @today_error_text; }
            .card-name, .card-age, .with-sizes .card-size-slot { margin-left: 8px; }
            .card-name:dir(rtl), .card-age:dir(rtl), .with-sizes .card-size-slot:dir(rtl) {
              margin-left: 0; margin-right: 8px; }
            .with-sizes .card-size-slot { min-width: 3.2em; }
            .card-work { min-width: 1em; min-height: 1em; color: @today_accent; margin-left: 8px; }
            .card-work:dir(rtl) { margin-left: 0; margin-right: 8px; }
            .card-size, .show-more { font-size: 0.85em; font-weight: 600; padding: 1px 8px; min-height: 0;
              color: @today_accent; border-radius: 8px; }
            .card-size { border: none; margin: -1px -8px -1px 0; }
            .card-size:dir(rtl) { margin-right: 0; margin-left: -8px; }
            .show-more { margin-left: -8px; }
            .show-more:dir(rtl) { margin-left: 0; margin-right: -8px; }
            .placeholder { color: alpha(currentColor, 0.72); }

            .card-notes { padding: 0 14px 12px 14px; }
            .note { font-size: 0.88em; }
            .note-quiet { color: alpha(currentColor, 0.72); }
            .note-problem image { color: @warning_color; }
            .retry { font-size: 1em; padding: 1px 10px; min-height: 0; border-radius: 8px; }
            .retry.working label { opacity: 0; }
            .retry.working spinner { color: @today_accent; opacity: 1; }
            .disclosure { font-size: 0.85em; font-weight: inherit; padding: 1px 8px; min-height: 0; margin-left: 16px;
              color: @today_accent; border-radius: 8px; }
            .today .disclosure image { -gtk-icon-size: 1em; }
            .disclosure:dir(rtl) { margin-left: 0; margin-right: 16px; }
            .disclosed { font-size: 0.85em; margin-left: 24px; color: alpha(currentColor, 0.72); }
            .disclosed:dir(rtl) { margin-left: 0; margin-right: 24px; }

            .text-title { font-size: 1.45em; font-weight: 700; }
            .text-headline { font-weight: 700; }
            .text-caption { font-size: 0.85em; }
            .text-monospaced { font-family: monospace; }
            .color-secondary { color: alpha(currentColor, 0.72); }
            .color-accent { color: @today_accent; }
            .color-success { color: @today_success_text; }
            .color-warning { color: @today_warning_text; }
            .color-error { color: @today_error_text; }
            .timer { font-feature-settings: "tnum"; }
            .clock { font-size: 1.9em; }

            .today button image { -gtk-icon-style: symbolic; }
            .today progressbar trough, .today progressbar progress { min-height: 6px; border-radius: 3px; }
            .today progressbar trough { min-width: 40px; }
            .ring, .runner, .chart { color: @today_accent; }
            .ring-label { font-size: 0.85em; font-weight: 600; font-feature-settings: "tnum"; margin: 0 8px; }
            .progress-success, .progress-success .runner { color: @today_success_text; }
            .progress-warning, .progress-warning .runner { color: @today_warning_text; }
            .progress-error, .progress-error .runner { color: @today_error_text; }
            .tappable { padding: 2px 6px; margin: -2px -6px; border: none; min-height: 0; min-width: 0;
              font-weight: inherit; border-radius: 8px; }
            .tappable.takes-taps:hover { background-color: alpha(currentColor, 0.08); }
            .tappable.takes-taps:active { background-color: alpha(currentColor, 0.16); }
            .section-header { padding: 2px 6px; margin: -2px -6px; border: none; min-height: 0; min-width: 0;
              font-weight: 600; border-radius: 8px; }
            .today .section-header image { -gtk-icon-size: 1em; min-width: 16px; }
            .framed { padding: 3px 12px; min-height: 22px; border-radius: 9px; }
            .link-like { color: @today_accent; padding: 0 4px; margin: 0 -4px; border: none; min-height: 0; }
            .today .check-box { min-width: 16px; min-height: 16px; padding: 1px; border-radius: 5px; box-shadow: none;
              background: none; border: 1px solid alpha(@theme_fg_color, 0.6); }
            .today .check-box:checked { background-color: @today_accent; border-color: @today_accent;
              color: @today_on_accent; }
            .today .check-box:disabled { opacity: 0.5; }
            .today progressbar progress, .today switch:checked, .today check:checked {
              background-color: @today_accent; background-image: none; border-color: @today_accent; }
            .today check:checked { color: @today_on_accent; }
            .today .progress-success progress { background-color: @today_success_text; border-color: @today_success_text; }
            .today .progress-warning progress { background-color: @today_warning_text; border-color: @today_warning_text; }
            .today .progress-error progress { background-color: @today_error_text; border-color: @today_error_text; }
            .today scale { padding: 4px 0; }
            .today scale highlight { background-color: @today_accent; background-image: none; border-color: @today_accent; }
            .today button.suggested-action { background-color: @today_accent; background-image: none;
              border-color: @today_accent; color: @today_on_accent; text-shadow: none; box-shadow: none; }
            .today button.suggested-action:hover { background-color: mix(@today_accent, @theme_fg_color, 0.12); }
            .today button.suggested-action:active { background-color: mix(@today_accent, @theme_fg_color, 0.24); }
            .today button.suggested-action:disabled { opacity: 0.5; }
            .today switch:disabled, .today check:disabled, .today scale:disabled { opacity: 0.5; }
            .dark progressbar trough, .dark scale trough { background-color: alpha(@theme_fg_color, 0.14); }
            .dark scale slider { background-color: @theme_fg_color; background-image: none; border-color: @today_card; }
            .today separator { background-color: alpha(@theme_fg_color, 0.12); min-width: 1px; min-height: 1px; }

            .card-of-today:focus-visible, .edit-row:focus-visible { outline: 2px solid @today_accent;
              outline-offset: -2px; }

            .edit-button:focus-visible { outline-color: @today_accent; }

            .edit-footer { padding: 6px 12px 10px 12px; border-top: 1px solid alpha(@theme_fg_color, 0.08); }
            .edit-button { font-weight: 600; padding: 2px 22px; border-radius: 14px;
              background-color: alpha(@theme_fg_color, 0.08); }
            .pin { min-height: 1.8em; min-width: 1.8em; padding: 2px; border-radius: 1.2em; background: none; box-shadow: none;
              border: none; opacity: 0.7; }
            .pin:hover { opacity: 1; background-color: alpha(@theme_fg_color, 0.08); }
            .pin:checked { opacity: 1; color: @today_accent; background-color: alpha(@theme_fg_color, 0.08); }
            .gallery-entry { padding: 10px 12px; border-radius: 14px; background-color: @today_card;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .gallery-entry > .edit-detail { margin: 2px 0 6px 0; }
            .gallery-preview { border-radius: 10px; background-color: alpha(@theme_fg_color, 0.04); padding-top: 8px;
              margin-top: 8px; }
            .gallery-entry button { padding: 2px 10px; min-height: 28px; }
            .script-report { font-family: monospace; font-size: 0.9em; }
            .icon-button { padding: 2px 10px; }
            .undo-bar { margin: 0 12px 12px 12px; padding: 6px 6px 6px 14px; border-radius: 12px;
              background-color: mix(@theme_bg_color, @theme_fg_color, 0.88); color: @theme_bg_color; }
            .undo-bar:dir(rtl) { padding: 6px 14px 6px 6px; }
            .undo-button { color: inherit; font-weight: 700; border-radius: 8px; padding: 2px 10px; }
            .undo-button:hover { background-color: alpha(currentColor, 0.15); }
            .explanation { padding: 8px; }
            .explanation-message { font-weight: 600; }
            .explanation-title { color: alpha(currentColor, 0.72); }
            .announcement { font-size: 0.9em; padding: 0 10px; min-height: 24px; color: @today_accent; }
            .edit-header { padding: 14px 16px 10px 18px; }
            .edit-title { font-size: 1.3em; font-weight: 700; }
            .edit-page { padding: 4px 12px 16px 12px; }
            .edit-heading { font-weight: 600; font-size: 0.92em; margin: 10px 6px 0 6px;
              color: alpha(currentColor, 0.72); }
            .edit-nothing { margin: 10px 6px; color: alpha(currentColor, 0.72); }
            .edit-list { border-radius: 14px; background-color: @today_card;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .edit-list, .edit-list row { color: @theme_fg_color; }
            .edit-row { padding: 7px 10px; border-radius: 14px; min-height: 38px; }
            @keyframes from-below { from { transform: translateY(52px); } to { transform: none; } }
            @keyframes from-above { from { transform: translateY(-52px); } to { transform: none; } }
            .edit-row.from-below { animation: from-below 160ms ease-out; }
            .edit-row.from-above { animation: from-above 160ms ease-out; }
            .edit-row.dragged { background-color: alpha(@today_accent, 0.2); }
            .today .edit-icon { -gtk-icon-size: 1.8em; }
            .edit-name { font-weight: 500; }
            .edit-detail { font-size: 0.85em; color: alpha(currentColor, 0.72); }
            .edit-badge { font-size: 0.8em; font-weight: 600; padding: 0 8px; border-radius: 9px;
              background-color: @today_accent; color: @today_on_accent; }
            .edit-remove, .edit-add { min-width: 1.8em; min-height: 1.8em; padding: 0; border-radius: 0.9em;
              border: none; box-shadow: none; background-image: none; color: white; }
            .edit-remove { background-color: @error_color; }
            .edit-add { background-color: mix(@success_color, black, 0.15); }

            .card-menu, .edit-menu { min-width: 1.6em; min-height: 1.6em; padding: 0; border-radius: 1em; border: none;
              opacity: 0.72; }
            .card-menu { min-width: 1.2em; margin: -2px -12px -2px 0; opacity: 0; transition: opacity 100ms ease-out; }
            .card-menu:dir(rtl) { margin-left: -12px; margin-right: 0; }
            .card-of-today:hover .card-menu, .card-of-today:focus-within .card-menu, .card-menu:focus { opacity: 0.72; }
            .card-menu:hover, .edit-menu:hover { opacity: 1; }

            .settings-header { padding: 14px 14px 10px 14px; }
            .settings-title { font-weight: 700; }
            .settings-caption { font-size: 0.85em; color: alpha(currentColor, 0.72); }
            .settings-page { padding: 4px 12px 16px 12px; }
            .settings-list { border-radius: 14px; background-color: @today_card; padding: 6px 0;
              box-shadow: 0 0 0 1px alpha(@theme_fg_color, 0.07), 0 1px 3px alpha(black, 0.12); }
            .setting { padding: 8px 14px; }
            .setting-name { font-weight: 500; }
            .setting-details, .setting-fault { font-size: 0.85em; }
            .setting-details { color: alpha(currentColor, 0.72); }
            .setting-fault { color: @today_error_text; }
            .wrong entry { border-color: @today_error_text; }
            .today .setting entry:focus-within, .today .setting dropdown button:focus-visible,
            .today .setting switch:focus-visible { outline-color: @today_accent; }
            .swatch { min-width: 0.8em; min-height: 0.8em; border-radius: 0.4em; background-color: currentColor; }

            .status-page { padding: 36px; }
            .today .status-page image { -gtk-icon-size: 4.8em; }
            .status-page image { color: alpha(currentColor, 0.35); }
            .status-title { font-size: 1.3em; font-weight: 700; }
            .status-explanation { color: alpha(currentColor, 0.72); }
            .notice { padding: 10px 16px; background-color: alpha(@warning_color, 0.15); font-size: 0.9em; }

            .more-contrast .card-age, .more-contrast .placeholder, .more-contrast .note-quiet,
            .more-contrast .color-secondary, .more-contrast .edit-heading, .more-contrast .edit-nothing,
            .more-contrast .edit-detail, .more-contrast .status-explanation, .more-contrast .settings-caption,
            .more-contrast .setting-details { color: inherit; }
            .more-contrast .card-of-today, .more-contrast .edit-list, .more-contrast .settings-list { box-shadow: 0 0 0 1px @theme_fg_color; }
            .more-contrast .edit-button { box-shadow: inset 0 0 0 1px @theme_fg_color; }
            .more-contrast progressbar trough { box-shadow: inset 0 0 0 1px alpha(@theme_fg_color, 0.7); }

            @keyframes arrive { from { opacity: 0; transform: translateX(28px); } to { opacity: 1; transform: none; } }
            @keyframes arrive-rtl { from { opacity: 0; transform: translateX(-28px); } to { opacity: 1; transform: none; } }
            .arriving { animation: arrive 180ms ease-out; }
            .arriving:dir(rtl) { animation-name: arrive-rtl; }
            .departing { opacity: 0; transition: opacity 120ms ease-in; }
            @keyframes appear { from { opacity: 0; } to { opacity: 1; } }
            .appearing { animation: appear 180ms ease-out; }
            .disappearing { opacity: 0; transition: opacity 150ms ease-in; }
            """
    }
#endif
