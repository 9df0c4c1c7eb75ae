#if Panel
    internal import CTodayGtk
    internal import Glibc

    /// The library gtk4-layer-shell, which places a window at an edge of the screen on Wayland.
    @MainActor struct LayerShell {
        private typealias Window = UnsafeMutablePointer<GtkWindow>
        private typealias Supported = @convention(c) () -> gboolean
        private typealias Begin = @convention(c) (Window) -> Void
        private typealias Set = @convention(c) (Window, Int32) -> Void
        private typealias SetMonitor = @convention(c) (Window, OpaquePointer?) -> Void
        private typealias SetEdge = @convention(c) (Window, Int32, gboolean) -> Void

        private let begin: Begin
        private let setLayer: Set
        private let setKeyboardMode: Set
        private let setAnchor: SetEdge
        private let setMonitor: SetMonitor

        /// Whether this program was started with the library, as by ``LayerShellPreload``.
        nonisolated static var isLoaded: Bool { dlsym(nil, "gtk_layer_is_supported") != nil }

        /// Returns nil if the library isn't loaded, or if the display doesn't support it, as on GNOME and X11.
        static func load() -> LayerShell? {
            guard let isSupported: Supported = libraryFunction("gtk_layer_is_supported"), isSupported() != 0,
                let begin: Begin = libraryFunction("gtk_layer_init_for_window"),
                let setLayer: Set = libraryFunction("gtk_layer_set_layer"),
                let setKeyboardMode: Set = libraryFunction("gtk_layer_set_keyboard_mode"),
                let setAnchor: SetEdge = libraryFunction("gtk_layer_set_anchor"),
                let setMonitor: SetMonitor = libraryFunction("gtk_layer_set_monitor")
            else { return nil }
            return LayerShell(
                begin: begin, setLayer: setLayer, setKeyboardMode: setKeyboardMode, setAnchor: setAnchor,
                setMonitor: setMonitor)
        }

        /// The values of the library's enumerations.
        private static let topLayer: Int32 = 2
        private static let keyboardOnDemand: Int32 = 2
        private static let (left, right, top, bottom): (Int32, Int32, Int32, Int32) = (0, 1, 2, 3)

        /// Makes a window a part of the desktop. Call this before the window is shown for the first time.
        func introduce(_ window: Widget) {
            let target: Window = window.cast()
            begin(target)
            setLayer(target, Self.topLayer)
            setKeyboardMode(target, Self.keyboardOnDemand)
            for edge in [Self.top, Self.bottom] { setAnchor(target, edge, 1) }
        }

        /// Puts a window at an edge of a monitor; nil lets the compositor choose the monitor.
        func place(_ window: Widget, isAtLeft: Bool, on monitor: OpaquePointer?) {
            let target: Window = window.cast()
            setAnchor(target, Self.left, isAtLeft ? 1 : 0)
            setAnchor(target, Self.right, isAtLeft ? 0 : 1)
            setMonitor(target, monitor)
        }
    }
#endif
