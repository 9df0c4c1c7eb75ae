#if Panel
    internal import CTodayGtk

    /// Something in the middle, and something at the end.
    final class CenterBox: Widget {
        init(center: Widget, end: Widget) {
            super.init(gtk_center_box_new())
            gtk_center_box_set_center_widget(opaque, center.pointer)
            gtk_center_box_set_end_widget(opaque, end.pointer)
        }
    }

    /// Widgets in rows of equally wide columns.
    final class Grid: Widget {
        init() {
            super.init(gtk_grid_new())
            gtk_grid_set_column_homogeneous(grid, 1)
        }

        private var grid: UnsafeMutablePointer<GtkGrid> { cast() }

        func setSpacing(_ spacing: Int32) {
            gtk_grid_set_row_spacing(grid, guint(max(spacing, 0)))
            gtk_grid_set_column_spacing(grid, guint(max(spacing, 0)))
        }

        func attach(_ child: Widget, column: Int, row: Int) {
            gtk_grid_attach(grid, child.pointer, Int32(column), Int32(row), 1, 1)
        }

        func remove(_ child: Widget) {
            if gtk_widget_get_parent(child.pointer) == pointer { gtk_grid_remove(grid, child.pointer) }
        }
    }

    /// A widget with others above it, which have its size.
    final class Overlay: Widget {
        init(_ child: Widget) {
            super.init(cgtk_overlay_with_role(GTK_ACCESSIBLE_ROLE_GROUP))
            gtk_overlay_set_child(opaque, child.pointer)
        }

        func add(_ widget: Widget) {
            gtk_widget_set_can_target(widget.pointer, 0)
            gtk_overlay_add_overlay(opaque, widget.pointer)
        }
    }

    /// One widget that may be taller than the space there is.
    final class Scroller: Widget {
        /// - Parameter label: what a screen reader says when the keys scroll it.
        init(_ child: Widget, label: String) {
            super.init(gtk_scrolled_window_new())
            gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_child(opaque, child.pointer)
            // Where nothing in it can have the focus it has it itself.
            setAccessibleLabel(label)
            // Its bars are for pointers. They would be read by what they are called in GTK.
            for bar in [gtk_scrolled_window_get_hscrollbar(opaque), gtk_scrolled_window_get_vscrollbar(opaque)] {
                if let bar { cgtk_set_accessible_hidden(bar, 1) }
            }
        }

        /// Calls back when another part of what is in it has come into sight.
        func onScroll(_ body: @escaping @MainActor () -> Void) {
            guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
            for signal in ["value-changed", "changed"] { Callback.connect(gpointer(adjustment), signal, body) }
        }

        /// How much is seen at once, in logical pixels.
        var size: (width: Double, height: Double) {
            (Double(gtk_widget_get_width(pointer)), Double(gtk_widget_get_height(pointer)))
        }

        /// How far it is scrolled, in logical pixels.
        var position: Double {
            gtk_scrolled_window_get_vadjustment(opaque).map { gtk_adjustment_get_value($0) } ?? 0
        }

        /// Scrolls by so many logical pixels, as far as there is something. Returns false at the end.
        func scroll(by distance: Double) -> Bool {
            guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return false }
            let former = gtk_adjustment_get_value(adjustment)
            gtk_adjustment_set_value(adjustment, former + distance)
            return gtk_adjustment_get_value(adjustment) != former
        }

        /// Scrolls as far as is needed to have all of a widget seen, once it has found its place.
        func reveal(_ widget: Widget) {
            Callback.once(afterMilliseconds: 20) { [weak self, weak widget] in
                guard let self, let widget, let page = gtk_scrolled_window_get_child(self.opaque),
                    let adjustment = gtk_scrolled_window_get_vadjustment(self.opaque)
                else { return }
                var bounds = graphene_rect_t()
                let content = gtk_widget_get_first_child(page) ?? page
                if gtk_widget_compute_bounds(widget.pointer, content, &bounds) != 0 {
                    let top = Double(bounds.origin.y)
                    gtk_adjustment_clamp_page(adjustment, top, top + Double(bounds.size.height))
                }
            }
        }
    }

    /// A line between widgets.
    final class Divider: Widget {
        init(_ orientation: GtkOrientation) { super.init(gtk_separator_new(orientation)) }
    }

    /// An icon of the theme, or the puzzle piece for one that the theme does not have.
    final class Icon: Widget {
        /// Stands for whatever has no icon.
        static let missing = "application-x-addon-symbolic"

        /// As large as the style says, which goes by the size of text.
        init(_ name: String? = nil) {
            super.init(gtk_image_new())
            if let name { set(name) }
        }

        func set(_ name: String) {
            guard let icon = g_themed_icon_new(name) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
            // Beside it GTK would take the puzzle piece before the symbolic form of an icon.
            if !Self.isInTheme(name) { g_themed_icon_append_name(icon, Self.missing) }
            gtk_image_set_from_gicon(opaque, icon)
        }

        /// Shows the icon of a widget; where it has none, or none that the theme has, the puzzle piece, which is paler.
        func setOfWidget(_ name: String?) {
            set(name ?? Self.missing)
            setClass("card-icon-missing", name.map { !Self.isInTheme($0) } ?? true)
        }

        /// Whether the theme has an icon of this name at present, coloured or symbolic.
        static func isInTheme(_ name: String) -> Bool {
            guard let display = gdk_display_get_default() else { return false }
            let theme = gtk_icon_theme_get_for_display(display)
            return gtk_icon_theme_has_icon(theme, name) != 0 || gtk_icon_theme_has_icon(theme, name + "-symbolic") != 0
        }

        /// Shows pixels in the place of an icon, in its size.
        func set(_ texture: Texture) { gtk_image_set_from_paintable(opaque, texture.pointer) }

        /// Makes it so large, in logical pixels, whatever the style says.
        func setSize(_ size: Int32) { gtk_image_set_pixel_size(opaque, size) }
    }

    /// A switch.
    final class Switch: Widget {
        init() { super.init(gtk_switch_new()) }

        var isOn: Bool {
            get { gtk_switch_get_active(opaque) != 0 }
            set { if newValue != isOn { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
        }
    }

    /// A bar that fills.
    final class ProgressBar: Widget {
        init() { super.init(gtk_progress_bar_new()) }

        func set(_ fraction: Double) { gtk_progress_bar_set_fraction(opaque, fraction) }
    }
#endif
