#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The upper edge of a card: icon, name, a mark of attention, a spinner for work in progress, More or Less, age, and
    /// the button of the menu.
    @MainActor final class CardHeader {
        let widget = Box(GTK_ORIENTATION_HORIZONTAL)

        private let icon = WidgetIcon()
        private let name = Label(role: GTK_ACCESSIBLE_ROLE_HEADING)
        private let badge = Label()
        private let spinner = Spinner(size: 14)
        private let age = Label()
        private let sizeButton = Button("")
        /// Opens the menu of the widget.
        let menu = menuButton("card-menu")
        private var shown: (button: CardSizeButton?, name: String, isSmall: Bool)?

        init() {
            widget.addClass("today-header")
            name.addClass("card-name")
            name.setLines(1)
            name.expand(horizontally: true)
            name.showWholeTextInTooltip()
            badge.addClass("card-badge")
            age.addClass("today-age")
            sizeButton.addClass("card-size")
            sizeButton.setFrame(false)
            icon.widget.addClass("card-icon")
            for part: Widget in [name, badge, age, sizeButton] { part.align(vertically: GTK_ALIGN_BASELINE) }
            spinner.addClass("card-work")
            for part: Widget in [icon.widget, spinner, menu] { part.align(vertically: GTK_ALIGN_CENTER) }
            // The button is before the age, so that the ages of all cards align.
            for part: Widget in [icon.widget, name, badge, spinner, sizeButton, age, menu] { widget.append(part) }
            showWork(nil)
        }

        /// Shows work in progress, with words for screen readers; nil for none.
        func showWork(_ words: String?) {
            spinner.isVisible = words != nil
            spinner.isSpinning = words != nil
            if let words { spinner.setAccessibleLabel(words) }
        }

        /// Returns whether a point of a widget around the header is on it, but not on a button.
        func isHandle(x: Double, y: Double, in other: Widget) -> Bool {
            widget.isAt(x: x, y: y, in: other) && ![sizeButton, menu].contains { $0.isAt(x: x, y: y, in: other) }
        }

        func onSizeButton(_ body: @escaping @MainActor () -> Void) { sizeButton.onPress(body) }

        func show(_ card: CardPresentation, _ button: CardSizeButton?) {
            name.text = card.name
            // A small card has room for its name only, so More is an arrow there.
            show(age: card.isSmall || card.lines.contains { $0.kind == .stale } ? nil : card.age)
            age.setTooltip(card.times)
            icon.show(card.icon, of: card.identifier, named: card.name)
            show(card.badge)
            if shown?.name != card.name { menu.setAccessibleLabel(tr("Menu for {name}", ["name": card.name])) }
            if let shown, shown == (button, card.name, card.isSmall) { return }
            shown = (button, card.name, card.isSmall)
            if button == nil { sizeButton.yieldFocus() }
            sizeButton.isVisible = button != nil
            guard let button else { return }
            if card.isSmall { sizeButton.setIcon("pan-down-symbolic") } else { sizeButton.setLabel(button.label) }
            sizeButton.setAccessibleLabel(button.label(for: card.name))
        }

        /// Shows an age; nil for none, as if a note of the card says it.
        private func show(age text: String?) {
            age.text = text ?? ""
            age.isVisible = text != nil
            // Translators: the age is for example ‘5 min ago’.
            if let text { age.setAccessibleLabel(tr("Updated {age}", ["age": text])) }
        }

        /// Shows the mark of a widget that asks for attention: a dot, and its count.
        private func show(_ mark: CardBadge?) {
            badge.isVisible = mark != nil
            guard let mark else { return }
            badge.text = mark.count.isEmpty ? "●" : "● \(mark.count)"
            badge.setAccessibleLabel(mark.accessibleLabel)
            badge.setClass("card-alert", mark.isAlert)
        }
    }

    extension CardSizeButton {
        /// The text for screen readers.
        fileprivate func label(for name: String) -> String {
            switch self {
            case .expand, .open: tr("More of {name}", ["name": name])
            case .close: tr("Less of {name}", ["name": name])
            }
        }
    }
#endif
