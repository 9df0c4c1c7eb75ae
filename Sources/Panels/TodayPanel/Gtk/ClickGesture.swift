#if Panel
    internal import CTodayGtk

    extension Widget {
        /// Calls back for a click with the main button, or a tap, that begins and ends on the widget. The widgets
        /// around it then don't get the click. The closures must not hold the widget.
        ///
        /// - Parameters:
        ///   - mayBeDragged: whether a drag of a widget around it can begin here. The click is then taken at its end.
        ///   - isWanted: whether this widget takes a click now; otherwise the widgets around it get it.
        func onClick(
            mayBeDragged: Bool = false, if isWanted: @escaping @MainActor () -> Bool,
            _ body: @escaping @MainActor () -> Void
        ) {
            guard let gesture = gtk_gesture_click_new() else { return }
            let object = UnsafeMutableRawPointer(gesture)
            Callback.connect(object, "pressed") {
                if mayBeDragged { return }
                _ = gtk_gesture_set_state(
                    gesture, isWanted() ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
            }
            Callback.connect(object, "released") { [weak self] arguments in
                guard let self, !mayBeDragged || isWanted() else { return 0 }
                if gtk_widget_contains(self.pointer, arguments.number(2), arguments.number(3)) != 0 { body() }
                return 0
            }
            gtk_widget_add_controller(pointer, gesture)
        }

        /// Calls back when the user opens the widget's menu with the secondary button or a long touch. Widgets inside
        /// it come first. The closure must not hold the widget.
        func onMenu(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
            guard let click = gtk_gesture_click_new(), let press = gtk_gesture_long_press_new() else { return }
            gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
            gtk_gesture_single_set_touch_only(press, 1)
            func claim(_ gesture: OpaquePointer, _ x: Double, _ y: Double) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                body(x, y)
            }
            Callback.connect(UnsafeMutableRawPointer(click), "pressed") { arguments in
                claim(click, arguments.number(2), arguments.number(3))
                return 0
            }
            Callback.connect(UnsafeMutableRawPointer(press), "pressed") { arguments in
                claim(press, arguments.number(1), arguments.number(2))
                return 0
            }
            for gesture in [click, press] { gtk_widget_add_controller(pointer, gesture) }
        }

        /// Swallows clicks on disabled widgets with a style class. Otherwise GTK passes them on to this widget, which
        /// contains them.
        func swallowClicks(onDisabled name: String) {
            guard let gesture = gtk_gesture_click_new() else { return }
            gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
            Callback.connect(UnsafeMutableRawPointer(gesture), "pressed") { [weak self] arguments in
                let hitsDisabled = self?.hasDisabled(name, atX: arguments.number(2), y: arguments.number(3)) ?? false
                gtk_gesture_set_state(gesture, hitsDisabled ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
                return 0
            }
            gtk_widget_add_controller(pointer, gesture)
        }

        private func hasDisabled(_ name: String, atX x: Double, y: Double) -> Bool {
            var next = gtk_widget_pick(pointer, x, y, GTK_PICK_INSENSITIVE)
            while let widget = next, widget != pointer {
                if gtk_widget_is_sensitive(widget) == 0, gtk_widget_has_css_class(widget, name) != 0 { return true }
                next = gtk_widget_get_parent(widget)
            }
            return false
        }
    }
#endif
