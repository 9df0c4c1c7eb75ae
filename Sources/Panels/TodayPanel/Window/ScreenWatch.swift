#if Panel
    internal import CTodayGtk

    /// Reports when monitors are added, removed, moved or resized.
    @MainActor final class ScreenWatch {
        private let onChange: () -> Void
        private var watched: Set<OpaquePointer> = []

        init(_ onChange: @escaping () -> Void) {
            self.onChange = onChange
            guard let monitors = Self.monitors else { return }
            watchAll()
            Callback.connect(UnsafeMutableRawPointer(monitors), "items-changed") { [weak self] in
                self?.watchAll()
                self?.onChange()
            }
        }

        private static var monitors: OpaquePointer? { gdk_display_get_default().flatMap(gdk_display_get_monitors) }

        /// Calls a closure for each monitor, the first one first.
        static func forEachMonitor(_ body: (OpaquePointer) -> Void) {
            guard let monitors else { return }
            for index in 0..<g_list_model_get_n_items(monitors) {
                guard let monitor = g_list_model_get_item(monitors, index) else { continue }
                body(OpaquePointer(monitor))
                g_object_unref(monitor)
            }
        }

        /// The connectors of all monitors, such as `DP-1`.
        static var connectors: [String] {
            var connectors: [String] = []
            forEachMonitor { monitor in
                if let name = gdk_monitor_get_connector(monitor) { connectors.append(String(cString: name)) }
            }
            return connectors
        }

        private func watchAll() {
            var present: Set<OpaquePointer> = []
            Self.forEachMonitor { monitor in
                present.insert(monitor)
                guard !watched.contains(monitor) else { return }
                Callback.connect(UnsafeMutableRawPointer(monitor), "notify::geometry") { [weak self] in
                    self?.onChange()
                }
            }
            watched = present
        }
    }
#endif
