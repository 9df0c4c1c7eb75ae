#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform

    /// The user's own style sheet, `$XDG_CONFIG_HOME/todaycenter/panel.css`. It takes precedence over all others, and
    /// changes apply at once.
    @MainActor final class UserStyle {
        private let provider = gtk_css_provider_new()
        private var monitor: UnsafeMutablePointer<GFileMonitor>?
        private var loaded: [UInt8]?

        private static var folder: String? { UserFolders.config().map { $0 + "/todaycenter" } }
        private static var path: String? { folder.map { $0 + "/panel.css" } }
        private static let mostBytes = 1 << 20

        init() {
            guard let display = gdk_display_get_default(), let provider else { return }
            Callback.connect(UnsafeMutableRawPointer(provider), "parsing-error") { arguments in
                UserStyle.report(arguments)
                return 0
            }
            gtk_style_context_add_provider_for_display(
                display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
        }

        /// Applies the file if it has changed, and watches it from now on. Call this each time before the window is
        /// shown, because a folder that doesn't exist can't be watched without polling.
        func follow() {
            load()
            guard monitor == nil, let folder = Self.folder, let path = Self.path, access(folder, R_OK) == 0 else {
                return
            }
            let file = g_file_new_for_path(path)
            defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
            monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
            guard let monitor else { return }
            Callback.connect(UnsafeMutableRawPointer(monitor), "changed") { [weak self] in self?.load() }
        }

        private func load() {
            guard let path = Self.path else { return }
            let bytes = (try? TextFile.readBytes(path, maximumBytes: Self.mostBytes)) ?? []
            if bytes == loaded ?? [] { return }
            loaded = bytes
            // A path, so that the file can import others beside it.
            if bytes.isEmpty {
                gtk_css_provider_load_from_data(provider, "", 0)
            } else {
                gtk_css_provider_load_from_path(provider, path)
            }
        }

        /// Prints a fault of the file with its line. GTK ignores the faulty rule only.
        private static func report(_ arguments: SignalArguments) {
            guard let section = arguments.boxed(1), let error = arguments.boxed(2),
                let start = gtk_css_section_get_start_location(OpaquePointer(section))
            else { return }
            let reason = String(cString: error.assumingMemoryBound(to: GError.self).pointee.message)
            let (line, column) = (start.pointee.lines + 1, start.pointee.line_chars + 1)
            _ = writeAll("today-panel: \(path ?? "panel.css"):\(line):\(column): \(reason)\n", to: STDERR_FILENO)
        }
    }
#endif
