#if Panel
    internal import CTodayGtk

    /// A token with which the program that a tap starts can take the focus.
    @MainActor enum ActivationToken {
        /// Returns a new token; nil if the display provides none.
        static func make() -> String? {
            guard let display = gdk_display_get_default(),
                let context = gdk_display_get_app_launch_context(display)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(context)) }
            let launch = UnsafeMutableRawPointer(context).assumingMemoryBound(to: GAppLaunchContext.self)
            // Only the center knows which program it will start, but GIO before 2.82 gives no token without an app.
            guard
                let appInfo = g_app_info_create_from_commandline(
                    "true", "Today", G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, nil)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(appInfo)) }
            guard let text = g_app_launch_context_get_startup_notify_id(launch, appInfo, nil) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
    }
#endif
