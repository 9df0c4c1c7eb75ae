#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// Numbers as a line, bars or an area, with a second line and a legend if the widget has them.
    final class ChartBody: NodeBody {
        private let column = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        private let layers: Overlay
        private let area = DrawingArea(role: GTK_ACCESSIBLE_ROLE_IMG)
        private let seriesArea = DrawingArea(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        private let legend = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        private let names = [Label(), Label()]
        private var chart = DrawnChart([])
        var widget: Widget { column }

        init(_ attributes: NodeAttributes) {
            layers = Overlay(area)
            column.expand(horizontally: true)
            area.addClass("chart")
            seriesArea.addClass("color-secondary")
            seriesArea.hideFromAccessibility()
            area.onDraw { [weak self] canvas in self?.draw(canvas, \.values) }
            seriesArea.onDraw { [weak self] canvas in self?.draw(canvas, \.series) }
            layers.add(seriesArea)
            area.onTooltip { [weak self] share in self?.chart.text(atShare: share) }
            column.append(layers)
            // The chart has these texts in its name.
            legend.hideFromAccessibility()
            for (name, color) in zip(names, ["chart", "color-secondary"]) {
                name.addClass("text-caption")
                name.addClass(color)
                name.setLines(1)
                legend.append(name)
            }
            column.append(legend)
            ContentCut.keepWhole(column)
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .chart(let chart) = attributes.kind else { return }
            self.chart = chart
            // A chart without values takes no room.
            let isEmpty = chart.values.isEmpty && chart.series.isEmpty
            column.isVisible = !isEmpty
            let texts = chart.legend
            legend.isVisible = !texts.isEmpty
            for (index, name) in names.enumerated() {
                name.text = index < texts.count ? texts[index] : ""
                name.isVisible = !name.text.isEmpty
            }
            area.setAccessibleLabel(attributes.spokenName)
            area.redraw()
            seriesArea.redraw()
        }

        /// Draws one of the two lines. The newest numbers of both are at the same place.
        private func draw(_ canvas: Canvas, _ line: KeyPath<DrawnChart, [Double]>) {
            let numbers = chart[keyPath: line]
            guard !numbers.isEmpty else { return }
            // The oldest number is where a line of text begins.
            if gtk_widget_get_direction(area.pointer) == GTK_TEXT_DIR_RTL { canvas.mirror() }
            let scale = chart.scale
            let inset = 2.0
            let height = canvas.height - 2 * inset
            // More values than pixels would only take time.
            let most = max(Int(canvas.width), 1)
            let count = min(max(chart.values.count, chart.series.count), most)
            let shown = numbers.suffix(most)
            let missing = count - shown.count
            // A bar has a part of the width; a point of a line beside bars is in the middle of its part.
            let width = canvas.width / Double(count)
            if chart.style == .bar, line == \.values {
                let ground = scale.share(0)
                for (index, value) in shown.enumerated() {
                    let top = max(scale.share(value), ground)
                    let high = abs(scale.share(value) - ground) * height
                    canvas.rectangle(
                        x: Double(missing + index) * width, y: inset + (1 - top) * height,
                        width: max(width - (width > 4 ? 2 : 0), 1), height: max(high, 1))
                }
                return
            }
            let isBesideBars = chart.style == .bar
            let step = isBesideBars ? width : (canvas.width - 2 * inset) / Double(max(count - 1, 1))
            let start = isBesideBars ? width / 2 : inset
            var points = shown.enumerated().map { index, value in
                (x: start + Double(missing + index) * step, y: inset + (1 - scale.share(value)) * height)
            }
            // A single number is a line through the whole chart, or a dot at the place of the newest.
            if count == 1 { points = [inset, canvas.width - inset].map { (x: $0, y: points[0].y) } }
            if points.count == 1 { points.append(points[0]) }
            canvas.line(points, width: 2)
            if chart.style == .area, line == \.values, let first = points.first, let last = points.last {
                let ground = inset + (1 - scale.share(0)) * height
                canvas.area(points + [(x: last.x, y: ground), (x: first.x, y: ground)], opacity: 0.2)
            }
        }
    }
#endif
