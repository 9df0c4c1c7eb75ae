#if Panel
    internal import CTodayGtk

    /// A GTK widget. It stays alive as long as it is referenced here or is in a window.
    @MainActor class Widget {
        /// GTK's own object.
        let pointer: UnsafeMutablePointer<GtkWidget>

        /// Wraps a new widget.
        init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
            self.pointer = pointer
            g_object_ref_sink(pointer)
        }

        isolated deinit { g_object_unref(pointer) }

        /// Returns the object as its own type, which has to be right.
        func cast<Object>(to: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Object.self)
        }

        /// The object as a type whose fields GTK hides.
        var opaque: OpaquePointer { OpaquePointer(pointer) }

        /// Connects a handler that lives as long as the widget. It must not hold the widget.
        func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
            Callback.connect(pointer, signal, body)
        }

        /// Calls a closure for each event controller of the widget, GTK's own ones included.
        func forEachController(_ body: (gpointer) -> Void) {
            guard let controllers = gtk_widget_observe_controllers(pointer) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
            for index in 0..<g_list_model_get_n_items(controllers) {
                guard let controller = g_list_model_get_item(controllers, index) else { continue }
                body(controller)
                g_object_unref(controller)
            }
        }

        // MARK: Look

        func addClass(_ name: String) { gtk_widget_add_css_class(pointer, name) }
        func removeClass(_ name: String) { gtk_widget_remove_css_class(pointer, name) }
        func setClass(_ name: String, _ isSet: Bool) { isSet ? addClass(name) : removeClass(name) }

        var isVisible: Bool {
            get { gtk_widget_get_visible(pointer) != 0 }
            set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
        }

        var isEnabled: Bool {
            get { gtk_widget_get_sensitive(pointer) != 0 }
            set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
        }

        /// Sets the pointer above the widget, by its name in CSS; nil for the default.
        func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(pointer, name) }

        /// Plain text; nil for none.
        func setTooltip(_ text: String?) {
            // GTK asks the display where the pointer is, even for the same text.
            if gtk_widget_get_tooltip_text(pointer).map({ String(cString: $0) }) == text { return }
            gtk_widget_set_tooltip_text(pointer, text)
        }

        /// Sets the text for screen readers; nil for the text of the widget.
        func setAccessibleLabel(_ text: String?) {
            if let text {
                cgtk_set_accessible_label(pointer, text)
            } else {
                cgtk_reset_accessible_label(pointer)
            }
        }

        /// Sets the text for screen readers that follows the name.
        func setAccessibleDescription(_ text: String) { cgtk_set_accessible_description(pointer, text) }

        /// Sets whether screen readers report that the input is wrong.
        func setAccessibleInvalid(_ isInvalid: Bool) { cgtk_set_accessible_invalid(pointer, isInvalid ? 1 : 0) }

        /// Lets screen readers report that the widget opens a menu.
        func setAccessibleHasPopup() { cgtk_set_accessible_has_popup(pointer) }

        /// Sets whether screen readers report work in progress.
        func setAccessibleBusy(_ isBusy: Bool) { cgtk_set_accessible_busy(pointer, isBusy ? 1 : 0) }

        /// Sets whether screen readers report that the widget is expanded.
        func setAccessibleExpanded(_ isExpanded: Bool) { cgtk_set_accessible_expanded(pointer, isExpanded ? 1 : 0) }

        /// Hides the widget from screen readers, or shows it again.
        func hideFromAccessibility(_ isHidden: Bool = true) { cgtk_set_accessible_hidden(pointer, isHidden ? 1 : 0) }

        /// Hides the widget and everything in it from screen readers. GTK before 4.10 shows the children of a hidden
        /// widget.
        func hideAllFromAccessibility() { Self.hideAll(pointer) }

        private static func hideAll(_ widget: UnsafeMutablePointer<GtkWidget>) {
            cgtk_set_accessible_hidden(widget, 1)
            var next = gtk_widget_get_first_child(widget)
            while let child = next {
                hideAll(child)
                next = gtk_widget_get_next_sibling(child)
            }
        }

        // MARK: Place

        func expand(horizontally: Bool? = nil, vertically: Bool? = nil) {
            if let horizontally { gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0) }
            if let vertically { gtk_widget_set_vexpand(pointer, vertically ? 1 : 0) }
        }

        func align(horizontally: GtkAlign? = nil, vertically: GtkAlign? = nil) {
            if let horizontally { gtk_widget_set_halign(pointer, horizontally) }
            if let vertically { gtk_widget_set_valign(pointer, vertically) }
        }

        /// Sets the least size in logical pixels; -1 is the widget's own size.
        func request(width: Int32 = -1, height: Int32 = -1) { gtk_widget_set_size_request(pointer, width, height) }

        func setMargins(top: Int32, left: Int32, bottom: Int32, right: Int32) {
            gtk_widget_set_margin_top(pointer, top)
            gtk_widget_set_margin_bottom(pointer, bottom)
            gtk_widget_set_margin_start(pointer, left)
            gtk_widget_set_margin_end(pointer, right)
        }
    }

    /// Puts text on the clipboard.
    @MainActor func copyToClipboard(_ text: String) {
        if let display = gdk_display_get_default() { gdk_clipboard_set_text(gdk_display_get_clipboard(display), text) }
    }
#endif
