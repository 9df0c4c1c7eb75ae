#if Panel
    internal import CTodayGtk

    /// Finds the height at which content that is too high can be cut off: between its rows, or between the lines of a
    /// text, but never through a row, a chart or a picture.
    @MainActor enum ContentCut {
        typealias Pointer = UnsafeMutablePointer<GtkWidget>

        fileprivate static let key = "today-whole"

        /// Lets a widget be shown whole or not at all, whatever it is made of.
        static func keepWhole(_ widget: Widget) {
            g_object_set_data(widget.cast(), key, UnsafeMutableRawPointer(bitPattern: 1))
        }

        /// Returns the largest height, within the available height, at which a widget can be cut off; 0 if its first row
        /// alone is higher. The result is the height of the widget if all of it fits.
        ///
        /// - Parameters:
        ///   - width: the width that the widget gets, in logical pixels, with its margins.
        ///   - room: the available height, in logical pixels, without the widget's lower margin.
        static func height(of widget: Widget, width: Int32, room: Int32) -> Int32 {
            height(of: widget.pointer, width, room, hasLowerMargin: false)
        }

        private static func height(
            of widget: Pointer, _ width: Int32, _ room: Int32, hasLowerMargin: Bool = true
        ) -> Int32 {
            let margins = (
                top: gtk_widget_get_margin_top(widget), bottom: gtk_widget_get_margin_bottom(widget),
                sides: gtk_widget_get_margin_start(widget) + gtk_widget_get_margin_end(widget)
            )
            let whole = natural(widget, width) - (hasLowerMargin ? 0 : margins.bottom)
            if whole <= room { return whole }
            let inner = (width: width - margins.sides, room: room - margins.top)
            let cut: Int32
            switch ContentKind(widget) {
            case .column: cut = rows(of: widget, inner.width, inner.room)
            case .grid: cut = gridRows(of: widget, inner.width, inner.room)
            case .text: cut = lines(of: widget, inner.room)
            case .lines: cut = WrapLayout.height(of: widget, width: inner.width, room: inner.room)
            case .frame(let child): cut = padded(child, of: widget, inner.width, inner.room)
            case .whole: cut = 0
            }
            return cut > 0 ? cut + margins.top : 0
        }

        private static func natural(_ widget: Pointer, _ width: Int32) -> Int32 {
            var height: Int32 = 0
            // A width that isn't known is less than 0.
            gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, max(width, -1), nil, &height, nil, nil)
            return height
        }

        /// Returns the children that take room.
        static func children(of widget: Pointer) -> [Pointer] {
            var found: [Pointer] = []
            var next = gtk_widget_get_first_child(widget)
            while let child = next {
                if gtk_widget_should_layout(child) != 0 { found.append(child) }
                next = gtk_widget_get_next_sibling(child)
            }
            return found
        }

        private static func rows(of box: Pointer, _ width: Int32, _ room: Int32) -> Int32 {
            let spacing = gtk_box_get_spacing(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self))
            var (top, cut): (Int32, Int32) = (0, 0)
            for child in children(of: box) {
                let height = natural(child, width)
                guard top + height <= room else {
                    let part = self.height(of: child, width, room - top)
                    return part > 0 ? top + part : cut
                }
                cut = top + height
                top = cut + spacing
            }
            return cut
        }

        private static func gridRows(of widget: Pointer, _ width: Int32, _ room: Int32) -> Int32 {
            let grid = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkGrid.self)
            var heights: [Int32: Int32] = [:]
            let places = children(of: widget).map { child in
                var (column, row): (Int32, Int32) = (0, 0)
                gtk_grid_query_child(grid, child, &column, &row, nil, nil)
                return (child: child, column: column, row: row)
            }
            let columns = (places.map(\.column).max() ?? 0) + 1
            let gaps = Int32(gtk_grid_get_column_spacing(grid)) * (columns - 1)
            for place in places {
                let height = natural(place.child, max((width - gaps) / columns, 0))
                heights[place.row] = max(heights[place.row] ?? 0, height)
            }
            var (top, cut): (Int32, Int32) = (0, 0)
            for row in heights.keys.sorted() {
                guard top + heights[row, default: 0] <= room else { break }
                cut = top + heights[row, default: 0]
                top = cut + Int32(gtk_grid_get_row_spacing(grid))
            }
            return cut
        }

        private static func lines(of label: Pointer, _ room: Int32) -> Int32 {
            var line = PangoRectangle()
            guard let layout = gtk_label_get_layout(OpaquePointer(label)),
                let first = pango_layout_get_line_readonly(layout, 0)
            else { return 0 }
            pango_layout_line_get_extents(first, nil, &line)
            guard line.height > 0 else { return 0 }
            let count = max(room, 0) * PANGO_SCALE / line.height
            return (count * line.height + PANGO_SCALE - 1) / PANGO_SCALE
        }

        /// Cuts the child of a frame, such as a button around content. Its padding is the same above and below.
        private static func padded(_ child: Pointer, of frame: Pointer, _ width: Int32, _ room: Int32) -> Int32 {
            var (own, childs): (Int32, Int32) = (0, 0)
            gtk_widget_measure(frame, GTK_ORIENTATION_HORIZONTAL, -1, &own, nil, nil, nil)
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &childs, nil, nil, nil)
            let inner = width - max(own - childs, 0)
            let padding = max(natural(frame, width) - natural(child, inner), 0) / 2
            let part = height(of: child, inner, room - padding)
            return part > 0 ? part + padding : 0
        }
    }

    /// The ways in which a widget can be cut off.
    private enum ContentKind {
        case column, grid, text, lines
        case frame(child: ContentCut.Pointer)
        /// The widget is shown whole, or not at all.
        case whole

        @MainActor init(_ widget: ContentCut.Pointer) {
            let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
            if g_object_get_data(object, ContentCut.key) != nil {
                self = .whole
            } else if cgtk_is_column(widget) != 0 {
                self = .column
            } else if cgtk_is_grid(widget) != 0 {
                self = .grid
            } else if cgtk_is_label(widget) != 0 {
                self = .text
            } else if cgtk_has_custom_layout(widget) != 0 {
                self = .lines
            } else if cgtk_is_bin(widget) != 0, let child = gtk_widget_get_first_child(widget) {
                self = .frame(child: child)
            } else {
                self = .whole
            }
        }
    }
#endif
