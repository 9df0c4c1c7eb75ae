#if Panel
    internal import CTodayGtk

    /// A key with the relevant modifiers.
    struct KeyPress: Hashable {
        var key: Int32
        var hasAlt = false
        var hasControl = false

        init(_ key: Int32, alt: Bool = false, control: Bool = false) {
            self.key = key
            hasAlt = alt
            hasControl = control
        }

        /// Whether the key opens the menu of the widget with the focus.
        var opensMenu: Bool { key == GDK_KEY_Menu || key == GDK_KEY_F10 }

        /// Whether the key is Shift, Control or the like, which does nothing by itself.
        var isModifier: Bool { (GDK_KEY_Shift_L...GDK_KEY_Hyper_R).contains(key) || key == GDK_KEY_ISO_Level3_Shift }
    }

    extension Widget {
        /// Calls back for every key that is pressed within the widget, before its children get it. If the closure
        /// returns true, the key goes no further. The closure must not hold the widget.
        func onKey(_ body: @escaping @MainActor (KeyPress) -> Bool) {
            guard let keys = gtk_event_controller_key_new() else { return }
            gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
            Callback.connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
                let modifiers = arguments.flags(3)
                if modifiers & GDK_SUPER_MASK.rawValue != 0 { return 0 }
                let press = KeyPress(
                    Int32(bitPattern: arguments.unsigned(1)), alt: modifiers & GDK_ALT_MASK.rawValue != 0,
                    control: modifiers & GDK_CONTROL_MASK.rawValue != 0)
                guard body(press) else { return 0 }
                self?.showFocus()
                return 1
            }
            gtk_widget_add_controller(pointer, keys)
        }

        /// The widget with the focus in the window of this widget.
        private var windowFocus: UnsafeMutablePointer<GtkWidget>? {
            gtk_widget_get_root(pointer).flatMap { gtk_root_get_focus($0) }
        }

        /// Whether this widget has the focus or contains it.
        var holdsFocus: Bool {
            guard let focus = windowFocus else { return false }
            return focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
        }

        /// The bottom of the element with the focus, in logical pixels from this widget's upper edge; nil if this
        /// widget doesn't contain the focus.
        var bottomOfFocus: Double? {
            var bounds = graphene_rect_t()
            guard holdsFocus, let focus = windowFocus, gtk_widget_compute_bounds(focus, pointer, &bounds) != 0 else {
                return nil
            }
            return Double(bounds.origin.y + bounds.size.height)
        }

        /// Whether this widget itself has the focus.
        var isFocused: Bool { windowFocus == pointer }

        /// Gives the focus to the last control within this widget. Returns false without one.
        func grabLastFocus() -> Bool { gtk_widget_child_focus(pointer, GTK_DIR_TAB_BACKWARD) != 0 }

        /// Whether no widget in this window has the focus.
        var isWithoutFocus: Bool { windowFocus == nil }

        /// Whether the focus is on a text field or a slider, which need Home and End themselves.
        var isFocusOnInput: Bool { windowFocus.map { cgtk_is_input($0) != 0 } ?? false }

        /// Whether the user has selected text of the label with the focus.
        var hasSelection: Bool {
            guard let focus = windowFocus, cgtk_is_label(focus) != 0 else { return false }
            return gtk_label_get_selection_bounds(OpaquePointer(focus), nil, nil) != 0
        }

        /// Gives the focus to this widget, or to the part of it that takes input.
        func grabInnerFocus() { gtk_widget_grab_focus(pointer) }

        /// Calls back when the focus leaves the widget and its children. The closure must not hold the widget.
        func onFocusLeave(_ body: @escaping @MainActor () -> Void) {
            guard let focus = gtk_event_controller_focus_new() else { return }
            gtk_widget_add_controller(pointer, focus)
            Callback.connect(UnsafeMutableRawPointer(focus), "leave", body)
        }

        /// Gives the focus to this widget itself, not to a child.
        func grabFocus() {
            guard let root = gtk_widget_get_root(pointer) else { return }
            gtk_root_set_focus(root, pointer)
        }

        /// Gives the focus to the nearest ancestor that can have it. Call this before the widget is removed or can't
        /// have the focus any longer, so that keys continue from there. GTK would drop the focus or move it far away.
        func yieldFocus() {
            guard holdsFocus else { return }
            var next = gtk_widget_get_parent(pointer)
            while let widget = next {
                if gtk_widget_get_focusable(widget) != 0, gtk_widget_is_sensitive(widget) != 0,
                    let root = gtk_widget_get_root(widget)
                {
                    return gtk_root_set_focus(root, widget)
                }
                next = gtk_widget_get_parent(widget)
            }
        }

        /// Makes the focus visible, for users of the keyboard.
        private func showFocus() {
            guard let window = gtk_widget_get_ancestor(pointer, gtk_window_get_type()) else { return }
            gtk_window_set_focus_visible(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), 1)
        }

        /// Sets whether the widget itself can have the focus.
        func setFocusable(_ isFocusable: Bool) { gtk_widget_set_focusable(pointer, isFocusable ? 1 : 0) }
    }
#endif
