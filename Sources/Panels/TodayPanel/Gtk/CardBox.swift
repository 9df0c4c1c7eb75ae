#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// Cards in columns, in a ``Scroller``. Only visible ones are drawn, so a frame costs no more than a screenful.
    ///
    /// Other cards are laid out too, and available to keys and screen readers.
    final class CardBox: Box {
        /// The distance that a card may draw beyond its bounds, such as a shadow, in logical pixels.
        private nonisolated static let overhang: Float = 16

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
            super.init(Self.kind.make(GTK_ORIENTATION_VERTICAL))
            g_object_set_data(cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
            let layout = gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { own, orientation, size, low, high, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let widget = own
                    nonisolated(unsafe) let least = low
                    nonisolated(unsafe) let natural = high
                    MainActor.assumeIsolated {
                        guard let box = CardBox.of(widget) else { return }
                        let (low, high) = box.measure(orientation, size)
                        least?.pointee = low
                        natural?.pointee = high
                    }
                },
                { own, width, _, _ in
                    guard let own else { return }
                    nonisolated(unsafe) let widget = own
                    MainActor.assumeIsolated { CardBox.of(widget)?.allocate(width) }
                })
            gtk_widget_set_layout_manager(pointer, layout)
        }

        isolated deinit { g_object_set_data(cast(), Self.key, nil) }

        private static let key = "today-card-box"

        private static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> CardBox? {
            let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
            return g_object_get_data(object, key).map { Unmanaged<CardBox>.fromOpaque($0).takeUnretainedValue() }
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

        private func measure(
            _ child: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ size: Int32
        ) -> (low: Int32, natural: Int32) {
            var (low, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(child, orientation, size, &low, &natural, nil, nil)
            return (low, natural)
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
                let least = measure(children[index], GTK_ORIENTATION_HORIZONTAL, -1).low
                return Int(measure(children[index], GTK_ORIENTATION_VERTICAL, max(Int32(width), least)).natural)
            }
        }

        private func measure(_ orientation: GtkOrientation, _ size: Int32) -> (Int32, Int32) {
            let children = children
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let widths = children.map { measure($0, orientation, -1) }
                return (widths.map(\.low).max() ?? 0, widths.map(\.natural).max() ?? 0)
            }
            let width = size < 0 ? measure(GTK_ORIENTATION_HORIZONTAL, -1).1 : size
            let height = Int32(places(of: children, in: Int(width)).height)
            return (height, height)
        }

        private func allocate(_ width: Int32) {
            let children = children
            let isMirrored = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
            places = [:]
            for (child, var place) in zip(children, places(of: children, in: Int(width)).places) {
                if isMirrored { place.x = Int(width) - place.x - place.width }
                places[child] = place
                var origin = graphene_point_t(x: Float(place.x), y: Float(place.y))
                if let dragged, dragged.card == child { (origin.x, origin.y) = (dragged.x, dragged.y) }
                let least = measure(child, GTK_ORIENTATION_HORIZONTAL, -1).low
                gtk_widget_allocate(
                    child, max(Int32(place.width), least), Int32(place.height), -1,
                    gsk_transform_translate(nil, &origin))
            }
        }

        // MARK: Drawing

        /// Draws the box again, because another part of it may be visible.
        func viewportChanged() { gtk_widget_queue_draw(pointer) }

        private static let kind = BoxKind("TodayCardBox") { widget, snapshot in
            if let widget { CardBox.draw(widget, snapshot) }
        }

        private nonisolated static func draw(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer?) {
            var visible = graphene_rect_t()
            let viewport = gtk_widget_get_ancestor(widget, gtk_viewport_get_type())
            let isBounded = viewport.map { gtk_widget_compute_bounds($0, widget, &visible) != 0 } ?? false
            let top = visible.origin.y - overhang
            let bottom = visible.origin.y + visible.size.height + overhang
            nonisolated(unsafe) let own = widget
            let address = MainActor.assumeIsolated { CardBox.of(own)?.dragged.map { UInt(bitPattern: $0.card) } }
            let dragged = address.flatMap { UnsafeMutablePointer<GtkWidget>(bitPattern: $0) }
            var next = gtk_widget_get_first_child(widget)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                var bounds = graphene_rect_t()
                if isBounded, gtk_widget_compute_bounds(child, widget, &bounds) != 0 {
                    if bounds.origin.y + bounds.size.height < top || bounds.origin.y > bottom { continue }
                }
                if child != dragged { gtk_widget_snapshot_child(widget, child, snapshot) }
            }
            // The card that follows the pointer is above the others.
            if let dragged { gtk_widget_snapshot_child(widget, dragged, snapshot) }
        }
    }
#endif
