#if Panel
    internal import CTodayGtk

    /// A container that limits the height of its child and animates changes of its height.
    ///
    /// The child is laid out in its full size. It is cut off at the limit, where it fades out.
    final class HeightBox: Widget {
        /// The largest height, in logical pixels, while the box isn't open.
        var limit: Int32 = .max { didSet { if limit != oldValue { gtk_widget_queue_resize(pointer) } } }
        /// Whether the box is as high as the child needs.
        var isOpen = false { didSet { if isOpen != oldValue { gtk_widget_queue_resize(pointer) } } }
        /// The least height, even if the child needs less.
        var least: Int32 = 0 { didSet { if least != oldValue { gtk_widget_queue_resize(pointer) } } }

        /// Whether the child needs more than the limit, so that it is cut off unless the box is open.
        private(set) var isHigh = false
        /// Called when that has changed, after the layout.
        var onHigh: () -> Void = {}

        private let child: Widget
        private var animation: (from: Int32, start: Int64)?
        private static let duration: Int64 = 200_000
        /// The time in which a picture may be read, which can change the height too.
        private static let imageReadTime: Int64 = 50_000

        init(_ child: Widget) {
            self.child = child
            super.init(Self.kind.make(GTK_ORIENTATION_VERTICAL))
            gtk_box_append(cast(), child.pointer)
            gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
            g_object_set_data(cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
            let layout = gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { own, orientation, size, low, high, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let widget = own
                    nonisolated(unsafe) let least = low
                    nonisolated(unsafe) let natural = high
                    MainActor.assumeIsolated {
                        guard let box = HeightBox.of(widget) else { return }
                        let (low, high) = box.measure(orientation, size)
                        least?.pointee = low
                        natural?.pointee = high
                    }
                },
                { own, width, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let widget = own
                    MainActor.assumeIsolated { HeightBox.of(widget)?.allocate(width) }
                })
            gtk_widget_set_layout_manager(pointer, layout)
        }

        private static let kind = BoxKind("TodayHeightBox") { widget, snapshot in
            if let widget { HeightBox.draw(widget, snapshot) }
        }

        /// The height of the part that fades out, in logical pixels, and of the blank part at its end.
        private nonisolated static let fade: Float = 36
        private nonisolated static let blank: Float = 12

        /// The visible height if the child is cut off.
        var visibleHeight: Double { Double(limit) - Double(Self.blank) }

        /// Draws the child. A child that is cut off fades out, so that it doesn't look complete.
        private nonisolated static func draw(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer?) {
            guard let child = gtk_widget_get_first_child(widget) else { return }
            gtk_widget_snapshot_child(widget, child, snapshot)
            let height = Float(gtk_widget_get_height(widget))
            var bounds = graphene_rect_t()
            var ground = GdkRGBA()
            guard gtk_widget_compute_bounds(child, widget, &bounds) != 0,
                bounds.origin.y + bounds.size.height > height + 1, height > fade,
                gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "today_card", &ground) != 0
            else { return }
            var none = ground
            none.alpha = 0
            let stops = [GskColorStop(offset: 0, color: none), GskColorStop(offset: 1 - blank / fade, color: ground)]
            var area = graphene_rect_t(
                origin: graphene_point_t(x: 0, y: height - fade),
                size: graphene_size_t(width: Float(gtk_widget_get_width(widget)), height: fade))
            var (start, end) = (graphene_point_t(x: 0, y: height - fade), graphene_point_t(x: 0, y: height))
            gtk_snapshot_append_linear_gradient(snapshot, &area, &start, &end, stops, gsize(stops.count))
        }

        private static let key = "today-height-box"

        private static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> HeightBox? {
            let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
            return g_object_get_data(object, key).map { Unmanaged<HeightBox>.fromOpaque($0).takeUnretainedValue() }
        }

        isolated deinit { g_object_set_data(cast(), Self.key, nil) }

        /// Returns the least and the natural size of the child.
        private func childSize(_ orientation: GtkOrientation, _ other: Int32) -> (least: Int32, natural: Int32) {
            var low: Int32 = 0
            var natural: Int32 = 0
            gtk_widget_measure(child.pointer, orientation, other, &low, &natural, nil, nil)
            return (low, natural)
        }

        /// Returns the width of the child: the available width, or more if the child needs it.
        private func childWidth(_ width: Int32) -> Int32 {
            width < 0 ? width : max(width, childSize(GTK_ORIENTATION_HORIZONTAL, -1).least)
        }

        /// Returns the height that the child needs, within the limits.
        private func target(_ width: Int32) -> Int32 {
            min(max(childSize(GTK_ORIENTATION_VERTICAL, childWidth(width)).natural, least), isOpen ? .max : limit)
        }

        private func measure(_ orientation: GtkOrientation, _ size: Int32) -> (Int32, Int32) {
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                // Content never makes the column wider.
                return (0, childSize(orientation, -1).natural)
            }
            let target = target(size)
            guard let animation else { return (target, target) }
            let share = min(max(Double(now - animation.start) / Double(Self.duration), 0), 1)
            let eased = 1 - (1 - share) * (1 - share) * (1 - share)
            let height = animation.from + Int32((Double(target - animation.from) * eased).rounded())
            return (height, height)
        }

        private func allocate(_ ownWidth: Int32) {
            let width = childWidth(ownWidth)
            let height = childSize(GTK_ORIENTATION_VERTICAL, width)
            setHigh(height.natural > limit)
            var place: OpaquePointer?
            if width > ownWidth, gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL {
                // The part that is cut off is at the end of the lines.
                var start = graphene_point_t(x: Float(ownWidth - width), y: 0)
                place = gsk_transform_translate(nil, &start)
            }
            gtk_widget_allocate(child.pointer, width, max(height.natural, height.least, least), -1, place)
        }

        /// Calls back after the layout, because the callback may change the layout.
        private func setHigh(_ isHigh: Bool) {
            if isHigh == self.isHigh { return }
            self.isHigh = isHigh
            Callback.once(afterMilliseconds: 0) { [weak self] in self?.onHigh() }
        }

        private var now: Int64 {
            gtk_widget_get_frame_clock(pointer).map { Int64(gdk_frame_clock_get_frame_time($0)) } ?? 0
        }

        /// Starts an animation from the current height on the screen to the new one. Call this before the content
        /// changes, or right after.
        func animateFromCurrentHeight() {
            let height = gtk_widget_get_height(pointer)
            guard height > 0, gtk_widget_get_mapped(pointer) != 0 else { return }
            let isAnimating = animation != nil
            animation = (height, now)
            if isAnimating { return }
            Callback.eachFrame(of: pointer) { [weak self] in
                guard let self, let animation = self.animation else { return false }
                let age = self.now - animation.start
                // Most changes keep the height and need no frames.
                let target = self.target(gtk_widget_get_width(self.pointer))
                let isUnchanged = age >= Self.imageReadTime && target == animation.from
                if age >= Self.duration || isUnchanged { self.animation = nil }
                gtk_widget_queue_resize(self.pointer)
                return self.animation != nil
            }
        }
    }
#endif
