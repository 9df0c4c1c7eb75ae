#if Panel
    internal import CTodayGtk

    /// A text field for a search, which reports each change.
    final class SearchEntry: Widget {
        init(placeholder: String) {
            super.init(gtk_search_entry_new())
            cgtk_set_string(cast(), "placeholder-text", placeholder)
            setAccessibleLabel(placeholder)
        }

        var text: String {
            get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
            set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
        }

        /// Takes the keys that the user types anywhere in a widget.
        func takeKeys(of widget: Widget) { gtk_search_entry_set_key_capture_widget(opaque, widget.pointer) }

        func onChange(_ body: @escaping @MainActor (String) -> Void) {
            on("search-changed") { [weak self] in if let self { body(self.text) } }
        }

        /// Calls back for Escape.
        func onStop(_ body: @escaping @MainActor () -> Void) { on("stop-search", body) }

        /// Returns whether a text has all words of a search, as a desktop's search finds it: by the beginnings of
        /// words, without regard to case and accents.
        nonisolated static func finds(_ search: String, in text: String) -> Bool {
            search.isEmpty || g_str_match_string(search, text, 1) != 0
        }
    }
#endif
