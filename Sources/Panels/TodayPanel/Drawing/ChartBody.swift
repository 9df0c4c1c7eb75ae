#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// Numbers as a line, bars or an area.
    final class ChartBody: NodeBody {
        private let area = DrawingArea(role: GTK_ACCESSIBLE_ROLE_IMG)
        private var values: [Double] = []
        private var style = ContentChartStyle.line
        private var scale = ChartScale([], style: .line, minimum: nil, maximum: nil)
        var widget: Widget { area }

        init(_ attributes: NodeAttributes) {
            area.addClass("chart")
            area.expand(horizontally: true)
            area.onDraw { [weak self] canvas in self?.draw(canvas) }
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .chart(let values, let style, let minimum, let maximum) = attributes.kind else { return }
            self.values = values
            self.style = style
            // A chart without values takes no room.
            area.isVisible = !values.isEmpty
            area.request(width: 40, height: values.isEmpty ? 0 : 48)
            scale = ChartScale(values, style: style, minimum: minimum, maximum: maximum)
            area.setAccessibleLabel(attributes.spokenName)
            area.redraw()
        }

        private func draw(_ canvas: Canvas) {
            guard !values.isEmpty else { return }
            let inset = 2.0
            let height = canvas.height - 2 * inset
            // More values than pixels would only take time.
            let shown = values.suffix(max(Int(canvas.width), 1))
            if style == .bar {
                let width = canvas.width / Double(shown.count)
                let ground = scale.share(0)
                for (index, value) in shown.enumerated() {
                    let top = max(scale.share(value), ground)
                    let high = abs(scale.share(value) - ground) * height
                    canvas.rectangle(
                        x: Double(index) * width, y: inset + (1 - top) * height,
                        width: max(width - (width > 4 ? 2 : 0), 1), height: max(high, 1))
                }
                return
            }
            let step = (canvas.width - 2 * inset) / Double(max(shown.count - 1, 1))
            var points = shown.enumerated().map { index, value in
                (x: inset + Double(index) * step, y: inset + (1 - scale.share(value)) * height)
            }
            if points.count == 1 { points.append((x: canvas.width - inset, y: points[0].y)) }
            canvas.line(points, width: 2)
            if style == .area, let first = points.first, let last = points.last {
                let ground = inset + (1 - scale.share(0)) * height
                canvas.area(points + [(x: last.x, y: ground), (x: first.x, y: ground)], opacity: 0.2)
            }
        }
    }
#endif
