#if Panel
    internal import CTodayGtk

    /// Widgets one below the other in a ``Scroller``. Only visible ones are drawn, so a frame costs no more than a
    /// screenful.
    ///
    /// Other widgets are laid out too, and available to keys and screen readers.
    final class LongBox: Box {
        /// The distance that a widget may draw beyond its bounds, such as a shadow, in logical pixels.
        private nonisolated static let overhang: Float = 16

        init(spacing: Int32) {
            super.init(Self.kind.make(GTK_ORIENTATION_VERTICAL))
            self.spacing = spacing
        }

        /// Draws the box again, because another part of it may be visible.
        func viewportChanged() { gtk_widget_queue_draw(pointer) }

        private static let kind = BoxKind("TodayLongBox") { widget, snapshot in
            if let widget { LongBox.draw(widget, snapshot) }
        }

        private nonisolated static func draw(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer?) {
            var visible = graphene_rect_t()
            let viewport = gtk_widget_get_ancestor(widget, gtk_viewport_get_type())
            let isBounded = viewport.map { gtk_widget_compute_bounds($0, widget, &visible) != 0 } ?? false
            let top = visible.origin.y - overhang
            let bottom = visible.origin.y + visible.size.height + overhang
            var next = gtk_widget_get_first_child(widget)
            while let child = next {
                next = gtk_widget_get_next_sibling(child)
                var bounds = graphene_rect_t()
                if isBounded, gtk_widget_compute_bounds(child, widget, &bounds) != 0 {
                    if bounds.origin.y + bounds.size.height < top { continue }
                    if bounds.origin.y > bottom { break }
                }
                gtk_widget_snapshot_child(widget, child, snapshot)
            }
        }
    }
#endif
