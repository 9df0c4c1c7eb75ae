#if Panel
    internal import CGtk
    internal import Glibc

    /// Where the window stands: a column as high as the screen at its trailing edge.
    ///
    /// On Wayland that takes the layer-shell library, which is looked for at run time; without it the compositor decides.
    /// On X11 the window is moved there, by functions that GTK has only where it was built for X11.
    @MainActor enum EdgePlacement {
        /// To be called before the window is shown for the first time.
        static func prepare(_ window: Widget, width: Int32) {
            let area = monitorArea
            gtk_window_set_default_size(window.cast(), width, area.height > 0 ? area.height : 720)
            LayerShell.load()?.anchor(window, width: width)
        }

        /// To be called whenever the window is shown.
        static func place(_ window: Widget, width: Int32) {
            guard let surface = gtk_native_get_surface(window.opaque) else { return }
            let area = monitorArea
            guard area.width > 0 else { return }
            let isMirrored = gtk_widget_get_direction(window.pointer) == GTK_TEXT_DIR_RTL
            XWindowMover.load()?.move(
                surface, x: isMirrored ? area.x : area.x + area.width - width, y: area.y)
        }

        /// The first monitor in logical pixels.
        private static var monitorArea: GdkRectangle {
            var area = GdkRectangle(x: 0, y: 0, width: 0, height: 0)
            guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
                let monitor = g_list_model_get_item(monitors, 0)
            else { return area }
            defer { g_object_unref(monitor) }
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            return area
        }
    }

    /// The functions of X11 that move a window, which GTK 4 leaves to its user.
    @MainActor struct XWindowMover {
        private typealias FindWindow = @convention(c) (OpaquePointer) -> UInt
        private typealias FindDisplay = @convention(c) (OpaquePointer) -> OpaquePointer?
        private typealias MoveWindow = @convention(c) (OpaquePointer, UInt, Int32, Int32) -> Int32

        private let findWindow: FindWindow
        private let findDisplay: FindDisplay
        private let moveWindow: MoveWindow

        /// Nil where the display is none of X11.
        static func load() -> XWindowMover? {
            guard let display = gdk_display_get_default() else { return nil }
            let type = String(
                cString: g_type_name_from_instance(
                    UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)))
            guard type == "GdkX11Display",
                let findWindow = dlsym(nil, "gdk_x11_surface_get_xid"),
                let findDisplay = dlsym(nil, "gdk_x11_display_get_xdisplay"),
                let moveWindow = dlsym(nil, "XMoveWindow")
            else { return nil }
            return XWindowMover(
                findWindow: unsafeBitCast(findWindow, to: FindWindow.self),
                findDisplay: unsafeBitCast(findDisplay, to: FindDisplay.self),
                moveWindow: unsafeBitCast(moveWindow, to: MoveWindow.self))
        }

        func move(_ surface: OpaquePointer, x: Int32, y: Int32) {
            guard let display = gdk_surface_get_display(surface), let connection = findDisplay(display) else { return }
            let scale = gdk_surface_get_scale_factor(surface)
            _ = moveWindow(connection, findWindow(surface), x * scale, y * scale)
        }
    }
#endif
