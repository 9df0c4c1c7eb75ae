#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayHost
    internal import TodayModel
    internal import TodayPlatform

    /// The file of the user's preferences: `$XDG_CONFIG_HOME/todaycenter/panel.conf`, with one group `[Panel]` in the
    /// syntax of desktop entries. Comments and unknown keys stay when the panel writes it.
    @MainActor enum PreferencesFile {
        private static let group = "Panel"
        private static var folder: String? { UserFolders.config().map { $0 + "/todaycenter" } }
        private static var path: String? { folder.map { $0 + "/panel.conf" } }

        /// Reads the preferences. A value that isn't valid counts as unset.
        ///
        /// - Parameter report: gets a sentence for each value that isn't valid, and if the file can't be read.
        static func read(_ report: (String) -> Void = { _ in }) -> PanelPreferences {
            var preferences = PanelPreferences()
            withFile(report) { file in
                for key in PanelPreferences.Key.allCases {
                    guard let text = g_key_file_get_string(file, group, key.rawValue, nil) else { continue }
                    defer { g_free(text) }
                    do throws(Fault) { try preferences.set(key, String(cString: text)) } catch {
                        report("\(path ?? ""): \(error)")
                    }
                }
            }
            return preferences
        }

        /// Sets preferences.
        ///
        /// - Returns: Why that failed, as a sentence without a period; nil if it succeeded.
        static func set(_ values: [(key: PanelPreferences.Key, text: String)]) -> String? {
            change { file in
                for value in values {
                    if value.text == PanelPreferences.automatic {
                        g_key_file_remove_key(file, group, value.key.rawValue, nil)
                    } else {
                        g_key_file_set_string(file, group, value.key.rawValue, value.text)
                    }
                }
            }
        }

        /// Changes the file. A file with a fault stays as it is.
        private static func change(_ body: (OpaquePointer) -> Void) -> String? {
            guard let folder, let path else { return StateFolder.missingConfiguration }
            var problem: String?
            withFile({ problem = $0 }) { file in
                if problem != nil { return }
                body(file)
                UserFolders.make(folder)
                var error: UnsafeMutablePointer<GError>?
                if g_key_file_save_to_file(file, path, &error) == 0 { problem = message(error) }
            }
            return problem
        }

        /// Whether the desktop's portal binds a key to the panel.
        static var hasShortcut: Bool {
            var isOn = false
            withFile({ _ in }) { isOn = g_key_file_get_boolean($0, group, shortcut, nil) != 0 }
            return isOn
        }

        private static let shortcut = "Shortcut"

        /// Sets whether the desktop's portal binds a key to the panel.
        ///
        /// - Returns: Why that failed, as a sentence without a period; nil if it succeeded.
        static func setShortcut(_ isOn: Bool) -> String? {
            change { g_key_file_set_boolean($0, group, shortcut, isOn ? 1 : 0) }
        }

        private static func withFile(_ report: (String) -> Void, _ body: (OpaquePointer) -> Void) {
            guard let path, let file = g_key_file_new() else { return }
            defer { g_key_file_unref(file) }
            var error: UnsafeMutablePointer<GError>?
            if access(path, F_OK) == 0,
                g_key_file_load_from_file(
                    file, path, GKeyFileFlags(rawValue: G_KEY_FILE_KEEP_COMMENTS.rawValue), &error)
                    == 0
            {
                report("\(path): \(message(error))")
            }
            body(file)
        }

        private static func message(_ error: UnsafeMutablePointer<GError>?) -> String {
            guard let error else { return tr("Unknown error") }
            defer { g_error_free(error) }
            return String(cString: error.pointee.message)
        }

        private static var monitor: UnsafeMutablePointer<GFileMonitor>?

        /// Calls back when the file has changed.
        static func watch(_ changed: @escaping @MainActor () -> Void) {
            guard monitor == nil, let folder, let path else { return }
            UserFolders.make(folder)
            let file = g_file_new_for_path(path)
            defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
            monitor = g_file_monitor_file(file, G_FILE_MONITOR_NONE, nil, nil)
            if let monitor { Callback.connect(monitor, "changed", changed) }
        }
    }
#endif
