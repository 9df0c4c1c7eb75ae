#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A text, or the time of a timer or a clock.
    final class TextBody: NodeBody {
        private let label = Label()
        private var classes: Set<String> = []
        var widget: Widget { label }

        private let place: NodePlace

        init(_ attributes: NodeAttributes, in place: NodePlace) {
            self.place = place
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            switch attributes.kind {
            case .text(let text, let style, var color, let lines, let alignment):
                // A row that opens a URL has a chevron instead.
                if attributes.opensURL, place == .column, color == .accent { color = .primary }
                label.setLines(lines)
                label.setText(text, limit: attributes.textRoom ?? TextRoom.limit)
                switch alignment {
                case .leading: label.setAlignment(0, GTK_JUSTIFY_LEFT)
                case .center: label.setAlignment(0.5, GTK_JUSTIFY_CENTER)
                case .trailing: label.setAlignment(1, GTK_JUSTIFY_RIGHT)
                case .fill: label.setAlignment(0, GTK_JUSTIFY_FILL)
                }
                setClasses(["text-" + style.rawValue, "color-" + color.rawValue])
            case .timer(let text, let isClock):
                // Counting doesn't break; the text after the end may.
                label.setLines(isClock ? 1 : 0)
                label.text = text
                // A clock that has a line to itself is the subject of its card.
                setClasses(isClock && (place == .root || place == .column) ? ["timer", "clock"] : ["timer"])
            case .clock(let text):
                label.setLines(1)
                // A date and a time keep their order also between letters from right to left.
                label.text = label.isRightToLeft ? "\u{200E}" + text : text
                setClasses(place == .root || place == .column ? ["timer", "clock"] : ["timer"])
            default: break
            }
        }

        private func setClasses(_ classes: Set<String>) {
            for name in self.classes.subtracting(classes) { label.removeClass(name) }
            for name in classes.subtracting(self.classes) { label.addClass(name) }
            self.classes = classes
        }
    }
#endif
