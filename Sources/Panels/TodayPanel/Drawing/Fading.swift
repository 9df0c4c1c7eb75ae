#if Panel
    internal import CTodayGtk

    /// Lets widgets appear and disappear softly. The style sheet says how long that takes.
    @MainActor enum Fading {
        private static let milliseconds: UInt32 = 180

        /// Fades in a widget that was just put into the window.
        ///
        /// - Parameter styleClass: how it comes, in the same time.
        static func appear(_ widget: Widget, _ styleClass: String = "appearing") {
            widget.addClass(styleClass)
            Callback.once(afterMilliseconds: milliseconds) { widget.removeClass(styleClass) }
        }

        /// Fades out a widget, which cannot be pressed meanwhile, and then calls `removed`.
        static func disappear(_ widget: Widget, _ removed: @escaping @MainActor () -> Void) {
            // It may go while it comes; an animation would show it whole until it is gone.
            widget.removeClass("appearing")
            widget.addClass("disappearing")
            gtk_widget_set_can_target(widget.pointer, 0)
            gtk_widget_set_can_focus(widget.pointer, 0)
            widget.hideFromAccessibility()
            Callback.once(afterMilliseconds: milliseconds, removed)
        }
    }
#endif
