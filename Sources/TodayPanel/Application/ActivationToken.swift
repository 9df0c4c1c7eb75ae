#if Panel
    internal import CGtk

    /// Leave to take the focus, for the program that a tap starts.
    @MainActor enum ActivationToken {
        /// A new token; nil when the display gives none.
        static func make() -> String? {
            guard let display = gdk_display_get_default(),
                let context = gdk_display_get_app_launch_context(display)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(context)) }
            let launch = UnsafeMutableRawPointer(context).assumingMemoryBound(to: GAppLaunchContext.self)
            guard let text = g_app_launch_context_get_startup_notify_id(launch, nil, nil) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
    }
#endif
