#if Panel
    internal import CTodayGtk

    /// A button with an icon that stays pressed.
    final class ToggleButton: Widget {
        init(icon: String) {
            super.init(gtk_toggle_button_new())
            gtk_button_set_icon_name(cast(), icon)
            gtk_button_set_has_frame(cast(), 0)
        }

        private var button: UnsafeMutablePointer<GtkToggleButton> { cast() }

        var isOn: Bool {
            get { gtk_toggle_button_get_active(button) != 0 }
            set { if newValue != isOn { gtk_toggle_button_set_active(button, newValue ? 1 : 0) } }
        }

        func onToggle(_ body: @escaping @MainActor (Bool) -> Void) {
            on("toggled") { [weak self] in if let self { body(self.isOn) } }
        }
    }

    /// A button.
    final class Button: Widget {
        init(_ label: String? = nil) {
            super.init(label.map { gtk_button_new_with_label($0) } ?? gtk_button_new())
        }

        init(icon: String) { super.init(gtk_button_new_from_icon_name(icon)) }

        private var button: UnsafeMutablePointer<GtkButton> { cast() }

        func setIcon(_ name: String) { gtk_button_set_icon_name(button, name) }
        func setLabel(_ text: String) { gtk_button_set_label(button, text) }
        func setChild(_ child: Widget?) { gtk_button_set_child(button, child?.pointer) }
        func setFrame(_ hasFrame: Bool) { gtk_button_set_has_frame(button, hasFrame ? 1 : 0) }

        func onPress(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }

        /// Lets controls within this button handle taps first. Otherwise GTK's buttons handle them in the capture
        /// phase.
        func yieldToControlsWithin() {
            forEachController { controller in
                if cgtk_is_gesture_click(controller) != 0 {
                    gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_BUBBLE)
                }
            }
        }
    }
#endif
