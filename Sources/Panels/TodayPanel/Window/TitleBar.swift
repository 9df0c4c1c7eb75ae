#if Panel
    internal import CTodayGtk
    internal import DBus

    /// The bar at the top of an ordinary window, which the window is moved and closed by; without one, it would have
    /// neither rounded corners nor a shadow either.
    ///
    /// There is nothing to minimize or to maximize: the panel is a column that hides when it is left.
    @MainActor enum TitleBar {
        /// To be called before the window is shown for the first time.
        static func add(to window: Widget) {
            guard let bar = gtk_header_bar_new() else { return }
            gtk_header_bar_set_decoration_layout(OpaquePointer(bar), layout)
            gtk_window_set_titlebar(window.cast(), bar)
            gtk_window_set_decorated(window.cast(), 1)
        }

        /// The button to close it, at the side where the desktop has that.
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
