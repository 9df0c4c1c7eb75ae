#if Panel
    internal import CTodayGtk

    /// A widget that is drawn by a closure.
    final class DrawingArea: Widget {
        init(role: GtkAccessibleRole) { super.init(cgtk_drawing_area_with_role(role)) }

        /// Sets the closure that draws the widget. The closure must not hold the widget.
        func onDraw(_ body: @escaping @MainActor (Canvas) -> Void) {
            let box = Unmanaged.passRetained(DrawFunction(body)).toOpaque()
            gtk_drawing_area_set_draw_func(
                cast(),
                { area, target, width, height, box in
                    guard let box, let target, let drawn = area else { return }
                    let function = Unmanaged<DrawFunction>.fromOpaque(box).takeUnretainedValue()
                    // Valid only during this call and on this thread.
                    nonisolated(unsafe) let context = target
                    nonisolated(unsafe) let area = drawn
                    MainActor.assumeIsolated {
                        let widget = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self)
                        var color = GdkRGBA()
                        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
                        function.body(
                            Canvas(context: context, width: Double(width), height: Double(height), color: color))
                    }
                }, box, { box in if let box { Unmanaged<DrawFunction>.fromOpaque(box).release() } })
        }

        /// Sets the closure that returns the tooltip at a place, which is a share of the width from the leading edge; nil
        /// for no tooltip.
        func onTooltip(_ body: @escaping @MainActor (_ share: Double) -> String?) {
            gtk_widget_set_has_tooltip(pointer, 1)
            Callback.connect(pointer, "query-tooltip") { [weak self] arguments in
                guard let self, let tooltip = arguments.object(4) else { return 0 }
                let (x, width) = (Double(arguments.integer(1)), Double(gtk_widget_get_width(self.pointer)))
                let isMirrored = gtk_widget_get_direction(self.pointer) == GTK_TEXT_DIR_RTL
                guard width > 0, let text = body(isMirrored ? 1 - x / width : x / width) else { return 0 }
                gtk_tooltip_set_text(OpaquePointer(tooltip), text)
                return 1
            }
        }

        func redraw() { gtk_widget_queue_draw(pointer) }
    }

    private final class DrawFunction: Sendable {
        let body: @MainActor (Canvas) -> Void
        init(_ body: @escaping @MainActor (Canvas) -> Void) { self.body = body }
    }

    /// The drawing target of a closure, with the color of the widget.
    @MainActor struct Canvas {
        let context: OpaquePointer
        let width: Double
        let height: Double
        let color: GdkRGBA

        private func useColor(_ opacity: Double) {
            cairo_set_source_rgba(
                context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
        }

        /// Exchanges left and right for all that is drawn later.
        func mirror() {
            cairo_translate(context, width, 0)
            cairo_scale(context, -1, 1)
        }

        /// Draws a part of a ring around the center. The values 0 and 1 are at the top; the direction is clockwise.
        func ring(radius: Double, width: Double, from: Double, to: Double, opacity: Double) {
            guard to > from, radius > 0 else { return }
            useColor(opacity)
            cairo_set_line_width(context, width)
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_new_path(context)
            cairo_arc(
                context, self.width / 2, height / 2, radius, (from - 0.25) * 2 * .pi, (to - 0.25) * 2 * .pi)
            cairo_stroke(context)
        }

        /// Draws a filled rectangle.
        func rectangle(x: Double, y: Double, width: Double, height: Double, opacity: Double = 1) {
            useColor(opacity)
            cairo_rectangle(context, x, y, width, height)
            cairo_fill(context)
        }

        /// Draws a filled rectangle with round ends.
        func pill(x: Double, y: Double, width: Double, height: Double) {
            guard width >= height, height > 0 else { return }
            line([(x + height / 2, y + height / 2), (x + width - height / 2, y + height / 2)], width: height)
        }

        /// Draws a line through points.
        func line(_ points: [(x: Double, y: Double)], width: Double) {
            useColor(1)
            cairo_set_line_width(context, width)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_new_path(context)
            for point in points { cairo_line_to(context, point.x, point.y) }
            cairo_stroke(context)
        }

        /// Fills the area within points.
        func area(_ points: [(x: Double, y: Double)], opacity: Double) {
            useColor(opacity)
            cairo_new_path(context)
            for point in points { cairo_line_to(context, point.x, point.y) }
            cairo_close_path(context)
            cairo_fill(context)
        }
    }
#endif
