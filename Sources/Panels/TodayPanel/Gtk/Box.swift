#if Panel
    internal import CTodayGtk

    /// Widgets side by side or one below the other.
    class Box: Widget {
        init(_ orientation: GtkOrientation, spacing: Int32 = 0, role: GtkAccessibleRole? = nil) {
            if let role {
                super.init(cgtk_box_with_role(orientation, spacing, role))
            } else {
                super.init(gtk_box_new(orientation, spacing))
            }
        }

        /// Wraps a new `GtkBox`.
        override init(_ pointer: UnsafeMutablePointer<GtkWidget>) { super.init(pointer) }

        private var box: UnsafeMutablePointer<GtkBox> { cast() }

        var spacing: Int32 {
            get { gtk_box_get_spacing(box) }
            set { gtk_box_set_spacing(box, newValue) }
        }

        func append(_ child: Widget) { gtk_box_append(box, child.pointer) }

        /// Inserts a child after another one, or first.
        func insert(_ child: Widget, after sibling: Widget?) {
            gtk_box_insert_child_after(box, child.pointer, sibling?.pointer)
        }

        /// Moves a child after another one, or to the front.
        func move(_ child: Widget, after sibling: Widget?) {
            gtk_box_reorder_child_after(box, child.pointer, sibling?.pointer)
        }

        func removeAll() {
            while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(box, child) }
        }

        func remove(_ child: Widget) {
            if gtk_widget_get_parent(child.pointer) == pointer { gtk_box_remove(box, child.pointer) }
        }
    }

    /// A box around one widget, which fills it. It has a role for screen readers, which the widget itself can't have.
    final class Cell: Widget {
        init(_ child: Widget, role: GtkAccessibleRole) {
            super.init(cgtk_box_with_role(GTK_ORIENTATION_VERTICAL, 0, role))
            gtk_widget_set_layout_manager(pointer, gtk_bin_layout_new())
            gtk_box_append(cast(), child.pointer)
        }
    }
#endif
