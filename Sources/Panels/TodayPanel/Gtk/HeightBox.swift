#if Panel
    internal import CTodayGtk

    /// A container that limits the height of its child and animates changes of its height.
    ///
    /// The child is laid out in its full size. A child that is higher than the limit is cut off between two of its rows.
    /// Only if the first row alone is higher, it is cut off at the limit, and fades out there.
    final class HeightBox: LayoutBox {
        /// The largest height, in logical pixels, while the box isn't open.
        var limit: Int32 = .max { didSet { if limit != oldValue { gtk_widget_queue_resize(pointer) } } }
        /// Whether the box is as high as the child needs.
        var isOpen = false { didSet { if isOpen != oldValue { gtk_widget_queue_resize(pointer) } } }
        /// The least height, even if the child needs less.
        var least: Int32 = 0 { didSet { if least != oldValue { gtk_widget_queue_resize(pointer) } } }
        /// The excess over the limit with which the child is still shown whole, because less than a line of text isn't
        /// worth hiding.
        var tolerance: Int32 = 0 { didSet { if tolerance != oldValue { gtk_widget_queue_resize(pointer) } } }

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
            super.init()
            append(child)
            gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
        }

        /// The height of the part that fades out, in logical pixels.
        private static let fade: Float = 36

        /// The place where the child is cut off.
        private struct Cut {
            /// The visible height of the child, in logical pixels.
            var height: Int32
            /// The height of the box: the cut lies above the same margin as the end of the whole child.
            var boxHeight: Int32
            /// Whether the cut goes through a row.
            var isThroughRow: Bool
        }

        /// The largest height while the box isn't open: half as much again if rows are higher for fingers.
        private var room: Int32 { limit < .max && TouchMode.isOn ? limit / 2 * 3 : limit }

        /// Returns the place where a child that is too high is cut off; nil if it isn't cut off.
        private func cut(_ width: Int32) -> Cut? {
            guard isTooHigh(childSize(GTK_ORIENTATION_VERTICAL, width).natural) else { return nil }
            let margin = gtk_widget_get_margin_bottom(child.pointer)
            let height = ContentCut.height(of: child, width: width, room: room - margin)
            return height > 0
                ? Cut(height: height, boxHeight: height + margin, isThroughRow: false)
                : Cut(height: room, boxHeight: room, isThroughRow: true)
        }

        private func isTooHigh(_ height: Int32) -> Bool { limit < .max && height > room + tolerance }

        /// The visible height if the child is cut off.
        var visibleHeight: Double { Double(cut(childWidth(gtk_widget_get_width(pointer)))?.height ?? room) }

        /// Draws the child down to the cut.
        override func draw(_ snapshot: OpaquePointer?) {
            let (width, height) = (gtk_widget_get_width(pointer), gtk_widget_get_height(pointer))
            let cut = isOpen ? nil : cut(childWidth(width))
            // While the height is animated, more than the final part is visible.
            guard let cut, height <= cut.boxHeight else {
                return gtk_widget_snapshot_child(pointer, child.pointer, snapshot)
            }
            var visible = graphene_rect_t(
                origin: graphene_point_t(x: 0, y: 0),
                size: graphene_size_t(width: Float(width), height: Float(cut.height)))
            gtk_snapshot_push_clip(snapshot, &visible)
            gtk_widget_snapshot_child(pointer, child.pointer, snapshot)
            gtk_snapshot_pop(snapshot)
            if cut.isThroughRow { drawFade(snapshot, width: Float(width), height: Float(height)) }
        }

        /// Covers the lower edge with a gradient to the color of the card, but not in high contrast. The style class of
        /// the box uses that color too, so that a change of it draws the box again.
        private func drawFade(_ snapshot: OpaquePointer?, width: Float, height: Float) {
            var ground = GdkRGBA()
            guard height > Self.fade, !StyleSheet.wantsMoreContrast,
                gtk_style_context_lookup_color(gtk_widget_get_style_context(pointer), "today_card", &ground) != 0
            else { return }
            var none = ground
            none.alpha = 0
            let stops = [GskColorStop(offset: 0, color: none), GskColorStop(offset: 0.7, color: ground)]
            var area = graphene_rect_t(
                origin: graphene_point_t(x: 0, y: height - Self.fade),
                size: graphene_size_t(width: width, height: Self.fade))
            var (start, end) = (
                graphene_point_t(x: 0, y: height - Self.fade), graphene_point_t(x: 0, y: height)
            )
            gtk_snapshot_append_linear_gradient(snapshot, &area, &start, &end, stops, gsize(stops.count))
        }

        private func childSize(_ orientation: GtkOrientation, _ other: Int32) -> (least: Int32, natural: Int32) {
            size(of: child.pointer, orientation, other)
        }

        /// Returns the width of the child: the available width, or more if the child needs it.
        private func childWidth(_ width: Int32) -> Int32 {
            width < 0 ? width : max(width, childSize(GTK_ORIENTATION_HORIZONTAL, -1).least)
        }

        /// Returns the height that the child needs, within the limits.
        private func target(_ width: Int32) -> Int32 {
            let width = childWidth(width)
            let whole = max(childSize(GTK_ORIENTATION_VERTICAL, width).natural, least)
            return isOpen ? whole : max(cut(width)?.boxHeight ?? whole, min(least, room))
        }

        override func measure(_ orientation: GtkOrientation, _ size: Int32) -> (least: Int32, natural: Int32) {
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

        override func allocate(_ ownWidth: Int32) {
            let width = childWidth(ownWidth)
            let height = childSize(GTK_ORIENTATION_VERTICAL, width)
            setHigh(isTooHigh(height.natural))
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
