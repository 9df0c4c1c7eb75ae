#if Panel
    internal import CTodayGtk

    /// Lays out the children of a box one behind the other, in as many lines as they need.
    @MainActor enum WrapLayout {
        private typealias Pointer = UnsafeMutablePointer<GtkWidget>
        private static let spacingKey = "today-spacing"

        /// Sets the space between the children of a box that has this layout, in logical pixels.
        static func setSpacing(_ spacing: Int32, of box: Widget) {
            g_object_set_data(box.cast(), spacingKey, UnsafeMutableRawPointer(bitPattern: Int(spacing)))
            gtk_widget_queue_resize(box.pointer)
        }

        /// Creates the layout manager, which the widget that gets it owns.
        static func make() -> UnsafeMutablePointer<GtkLayoutManager>? {
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { own, orientation, size, low, high, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let (box, least, natural) = (own, low, high)
                    MainActor.assumeIsolated {
                        let size = WrapLayout.measure(box, orientation, size)
                        least?.pointee = size.least
                        natural?.pointee = size.natural
                    }
                },
                { own, width, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let box = own
                    MainActor.assumeIsolated { WrapLayout.allocate(box, width) }
                })
        }

        private static func spacing(of box: Pointer) -> Int32 {
            let object = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self)
            return Int32(Int(bitPattern: g_object_get_data(object, spacingKey)))
        }

        private static func size(
            of child: Pointer, _ orientation: GtkOrientation, _ other: Int32 = -1
        ) -> (least: Int32, natural: Int32) {
            var (least, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(child, orientation, other, &least, &natural, nil, nil)
            return (least, natural)
        }

        /// A child in its line, with its width.
        private struct Item {
            var child: Pointer
            var width: Int32
        }

        /// Returns the lines for a width. A child that is wider gets a line of its own, and is as wide as the line.
        private static func lines(of box: Pointer, _ width: Int32) -> [[Item]] {
            let spacing = spacing(of: box)
            var lines: [[Item]] = []
            var used: Int32 = 0
            for child in ContentCut.children(of: box) {
                let size = size(of: child, GTK_ORIENTATION_HORIZONTAL)
                let item = Item(child: child, width: max(min(size.natural, width), size.least))
                if !lines.isEmpty, Int64(used) + Int64(spacing + item.width) <= Int64(width) {
                    lines[lines.count - 1].append(item)
                    used += spacing + item.width
                } else {
                    lines.append([item])
                    used = item.width
                }
            }
            return lines
        }

        private static func height(of line: [Item]) -> Int32 {
            line.map { size(of: $0.child, GTK_ORIENTATION_VERTICAL, $0.width).natural }.max() ?? 0
        }

        private static func measure(
            _ box: Pointer, _ orientation: GtkOrientation, _ other: Int32
        ) -> (least: Int32, natural: Int32) {
            let spacing = spacing(of: box)
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let sizes = ContentCut.children(of: box).map { size(of: $0, orientation) }
                let gaps = spacing * Int32(max(sizes.count - 1, 0))
                return (sizes.map(\.least).max() ?? 0, sizes.map(\.natural).reduce(gaps, +))
            }
            let lines = lines(of: box, other < 0 ? .max : other)
            let height = lines.map(height).reduce(spacing * Int32(max(lines.count - 1, 0)), +)
            return (height, height)
        }

        /// Returns the height of as many lines as fit into the available height, in logical pixels.
        static func height(of box: UnsafeMutablePointer<GtkWidget>, width: Int32, room: Int32) -> Int32 {
            let spacing = spacing(of: box)
            var used = -spacing
            for line in lines(of: box, width < 0 ? .max : width) {
                let height = height(of: line)
                if used + spacing + height > room { break }
                used += spacing + height
            }
            return max(used, 0)
        }

        private static func allocate(_ box: Pointer, _ width: Int32) {
            let spacing = spacing(of: box)
            let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
            var y: Int32 = 0
            for line in lines(of: box, width) {
                let height = height(of: line)
                var x: Int32 = 0
                for item in line {
                    var place = GdkRectangle(
                        x: isMirrored ? width - x - item.width : x, y: y, width: item.width, height: height)
                    gtk_widget_size_allocate(item.child, &place, -1)
                    x += item.width + spacing
                }
                y += height + spacing
            }
        }
    }
#endif
