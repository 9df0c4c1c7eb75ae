#if Panel
    internal import CTodayGtk

    /// The desktop's settings for animations and the text size.
    @MainActor enum Motion {
        private static var settings: OpaquePointer? { gtk_settings_get_default() }

        /// Whether animations are enabled.
        static var isEnabled: Bool {
            settings.map { cgtk_get_boolean(UnsafeMutableRawPointer($0), "gtk-enable-animations") != 0 } ?? false
        }

        /// The factor of the text size; 1 at 96 dots per inch.
        static var textScale: Double {
            guard let settings else { return 1 }
            let resolution = cgtk_get_int(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
            return resolution > 0 ? min(max(Double(resolution) / (96 * 1024), 0.5), 4) : 1
        }
    }
#endif
