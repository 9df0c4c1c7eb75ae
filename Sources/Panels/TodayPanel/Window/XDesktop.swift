#if Panel
    internal import CTodayGtk

    /// What window managers of X11 are told of the panel and tell of the desktop, beyond what GTK 4 does by itself.
    ///
    /// The terms are those of freedesktop's Extended Window Manager Hints. The functions are looked for at run time, as
    /// GTK has them only where it was built for X11.
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

        /// Nil where the display is none of X11.
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

        /// Makes the window known as a part of the desktop: by the name of its desktop file, and with no button in
        /// taskbars and pagers, as it hides when it is left. To be called before it is shown for the first time.
        func introduce(_ window: Widget) {
            if let display = gdk_display_get_default() { setClass(display, PanelApplication.identifier) }
            window.on("realize") { [weak window] in
                guard let window, let surface = gtk_native_get_surface(window.opaque) else { return }
                setSkipsTaskbar(surface, 1)
                setSkipsPager(surface, 1)
            }
        }

        /// Brings a window that is shown to the workspace that the user sees; otherwise window managers would take the
        /// user to the window's.
        func bringHere(_ window: Widget) {
            guard let surface = gtk_native_get_surface(window.opaque), gdk_surface_get_mapped(surface) != 0 else {
                return
            }
            bring(surface)
        }

        /// What docks leave of a monitor, in logical pixels; all of it where no window manager tells.
        func workArea(of monitor: OpaquePointer) -> GdkRectangle {
            var area = GdkRectangle(x: 0, y: 0, width: 0, height: 0)
            findArea(monitor, &area)
            return area
        }
    }
#endif
