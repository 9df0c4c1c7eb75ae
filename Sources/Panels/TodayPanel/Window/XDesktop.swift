#if Panel
    internal import CTodayGtk

    /// The exchange with window managers of X11 about the panel and the desktop, beyond the one of GTK 4.
    ///
    /// The terms are those of freedesktop's Extended Window Manager Hints. The functions are found at run time, because
    /// GTK has them only if it was built for X11.
    @MainActor struct XDesktop {
        private typealias SetClass = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
        private typealias SetHint = @convention(c) (OpaquePointer, gboolean) -> Void
        private typealias Bring = @convention(c) (OpaquePointer) -> Void
        private typealias FindArea = @convention(c) (OpaquePointer, UnsafeMutablePointer<GdkRectangle>) -> Void

        private let setClass: SetClass
        private let setSkipsTaskbar: SetHint
        private let setSkipsPager: SetHint
        private let bring: Bring
        private let findArea: FindArea

        /// Returns nil if the display isn't an X11 display.
        static func load() -> XDesktop? {
            guard XWindowMover.load() != nil,
                let setClass: SetClass = libraryFunction("gdk_x11_display_set_program_class"),
                let setSkipsTaskbar: SetHint = libraryFunction("gdk_x11_surface_set_skip_taskbar_hint"),
                let setSkipsPager: SetHint = libraryFunction("gdk_x11_surface_set_skip_pager_hint"),
                let bring: Bring = libraryFunction("gdk_x11_surface_move_to_current_desktop"),
                let findArea: FindArea = libraryFunction("gdk_x11_monitor_get_workarea")
            else { return nil }
            return XDesktop(
                setClass: setClass, setSkipsTaskbar: setSkipsTaskbar, setSkipsPager: setSkipsPager, bring: bring,
                findArea: findArea)
        }

        /// Marks the window as a part of the desktop: with the name of its desktop file, and without a button in
        /// taskbars and pagers, because it hides when it loses the focus. Call this before it is shown for the first
        /// time.
        func introduce(_ window: Widget) {
            if let display = gdk_display_get_default() { setClass(display, PanelApplication.identifier) }
            window.on("realize") { [weak window] in
                guard let window, let surface = gtk_native_get_surface(window.opaque) else { return }
                setSkipsTaskbar(surface, 1)
                setSkipsPager(surface, 1)
            }
        }

        /// Brings a visible window to the user's current workspace. Otherwise window managers would switch to the
        /// window's workspace.
        func bringToCurrentWorkspace(_ window: Widget) {
            guard let surface = gtk_native_get_surface(window.opaque), gdk_surface_get_mapped(surface) != 0 else {
                return
            }
            bring(surface)
        }

        /// Returns the part of a monitor without docks, in logical pixels; all of it if no window manager reports it.
        func workArea(of monitor: OpaquePointer) -> GdkRectangle {
            var area = GdkRectangle(x: 0, y: 0, width: 0, height: 0)
            findArea(monitor, &area)
            return area
        }
    }
#endif
