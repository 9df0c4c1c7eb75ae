#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// The app that a widget belongs to, by its desktop file.
    @MainActor enum ContainingApp {
        private typealias Find = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?

        /// Returns the app's name as the desktop shows it; nil if the app isn't installed.
        static func name(_ identifier: String) -> String? {
            guard let app = find(identifier) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(app)) }
            return g_app_info_get_display_name(app).map { String(cString: $0) }
        }

        /// Opens the app. Returns why that failed, as a sentence without a period; nil if it succeeded.
        static func open(_ identifier: String) -> String? {
            guard let app = find(identifier), let display = gdk_display_get_default() else {
                return tr("The app {name} isn’t installed", ["name": identifier])
            }
            defer { g_object_unref(UnsafeMutableRawPointer(app)) }
            let context = gdk_display_get_app_launch_context(display)
            defer { g_object_unref(context.map { UnsafeMutableRawPointer($0) }) }
            var error: UnsafeMutablePointer<GError>?
            let launch = context.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self) }
            if g_app_info_launch(app, nil, launch, &error) != 0 { return nil }
            defer { g_error_free(error) }
            return error.map { String(cString: $0.pointee.message) } ?? tr("Unknown error")
        }

        /// GIO declares the function in a header of its own.
        private static func find(_ identifier: String) -> OpaquePointer? {
            let find: Find? = libraryFunction("g_desktop_app_info_new")
            return find?(identifier + ".desktop")
        }
    }
#endif
