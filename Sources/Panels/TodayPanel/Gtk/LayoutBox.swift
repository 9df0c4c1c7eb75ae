#if Panel
    internal import CTodayGtk

    /// A box whose children are laid out and drawn by its own methods, in place of those of `GtkBox`.
    class LayoutBox: Box {
        private static let kind = BoxKind("TodayLayoutBox") { widget, snapshot in
            // GTK calls it on the main thread, and the pointers are valid only during the call.
            nonisolated(unsafe) let (box, target) = (widget, snapshot)
            MainActor.assumeIsolated { LayoutBox.of(box)?.draw(target) }
        }

        init() {
            super.init(Self.kind.make(GTK_ORIENTATION_VERTICAL))
            g_object_set_data(cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
            let layout = gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { own, orientation, size, low, high, _, _ in
                    // As for the drawing.
                    nonisolated(unsafe) let (widget, least, natural) = (own, low, high)
                    MainActor.assumeIsolated {
                        guard let box = LayoutBox.of(widget) else { return }
                        let size = box.measure(orientation, size)
                        least?.pointee = size.least
                        natural?.pointee = size.natural
                    }
                },
                { own, width, _, _ in
                    nonisolated(unsafe) let widget = own
                    MainActor.assumeIsolated { LayoutBox.of(widget)?.allocate(width) }
                })
            gtk_widget_set_layout_manager(pointer, layout)
        }

        isolated deinit { g_object_set_data(cast(), Self.key, nil) }

        private static let key = "today-layout-box"

        private static func of(_ widget: UnsafeMutablePointer<GtkWidget>?) -> LayoutBox? {
            guard let widget else { return nil }
            let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
            return g_object_get_data(object, key).map { Unmanaged<LayoutBox>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Returns the least and the natural size of the box, in logical pixels.
        ///
        /// - Parameter size: the size in the other orientation; -1 if it isn't known.
        func measure(_ orientation: GtkOrientation, _ size: Int32) -> (least: Int32, natural: Int32) { (0, 0) }

        /// Allocates the children for a width.
        func allocate(_ width: Int32) {}

        /// Draws the children.
        func draw(_ snapshot: OpaquePointer?) {}

        /// Returns the least and the natural size of a child, in logical pixels.
        func size(
            of child: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ other: Int32
        ) -> (least: Int32, natural: Int32) {
            var (least, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(child, orientation, other, &least, &natural, nil, nil)
            return (least, natural)
        }
    }
#endif
