#if Panel
    internal import CTodayGtk

    /// What the desktop's settings say about how things look and move.
    @MainActor enum Motion {
        private static var settings: OpaquePointer? { gtk_settings_get_default() }

        /// Whether things may move.
        static var isEnabled: Bool {
            settings.map { cgtk_get_boolean(UnsafeMutableRawPointer($0), "gtk-enable-animations") != 0 } ?? false
        }

        /// How much larger than usual text is; 1 at 96 dots per inch.
        static var textScale: Double {
            guard let settings else { return 1 }
            let resolution = cgtk_get_int(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
            return resolution > 0 ? min(max(Double(resolution) / (96 * 1024), 0.5), 4) : 1
        }
    }
#endif
