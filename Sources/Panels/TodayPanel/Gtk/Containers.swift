#if Panel
    internal import CTodayGtk

    /// A widget in the center, and one at each end.
    final class CenterBox: Widget {
        init(start: Widget, center: Widget, end: Widget) {
            super.init(gtk_center_box_new())
            gtk_center_box_set_start_widget(opaque, start.pointer)
            gtk_center_box_set_center_widget(opaque, center.pointer)
            gtk_center_box_set_end_widget(opaque, end.pointer)
        }
    }

    /// Widgets in rows of equally wide columns.
    final class Grid: Widget {
        init() {
            super.init(cgtk_grid_with_role(GTK_ACCESSIBLE_ROLE_GRID))
            gtk_grid_set_column_homogeneous(grid, 1)
        }

        private var grid: UnsafeMutablePointer<GtkGrid> { cast() }

        func setSpacing(_ spacing: Int32) {
            gtk_grid_set_row_spacing(grid, guint(max(spacing, 0)))
            gtk_grid_set_column_spacing(grid, guint(max(spacing, 0)))
        }

        /// Lets each column have its own width, with this space between the columns.
        func setColumns(spacing: Int32) {
            gtk_grid_set_column_homogeneous(grid, 0)
            gtk_grid_set_column_spacing(grid, guint(spacing))
        }

        func attach(_ child: Widget, column: Int, row: Int) {
            gtk_grid_attach(grid, child.pointer, Int32(column), Int32(row), 1, 1)
        }

        func remove(_ child: Widget) {
            if gtk_widget_get_parent(child.pointer) == pointer { gtk_grid_remove(grid, child.pointer) }
        }
    }

    /// A widget with others on top of it, which have its size.
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

    /// A container for a widget that may be taller than the available space.
    final class Scroller: Widget {
        /// - Parameter label: the text for screen readers when keys scroll it.
        init(_ child: Widget, label: String) {
            super.init(gtk_scrolled_window_new())
            gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_child(opaque, child.pointer)
            // If no widget in it can have the focus, the scroller gets it itself.
            setAccessibleLabel(label)
            // The bars are for pointers. A screen reader would read their GTK names.
            for bar in [gtk_scrolled_window_get_hscrollbar(opaque), gtk_scrolled_window_get_vscrollbar(opaque)] {
                if let bar { cgtk_set_accessible_hidden(bar, 1) }
            }
        }

        /// Calls back when another part of the content has become visible.
        func onScroll(_ body: @escaping @MainActor () -> Void) {
            guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
            for signal in ["value-changed", "changed"] { Callback.connect(gpointer(adjustment), signal, body) }
        }

        /// The size of the visible part, in logical pixels.
        var size: (width: Double, height: Double) {
            (Double(gtk_widget_get_width(pointer)), Double(gtk_widget_get_height(pointer)))
        }

        /// The scroll position, in logical pixels.
        var position: Double {
            gtk_scrolled_window_get_vadjustment(opaque).map { gtk_adjustment_get_value($0) } ?? 0
        }

        /// Scrolls by a distance in logical pixels, at most to the end. Returns false at the end.
        func scroll(by distance: Double) -> Bool {
            guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return false }
            let former = gtk_adjustment_get_value(adjustment)
            gtk_adjustment_set_value(adjustment, former + distance)
            return gtk_adjustment_get_value(adjustment) != former
        }

        /// Returns where a widget is in the whole content, in logical pixels; nil before it is placed.
        func place(of widget: Widget) -> (top: Double, height: Double)? {
            guard let page = gtk_scrolled_window_get_child(opaque) else { return nil }
            var bounds = graphene_rect_t()
            let content = gtk_widget_get_first_child(page) ?? page
            guard gtk_widget_compute_bounds(widget.pointer, content, &bounds) != 0 else { return nil }
            return (Double(bounds.origin.y), Double(bounds.size.height))
        }

        /// Scrolls until all of a widget is visible, after the layout has placed it.
        func reveal(_ widget: Widget) {
            Callback.once(afterMilliseconds: 20) { [weak self, weak widget] in
                guard let self, let widget, let place = self.place(of: widget),
                    let adjustment = gtk_scrolled_window_get_vadjustment(self.opaque)
                else { return }
                gtk_adjustment_clamp_page(adjustment, place.top, place.top + place.height)
            }
        }
    }

    /// A line between widgets.
    final class Divider: Widget {
        init(_ orientation: GtkOrientation) { super.init(gtk_separator_new(orientation)) }
    }

    /// An icon of the theme, or a puzzle piece if the theme doesn't have it.
    final class Icon: Widget {
        /// Replaces a missing icon.
        static let missing = "application-x-addon-symbolic"

        /// Creates an icon in the size of the style, which follows the text size.
        init(_ name: String? = nil) {
            super.init(gtk_image_new())
            if let name { set(name) }
        }

        func set(_ name: String) {
            guard let icon = g_themed_icon_new(name) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
            // With the puzzle piece as an alternative, GTK would prefer it to the symbolic form of an icon.
            if !Self.isInTheme(name) { g_themed_icon_append_name(icon, Self.missing) }
            gtk_image_set_from_gicon(opaque, icon)
        }

        /// Shows the one-color form of an icon, if the theme has one. Among small icons, it is easier to recognize.
        func setSymbolic(_ name: String) {
            set(Self.hasSymbolic(name) ? name + "-symbolic" : name)
        }

        /// Returns whether the theme currently has a one-color form of an icon, under another name than the icon's own.
        private static func hasSymbolic(_ name: String) -> Bool {
            guard let display = gdk_display_get_default() else { return false }
            return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name + "-symbolic") != 0
        }

        /// Returns whether the theme currently has an icon of this name, in color or symbolic.
        static func isInTheme(_ name: String) -> Bool {
            guard let display = gdk_display_get_default() else { return false }
            let theme = gtk_icon_theme_get_for_display(display)
            return gtk_icon_theme_has_icon(theme, name) != 0 || hasSymbolic(name)
        }

        /// Shows pixels in place of an icon, in its size.
        func set(_ texture: Texture) { gtk_image_set_from_paintable(opaque, texture.pointer) }

        /// Sets the size in logical pixels, regardless of the style.
        func setSize(_ size: Int32) { gtk_image_set_pixel_size(opaque, size) }
    }

    /// A control that is on or off. Its property `active` has the state.
    protocol StateControl: Widget {
        var isOn: Bool { get set }
    }

    /// A box with a check mark. A button, because screen readers can't press GTK's own check buttons.
    final class CheckBox: Widget, StateControl {
        private let mark = Icon("object-select-symbolic")

        init() {
            super.init(cgtk_checkbox_new())
            addClass("check-box")
            mark.hideFromAccessibility()
            gtk_button_set_child(cast(), mark.pointer)
            show()
            on("notify::active") { [weak self] in self?.show() }
        }

        private var button: UnsafeMutablePointer<GtkToggleButton> { cast() }

        private func show() {
            cgtk_set_accessible_checked(pointer, isOn ? 1 : 0)
        }

        var isOn: Bool {
            get { gtk_toggle_button_get_active(button) != 0 }
            set { if newValue != isOn { gtk_toggle_button_set_active(button, newValue ? 1 : 0) } }
        }
    }

    /// A switch.
    final class Switch: Widget, StateControl {
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
