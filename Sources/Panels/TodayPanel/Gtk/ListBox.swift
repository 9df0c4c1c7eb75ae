#if Panel
    internal import CTodayGtk

    /// Rows that the arrow keys move between, sorted by rank.
    final class ListBox: Widget {
        private nonisolated static let key = "today-rank"

        init() {
            super.init(gtk_list_box_new())
            gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
            gtk_list_box_set_activate_on_single_click(opaque, 0)
            gtk_list_box_set_sort_func(
                opaque, { one, other, _ in ListBox.rank(one) < ListBox.rank(other) ? -1 : 1 }, nil, nil)
        }

        private nonisolated static func rank(_ row: UnsafeMutablePointer<GtkListBoxRow>?) -> Int {
            guard let row else { return 0 }
            let object = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GObject.self)
            return Int(bitPattern: g_object_get_data(object, key))
        }

        func append(_ row: ListRow) { gtk_list_box_append(opaque, row.pointer) }

        func remove(_ row: ListRow) {
            if gtk_widget_get_parent(row.pointer) == pointer { gtk_list_box_remove(opaque, row.pointer) }
        }

        /// Puts the rows into this order. The focus stays, and rows that change places are animated.
        func setOrder(_ rows: [ListRow]) {
            for (rank, row) in rows.enumerated() {
                let former = Int(gtk_list_box_row_get_index(row.cast()))
                if former >= 0, former != rank, Motion.isEnabled, row.offset == nil {
                    row.slide(rank < former ? "from-below" : "from-above")
                }
                g_object_set_data(row.cast(), Self.key, UnsafeMutableRawPointer(bitPattern: rank))
            }
            gtk_list_box_invalidate_sort(opaque)
        }

        /// Returns the index of the row at a height, in logical pixels from the upper edge; nil below the last row.
        func index(atHeight y: Double) -> Int? {
            gtk_list_box_get_row_at_y(opaque, Int32(y)).map { Int(gtk_list_box_row_get_index($0)) }
        }

    }

    /// A row of a ``ListBox``.
    class ListRow: Widget {
        private let sliding = Alarm()
        /// In milliseconds, as in the style sheet.
        private static let slideTime: UInt32 = 160

        init(_ child: Widget) {
            super.init(gtk_list_box_row_new())
            gtk_list_box_row_set_child(cast(), child.pointer)
        }

        isolated deinit { if let style { g_object_unref(UnsafeMutableRawPointer(style)) } }

        private var style: UnsafeMutablePointer<GtkCssProvider>?

        /// The distance from the row's place at which it is drawn, in logical pixels; nil for its place.
        var offset: Double? {
            didSet {
                if offset == oldValue { return }
                if style == nil, let new = gtk_css_provider_new() {
                    style = new
                    cgtk_add_style(pointer, new)
                }
                let text = offset.map { "* { transform: translateY(\(Int($0))px); }" } ?? ""
                gtk_css_provider_load_from_data(style, text, -1)
            }
        }

        /// The height in logical pixels.
        var height: Double { Double(gtk_widget_get_height(pointer)) }

        /// Gives the row the focus and lets the arrow keys continue from it. GTK's list keeps its own position for
        /// them, which doesn't follow a focus that is only set.
        func grabCursor() { gtk_widget_grab_focus(pointer) }

        /// Moves the row to its place from the direction of the style class.
        fileprivate func slide(_ styleClass: String) {
            for name in ["from-below", "from-above"] { setClass(name, name == styleClass) }
            sliding.set(milliseconds: Self.slideTime) { [weak self] in self?.removeClass(styleClass) }
        }

        func setActivatable(_ isActivatable: Bool) { gtk_list_box_row_set_activatable(cast(), isActivatable ? 1 : 0) }
    }
#endif
