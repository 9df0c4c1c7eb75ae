#if Panel
    internal import CTodayGtk
    internal import DBus

    /// The bar at the top of an ordinary window, which moves and closes the window. Without it, the window would also
    /// have no rounded corners and no shadow.
    ///
    /// It has no buttons to minimize or maximize, because the panel is a column that hides when it loses the focus.
    @MainActor enum TitleBar {
        /// Adds the bar. Call this before the window is shown for the first time.
        static func add(to window: Widget) {
            guard let bar = gtk_header_bar_new() else { return }
            gtk_header_bar_set_decoration_layout(OpaquePointer(bar), layout)
            gtk_window_set_titlebar(window.cast(), bar)
            gtk_window_set_decorated(window.cast(), 1)
        }

        /// The layout with the close button, at the side where the desktop has it.
        private static var layout: String {
            guard let settings = gtk_settings_get_default(),
                let text = cgtk_copy_string(UnsafeMutableRawPointer(settings), "gtk-decoration-layout")
            else { return ":close" }
            defer { g_free(text) }
            let start = String(cString: text).split(at: ":", omittingEmptySubsequences: false)[0]
            return start.split(at: ",").contains("close") ? "close:" : ":close"
        }
    }
#endif
