#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The placement of the window: a column at the trailing edge of the screen, as high as docks and panels allow.
    ///
    /// On Wayland, this requires the layer-shell library, which is found at run time. Without it, the compositor places
    /// the window, and the window has a fixed size. Tiling compositors then keep the width of the panel and draw no
    /// second title bar. On X11, the window is moved by functions that GTK has only if it was built for X11.
    @MainActor enum EdgePlacement {
        /// The user's preferences.
        static var preferences = PanelPreferences()

        /// Prepares a window. Call this before the window is shown for the first time.
        static func prepare(_ window: Widget, width: Int32) {
            fit(window, width: width, to: area)
            LayerShell.load()?.introduce(window)
            placeOnLayer(window)
            XDesktop.load()?.introduce(window)
            if !isAtEdge { TitleBar.add(to: window) }
        }

        /// Brings a window to the current workspace. Call this each time before the window is shown.
        static func bringToCurrentWorkspace(_ window: Widget) { XDesktop.load()?.bringToCurrentWorkspace(window) }

        /// Places a window. Call this whenever the window is shown, and when its width or the screen has changed.
        static func place(_ window: Widget, width: Int32) {
            let area = area
            fit(window, width: width, to: area)
            placeOnLayer(window)
            guard area.width > 0, let surface = gtk_native_get_surface(window.opaque) else { return }
            XWindowMover.load()?.move(
                surface, x: isAtLeft(window) ? area.x : area.x + area.width - min(width, area.width), y: area.y)
        }

        private static func isAtLeft(_ window: Widget) -> Bool {
            preferences.isAtLeft(isMirrored: gtk_widget_get_direction(window.pointer) == GTK_TEXT_DIR_RTL)
        }

        private static func placeOnLayer(_ window: Widget) {
            guard let shell = LayerShell.load() else { return }
            var wanted: OpaquePointer?
            ScreenWatch.forEachMonitor { if connector(of: $0) == preferences.monitor { wanted = $0 } }
            shell.place(window, isAtLeft: isAtLeft(window), on: wanted)
        }

        private static func connector(of monitor: OpaquePointer) -> String? {
            gdk_monitor_get_connector(monitor).map { String(cString: $0) }
        }

        /// Whether the window can be placed at the edge of the screen.
        private static var isAtEdge: Bool { XWindowMover.load() != nil || LayerShell.load() != nil }

        /// Whether the window has another width than it was given. A report of its former size that comes late replaces
        /// the new one.
        static func hasLostWidth(_ window: Widget) -> Bool {
            var (width, height): (Int32, Int32) = (0, 0)
            gtk_window_get_default_size(window.cast(), &width, &height)
            return isAtEdge && fitted.map { $0.width != width } ?? false
        }

        /// The last size of the window.
        private static var fitted: (width: Int32, height: Int32)?

        private static func fit(_ window: Widget, width: Int32, to area: GdkRectangle) {
            var size = (width: width, height: Int32(720))
            if area.width > 0, area.height > 0 {
                size = (min(width, area.width), area.height)
                // An ordinary window shares the screen with the desktop's bars, whose heights aren't known.
                if !isAtEdge { size.height = area.height * 4 / 5 }
            }
            if let fitted, fitted == size, !hasLostWidth(window) { return }
            fitted = size
            if isAtEdge {
                gtk_window_set_default_size(window.cast(), size.width, size.height)
            } else {
                window.request(width: size.width, height: size.height)
                gtk_window_set_resizable(window.cast(), 0)
            }
        }

        /// The area for windows on the preferred monitor, in logical pixels. Without a preference, it is the monitor with
        /// the pointer, or the first one if the pointer isn't known.
        private static var area: GdkRectangle {
            let pointer = XWindowMover.load()?.pointer
            let desktop = XDesktop.load()
            var chosen: GdkRectangle?
            var isPreferred = false
            ScreenWatch.forEachMonitor { monitor in
                var area = GdkRectangle(x: 0, y: 0, width: 0, height: 0)
                gdk_monitor_get_geometry(monitor, &area)
                let scale = gdk_monitor_get_scale_factor(monitor)
                let hasPointer =
                    pointer.map {
                        $0.x >= area.x * scale && $0.x < (area.x + area.width) * scale
                            && $0.y >= area.y * scale && $0.y < (area.y + area.height) * scale
                    } ?? false
                if isPreferred { return }
                isPreferred = connector(of: monitor) == preferences.monitor
                if chosen == nil || hasPointer || isPreferred { chosen = desktop?.workArea(of: monitor) ?? area }
            }
            return chosen ?? GdkRectangle(x: 0, y: 0, width: 0, height: 0)
        }
    }

    /// The functions of X11 that move a window and find the pointer, which GTK 4 doesn't provide itself.
    @MainActor struct XWindowMover {
        private typealias FindWindow = @convention(c) (OpaquePointer) -> UInt
        private typealias FindDisplay = @convention(c) (OpaquePointer) -> OpaquePointer?
        private typealias MoveWindow = @convention(c) (OpaquePointer, UInt, Int32, Int32) -> Int32

        private typealias FindRoot = @convention(c) (OpaquePointer) -> UInt
        private typealias QueryPointer =
            @convention(c) (
                OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt32>
            ) -> Int32

        private let findRoot: FindRoot
        private let queryPointer: QueryPointer
        private let findWindow: FindWindow
        private let findDisplay: FindDisplay
        private let moveWindow: MoveWindow

        /// Returns nil if the display isn't an X11 display.
        static func load() -> XWindowMover? {
            guard let display = gdk_display_get_default() else { return nil }
            let type = String(
                cString: g_type_name_from_instance(
                    UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)))
            guard type == "GdkX11Display",
                let findRoot: FindRoot = libraryFunction("gdk_x11_display_get_xrootwindow"),
                let queryPointer: QueryPointer = libraryFunction("XQueryPointer"),
                let findWindow: FindWindow = libraryFunction("gdk_x11_surface_get_xid"),
                let findDisplay: FindDisplay = libraryFunction("gdk_x11_display_get_xdisplay"),
                let moveWindow: MoveWindow = libraryFunction("XMoveWindow")
            else { return nil }
            return XWindowMover(
                findRoot: findRoot, queryPointer: queryPointer, findWindow: findWindow, findDisplay: findDisplay,
                moveWindow: moveWindow)
        }

        func move(_ surface: OpaquePointer, x: Int32, y: Int32) {
            guard let display = gdk_surface_get_display(surface), let connection = findDisplay(display) else { return }
            let scale = gdk_surface_get_scale_factor(surface)
            _ = moveWindow(connection, findWindow(surface), x * scale, y * scale)
        }

        /// The position of the pointer, in physical pixels.
        var pointer: (x: Int32, y: Int32)? {
            guard let display = gdk_display_get_default(), let connection = findDisplay(display) else { return nil }
            var (root, child): (UInt, UInt) = (0, 0)
            var (x, y, ownX, ownY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            var buttons: UInt32 = 0
            guard queryPointer(connection, findRoot(display), &root, &child, &x, &y, &ownX, &ownY, &buttons) != 0
            else { return nil }
            return (x, y)
        }
    }
#endif
