#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A slider, for a number in a range.
    final class Scale: Widget {
        init() {
            super.init(gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil))
            gtk_scale_set_draw_value(cast(), 0)
            // Otherwise GTK rounds to as many digits as the scale would show.
            gtk_range_set_round_digits(range, -1)
            // The wheel scrolls Today; the user doesn't want to change a number that is under the pointer by chance.
            forEachController { controller in
                if cgtk_is_scroll_controller(controller) != 0 {
                    gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_NONE)
                }
            }
        }

        private var range: UnsafeMutablePointer<GtkRange> { cast() }

        /// The number that is shown.
        var value: Double {
            get { gtk_range_get_value(range) }
            set { gtk_range_set_value(range, newValue) }
        }

        /// Whether the user holds the handle. GTK has a style class for it.
        var isHeld: Bool { gtk_widget_has_css_class(pointer, "dragging") != 0 }

        /// Shows a number in its range. Keys move it by a step, or by a twentieth of the range.
        func set(_ slider: DrawnSlider) {
            let extent = slider.maximum - slider.minimum
            guard extent > 0, extent.isFinite else { return }
            gtk_range_set_range(range, slider.minimum, slider.maximum)
            gtk_range_set_increments(
                range, slider.step > 0 ? slider.step : extent / 20, max(slider.step, extent / 5))
            value = slider.value
        }

        /// Calls back when the number changes.
        func onChange(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }

        /// Calls back when the user releases the handle.
        func onRelease(_ body: @escaping @MainActor () -> Void) {
            on("notify::css-classes") { [weak self] in if let self, !self.isHeld { body() } }
        }
    }
#endif
