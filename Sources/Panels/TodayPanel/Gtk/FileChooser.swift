#if Panel
    internal import CTodayGtk

    /// The desktop's dialog to choose a file or a folder.
    @MainActor final class FileChooser {
        private let dialog: gpointer

        /// Shows the dialog.
        ///
        /// - Parameters:
        ///   - parent: the window that it belongs to. On Wayland, a window at the edge of the screen can't have a
        ///     dialog.
        ///   - path: the initial choice; empty for none.
        ///   - chosen: called once, with nil if nothing was chosen.
        init(
            _ title: String, isFolder: Bool, over parent: Widget?, path: String,
            _ chosen: @escaping @MainActor (String?) -> Void
        ) {
            dialog = cgtk_file_chooser_new(title, parent?.cast(), isFolder ? 1 : 0)
            if !path.isEmpty { cgtk_file_chooser_set_path(dialog, path) }
            Callback.connect(dialog, "response") { [weak self] arguments in
                guard let self else { return 0 }
                var path: String?
                if arguments.integer(1) == GTK_RESPONSE_ACCEPT.rawValue,
                    let copy = cgtk_file_chooser_copy_path(self.dialog)
                {
                    path = String(cString: copy)
                    g_free(copy)
                }
                chosen(path)
                return 0
            }
            cgtk_native_dialog_show(dialog)
        }

        isolated deinit {
            cgtk_native_dialog_destroy(dialog)
            g_object_unref(dialog)
        }
    }
#endif
