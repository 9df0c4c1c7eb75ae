#if Panel
    internal import CGtk
    internal import TodayHost

    /// A text, or the time of a timer.
    final class TextBody: NodeBody {
        private let label = Label()
        private var classes: Set<String> = []
        var widget: Widget { label }

        init(_ look: NodeLook) { show(look) }

        func show(_ look: NodeLook) {
            switch look.kind {
            case .text(let text, let style, let color, let lines, let alignment):
                label.setLines(lines)
                if lines == 0 { label.wrap() }
                label.text = text
                switch alignment {
                case .leading: label.setAlignment(0, GTK_JUSTIFY_LEFT)
                case .center: label.setAlignment(0.5, GTK_JUSTIFY_CENTER)
                case .trailing: label.setAlignment(1, GTK_JUSTIFY_RIGHT)
                case .fill: label.setAlignment(0, GTK_JUSTIFY_FILL)
                }
                take(["text-" + style.rawValue, "color-" + color.rawValue])
            case .timer(let text):
                label.text = text
                take(["timer"])
            default: break
            }
        }

        private func take(_ classes: Set<String>) {
            for name in self.classes.subtracting(classes) { label.removeClass(name) }
            for name in classes.subtracting(self.classes) { label.addClass(name) }
            self.classes = classes
        }
    }
#endif
