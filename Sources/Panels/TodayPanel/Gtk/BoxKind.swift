#if Panel
    internal import CTodayGtk

    /// A kind of `GtkBox` with its own drawing. It is a GObject type, so each name can be registered once.
    struct BoxKind {
        typealias Draw = @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void

        private let type: GType

        /// - Parameter draw: receives the box and its drawing target (`GtkWidgetClass.snapshot`), on the main thread.
        init(_ name: String, _ draw: Draw) {
            var info = GTypeInfo()
            info.class_size = guint16(MemoryLayout<GtkBoxClass>.size)
            info.instance_size = guint16(MemoryLayout<GtkBox>.size)
            info.class_data = unsafeBitCast(draw, to: gconstpointer.self)
            info.class_init = { all, draw in
                all?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = unsafeBitCast(draw, to: Draw.self)
            }
            type = g_type_register_static(gtk_box_get_type(), name, &info, GTypeFlags(rawValue: 0))
        }

        /// Creates a box of this kind.
        func make(_ orientation: GtkOrientation) -> UnsafeMutablePointer<GtkWidget> {
            guard let made = g_object_new_with_properties(type, 0, nil, nil) else {
                preconditionFailure("GObject makes every registered type")
            }
            gtk_orientable_set_orientation(OpaquePointer(made), orientation)
            return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWidget.self)
        }
    }
#endif
