#if Panel
    internal import CTodayGtk

    /// A small window that points at a place in a box, until the user looks elsewhere.
    class Popover: Widget {
        /// Called when it closes.
        var onClose: () -> Void = {}

        /// Creates one with content of any kind.
        ///
        /// - Parameter host: the box that contains the popover and outlives it.
        convenience init(_ content: Widget, in host: Widget) {
            self.init(gtk_popover_new(), in: host)
            gtk_popover_set_child(cast(), content.pointer)
        }

        /// Wraps a new `GtkPopover`.
        init(_ pointer: UnsafeMutablePointer<GtkWidget>, in host: Widget) {
            super.init(pointer)
            gtk_popover_set_has_arrow(cast(), 0)
            gtk_widget_set_parent(pointer, host.pointer)
            on("closed") { [weak self] in self?.close() }
        }

        /// Shows the popover at a point in its host, in logical pixels.
        func open(x: Double, y: Double) {
            var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
            gtk_popover_set_pointing_to(cast(), &place)
            gtk_popover_popup(cast())
        }

        /// Closes the popover if it is open.
        func dismiss() { gtk_popover_popdown(cast()) }

        private func close() {
            onClose()
            onClose = {}
            // A menu performs the chosen action after this.
            Callback.whenIdle { [self] in
                if gtk_widget_get_parent(pointer) != nil { gtk_widget_unparent(pointer) }
                return false
            }
        }
    }
#endif
