#if Panel
    internal import CGtk
    internal import TodayHost

    /// A progress as a bar.
    final class BarBody: NodeBody {
        private let bar = ProgressBar()
        private var pulses = false
        var widget: Widget { bar }

        init(_ look: NodeLook, in place: NodePlace) {
            bar.align(vertically: GTK_ALIGN_CENTER)
            bar.expand(horizontally: true)
            show(look)
        }

        func show(_ look: NodeLook) {
            guard case .progress(let fraction, _) = look.kind else { return }
            pulses = fraction == nil
            bar.setAccessibleLabel(look.accessibleLabel ?? fraction.spoken)
            if let fraction { bar.set(fraction) } else { startPulsing() }
        }

        private func startPulsing() {
            bar.pulse()
            Callback.eachQuarter(of: bar) { [weak self] in
                guard let self, self.pulses else { return false }
                self.bar.pulse()
                return true
            }
        }
    }

    extension Double? {
        /// How far it has come, for a screen reader.
        fileprivate var spoken: String { map { "\(Int(($0 * 100).rounded()))%" } ?? "In progress" }
    }

    /// A progress as a ring.
    final class CircleBody: NodeBody {
        private let area = DrawingArea(role: GTK_ACCESSIBLE_ROLE_IMG)
        private var fraction: Double?
        var widget: Widget { area }

        init(_ look: NodeLook) {
            area.addClass("ring")
            area.request(width: 32, height: 32)
            area.align(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
            area.onDraw { [weak self] canvas in self?.draw(canvas) }
            show(look)
        }

        func show(_ look: NodeLook) {
            guard case .progress(let fraction, _) = look.kind else { return }
            self.fraction = fraction
            area.setAccessibleLabel(look.accessibleLabel ?? fraction.spoken)
            area.redraw()
        }

        private func draw(_ canvas: Canvas) {
            let radius = min(canvas.width, canvas.height) / 2 - 2.5
            canvas.ring(radius: radius, width: 4, from: 0, to: 1, opacity: 0.2)
            canvas.ring(radius: radius, width: 4, from: 0, to: fraction ?? 0.25, opacity: fraction == nil ? 0.5 : 1)
        }
    }
#endif
