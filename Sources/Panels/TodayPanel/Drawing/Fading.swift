#if Panel
    internal import CTodayGtk

    /// Fades widgets in and out. The style sheet has the durations.
    @MainActor enum Fading {
        private static let milliseconds: UInt32 = 180

        /// Fades in a widget that was just added to the window.
        ///
        /// - Parameter styleClass: the animation, which takes the same time.
        static func appear(_ widget: Widget, _ styleClass: String = "appearing") {
            widget.addClass(styleClass)
            Callback.once(afterMilliseconds: milliseconds) { widget.removeClass(styleClass) }
        }

        /// Fades out a widget, which can't be clicked meanwhile, and then calls `removed`.
        static func disappear(_ widget: Widget, _ removed: @escaping @MainActor () -> Void) {
            // The widget may still be fading in; that animation would show it opaque until it is removed.
            widget.removeClass("appearing")
            widget.addClass("disappearing")
            gtk_widget_set_can_target(widget.pointer, 0)
            gtk_widget_set_can_focus(widget.pointer, 0)
            widget.hideFromAccessibility()
            Callback.once(afterMilliseconds: milliseconds, removed)
        }
    }
#endif
