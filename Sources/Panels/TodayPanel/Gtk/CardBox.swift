#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// Cards in columns, in a ``Scroller``. Only visible ones are drawn, so a frame costs no more than a screenful.
    ///
    /// Other cards are laid out too, and available to keys and screen readers.
    final class CardBox: LayoutBox {
        /// The distance that a card may draw beyond its bounds, such as a shadow, in logical pixels.
        private static let overhang: Float = 16

        /// The number of columns; nil for as many as have room.
        var columns: Int? { didSet { if columns != oldValue { gtk_widget_queue_resize(pointer) } } }
        private let gap: Int
        private var small: Set<UnsafeMutablePointer<GtkWidget>> = []
        private var places: [UnsafeMutablePointer<GtkWidget>: CardPlacement.Place] = [:]
        /// The card that follows the pointer, and where it is.
        private var dragged: (card: UnsafeMutablePointer<GtkWidget>, x: Float, y: Float)?

        /// - Parameter spacing: the space between the cards, in logical pixels.
        init(spacing: Int32) {
            gap = Int(spacing)
            super.init()
        }

        /// Sets whether a card may share its row with another small one.
        func setSmall(_ card: Widget, _ isSmall: Bool) {
            if isSmall == small.contains(card.pointer) { return }
            if isSmall { small.insert(card.pointer) } else { small.remove(card.pointer) }
            gtk_widget_queue_resize(pointer)
        }

        override func remove(_ child: Widget) {
            small.remove(child.pointer)
            super.remove(child)
        }

        /// Returns the place of a card in this box, without regard to the pointer that it follows.
        func place(of card: Widget) -> CardPlacement.Place? { places[card.pointer] }

        /// Puts a card at a point of this box, as it follows the pointer; nil lets it return to its place.
        func setDragged(_ card: Widget?, x: Double = 0, y: Double = 0) {
            dragged = card.map { ($0.pointer, Float(x), Float(y)) }
            gtk_widget_queue_allocate(pointer)
        }

        // MARK: Layout

        private var children: [UnsafeMutablePointer<GtkWidget>] {
            var children: [UnsafeMutablePointer<GtkWidget>] = []
            var next = gtk_widget_get_first_child(pointer)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                if gtk_widget_should_layout(child) != 0 { children.append(child) }
            }
            return children
        }

        private func places(
            of children: [UnsafeMutablePointer<GtkWidget>], in width: Int
        ) -> (places: [CardPlacement.Place], height: Int) {
            let scale = Motion.textScale
            return CardPlacement.places(
                isSmall: children.map { small.contains($0) },
                columns: columns ?? CardPlacement.columns(in: width, spacing: gap, textScale: scale), width: width,
                spacing: gap, textScale: scale
            ) { index, width in
                let least = size(of: children[index], GTK_ORIENTATION_HORIZONTAL, -1).least
                return Int(size(of: children[index], GTK_ORIENTATION_VERTICAL, max(Int32(width), least)).natural)
            }
        }

        override func measure(_ orientation: GtkOrientation, _ size: Int32) -> (least: Int32, natural: Int32) {
            let children = children
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let widths = children.map { self.size(of: $0, orientation, -1) }
                return (widths.map(\.least).max() ?? 0, widths.map(\.natural).max() ?? 0)
            }
            let width = size < 0 ? measure(GTK_ORIENTATION_HORIZONTAL, -1).natural : size
            let height = Int32(places(of: children, in: Int(width)).height)
            return (height, height)
        }

        override func allocate(_ width: Int32) {
            let children = children
            let isMirrored = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
            places = [:]
            for (child, var place) in zip(children, places(of: children, in: Int(width)).places) {
                if isMirrored { place.x = Int(width) - place.x - place.width }
                places[child] = place
                var origin = graphene_point_t(x: Float(place.x), y: Float(place.y))
                if let dragged, dragged.card == child { (origin.x, origin.y) = (dragged.x, dragged.y) }
                let least = size(of: child, GTK_ORIENTATION_HORIZONTAL, -1).least
                gtk_widget_allocate(
                    child, max(Int32(place.width), least), Int32(place.height), -1,
                    gsk_transform_translate(nil, &origin))
            }
        }

        // MARK: Drawing

        /// Draws the box again, because another part of it may be visible.
        func viewportChanged() { gtk_widget_queue_draw(pointer) }

        override func draw(_ snapshot: OpaquePointer?) {
            var visible = graphene_rect_t()
            let viewport = gtk_widget_get_ancestor(pointer, gtk_viewport_get_type())
            let isBounded = viewport.map { gtk_widget_compute_bounds($0, pointer, &visible) != 0 } ?? false
            let top = visible.origin.y - Self.overhang
            let bottom = visible.origin.y + visible.size.height + Self.overhang
            var next = gtk_widget_get_first_child(pointer)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                var bounds = graphene_rect_t()
                if isBounded, gtk_widget_compute_bounds(child, pointer, &bounds) != 0 {
                    if bounds.origin.y + bounds.size.height < top || bounds.origin.y > bottom { continue }
                }
                if child != dragged?.card { gtk_widget_snapshot_child(pointer, child, snapshot) }
            }
            // The card that follows the pointer is above the others.
            if let dragged { gtk_widget_snapshot_child(pointer, dragged.card, snapshot) }
        }
    }
#endif
