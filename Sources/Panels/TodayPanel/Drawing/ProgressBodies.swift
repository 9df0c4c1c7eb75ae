#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayModel

    /// A progress as a bar. If the length is unknown, a part of the bar moves back and forth.
    final class BarBody: NodeBody {
        private let bar = ProgressBar()
        private let runner = DrawingArea(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        private let motion: SteadyMotion
        private let layers: Overlay
        private let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        private let label = Label()
        private var color = ContentProgressColor.accent
        var widget: Widget { row }

        init(_ attributes: NodeAttributes, in place: NodePlace) {
            layers = Overlay(bar)
            label.setLines(1)
            label.addClass("timer")
            motion = SteadyMotion(in: runner)
            bar.align(vertically: GTK_ALIGN_CENTER)
            layers.align(vertically: GTK_ALIGN_CENTER)
            layers.expand(horizontally: true)
            runner.addClass("runner")
            runner.hideFromAccessibility()
            runner.onDraw { [weak motion] canvas in Self.draw(canvas, motion?.share) }
            layers.add(runner)
            row.append(layers)
            row.append(label)
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .progress(let fraction, _, let color, let text) = attributes.kind else { return }
            bar.setAccessibleLabel(attributes.spokenName)
            label.text = text ?? ""
            label.isVisible = text != nil
            // The bar has the name of both.
            label.hideFromAccessibility()
            layers.setColor(color, after: self.color)
            self.color = color
            bar.set(fraction ?? 0)
            runner.isVisible = fraction == nil
            motion.isOn = fraction == nil
        }

        /// Draws the moving part, a third of the bar; without motion, it is in the middle.
        private static func draw(_ canvas: Canvas, _ share: Double?) {
            let width = canvas.width / 3
            let place = share.map { (1 - cos($0 * 2 * .pi)) / 2 } ?? 0.5
            let height = min(canvas.height, 6 * Motion.textScale)
            canvas.pill(
                x: (canvas.width - width) * place, y: (canvas.height - height) / 2, width: width, height: height)
        }
    }

    /// A progress as a ring. If the length is unknown, a part of the ring rotates.
    final class CircleBody: NodeBody {
        private let area = DrawingArea(role: GTK_ACCESSIBLE_ROLE_IMG)
        private let layers: Overlay
        private let label = Label()
        private let motion: SteadyMotion
        private var fraction: Double?
        private var color = ContentProgressColor.accent
        var widget: Widget { layers }

        init(_ attributes: NodeAttributes) {
            motion = SteadyMotion(in: area)
            layers = Overlay(area)
            area.addClass("ring")
            layers.align(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
            area.onDraw { [weak self] canvas in self?.draw(canvas) }
            label.addClass("ring-label")
            label.align(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
            label.setLines(1)
            layers.add(label)
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .progress(let fraction, _, let color, let text) = attributes.kind else { return }
            self.fraction = fraction
            label.text = text ?? ""
            label.isVisible = text != nil
            // The ring has the name of both.
            label.hideFromAccessibility()
            // The style sheet has the sizes, which follow the text size.
            area.setClass("ring-with-label", text != nil)
            area.setColor(color, after: self.color)
            self.color = color
            area.setAccessibleLabel(attributes.spokenName)
            motion.isOn = fraction == nil
            area.redraw()
        }

        private func draw(_ canvas: Canvas) {
            let line = 4 * Motion.textScale
            let radius = min(canvas.width, canvas.height) / 2 - line / 2 - 0.5
            canvas.ring(radius: radius, width: line, from: 0, to: 1, opacity: 0.2)
            if let fraction {
                canvas.ring(radius: radius, width: line, from: 0, to: fraction, opacity: 1)
            } else {
                let start = motion.share ?? 0
                canvas.ring(radius: radius, width: line, from: start, to: start + 0.25, opacity: 0.7)
            }
        }
    }

    extension Widget {
        /// Sets the role of the color of progress in place of another one.
        fileprivate func setColor(_ color: ContentProgressColor, after former: ContentProgressColor) {
            removeClass("progress-" + former.rawValue)
            addClass("progress-" + color.rawValue)
        }
    }
#endif
