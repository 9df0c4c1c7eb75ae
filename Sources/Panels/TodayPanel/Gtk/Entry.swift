#if Panel
    internal import CTodayGtk

    /// A text field with one line.
    final class Entry: Widget {
        init(placeholder: String = "") {
            super.init(gtk_entry_new())
            _ = Self.isActivatable
            if !placeholder.isEmpty { setPlaceholder(placeholder) }
        }

        /// Makes the entry emit `activate` when a screen reader activates it, and not only for Return in its text.
        private static let isActivatable: Void = gtk_widget_class_set_activate_signal(
            g_type_class_ref(gtk_entry_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self),
            g_signal_lookup("activate", gtk_entry_get_type()))

        /// Sets the text that an empty field shows.
        func setPlaceholder(_ text: String) { gtk_entry_set_placeholder_text(cast(), text) }

        /// Whether the user can change the text.
        var isEditable: Bool {
            get { gtk_editable_get_editable(opaque) != 0 }
            set { gtk_editable_set_editable(opaque, newValue ? 1 : 0) }
        }

        /// Shows another text, with the cursor at the same place.
        func replace(with text: String) {
            let position = gtk_editable_get_position(opaque)
            self.text = text
            gtk_editable_set_position(opaque, position)
        }

        var text: String {
            get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
            set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
        }

        /// Requests the numeric layout of on-screen keyboards.
        func useNumericInput() { gtk_entry_set_input_purpose(cast(), GTK_INPUT_PURPOSE_NUMBER) }

        func onChange(_ body: @escaping @MainActor (String) -> Void) {
            on("changed") { [weak self] in if let self { body(self.text) } }
        }

        /// Calls back for Return.
        func onActivate(_ body: @escaping @MainActor () -> Void) { on("activate", body) }
    }
#endif
