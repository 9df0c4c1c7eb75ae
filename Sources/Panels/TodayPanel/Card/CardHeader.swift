#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The upper edge of a card: icon, name, a spinner for work in progress, age, and More or Less.
    @MainActor final class CardHeader {
        let widget = Box(GTK_ORIENTATION_HORIZONTAL)

        private let icon = WidgetIcon()
        private let name = Label()
        private let badge = Label()
        private let spinner = Spinner(size: 14)
        private let age = Label()
        private let sizeButton = Button("More")
        private let sizeSlot = Box(GTK_ORIENTATION_HORIZONTAL)
        /// Opens the menu of the widget.
        let menu = menuButton("card-menu")
        private var shown: (button: CardSizeButton?, name: String)?

        init() {
            widget.addClass("card-header")
            name.addClass("card-name")
            name.setLines(1)
            name.expand(horizontally: true)
            badge.addClass("card-badge")
            age.addClass("card-age")
            sizeButton.addClass("card-size")
            sizeButton.setFrame(false)
            sizeButton.align(horizontally: GTK_ALIGN_END)
            sizeButton.expand(horizontally: true)
            icon.widget.addClass("card-icon")
            // Every card has this slot in the same width, so that the ages align.
            sizeSlot.addClass("card-size-slot")
            sizeSlot.append(sizeButton)
            sizeSlot.expand(horizontally: false)
            icon.widget.align(vertically: GTK_ALIGN_CENTER)
            for part: Widget in [name, badge, age, sizeButton, sizeSlot] { part.align(vertically: GTK_ALIGN_BASELINE) }
            spinner.addClass("card-work")
            spinner.align(vertically: GTK_ALIGN_CENTER)
            for part: Widget in [icon.widget, name, badge, spinner, age, sizeSlot, menu] { widget.append(part) }
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

        /// Whether the header has a button.
        var hasSizeButton: Bool { sizeButton.isVisible }

        func show(_ card: CardPresentation, _ button: CardSizeButton?) {
            name.text = card.name
            age.text = card.age ?? ""
            age.isVisible = card.age != nil
            icon.show(card.icon)
            show(card.badge)
            if shown?.name != card.name { menu.setAccessibleLabel("Menu of \(card.name)") }
            if let shown, shown == (button, card.name) { return }
            shown = (button, card.name)
            if button == nil { sizeButton.yieldFocus() }
            sizeButton.isVisible = button != nil
            guard let button else { return }
            sizeButton.setLabel(button.label)
            sizeButton.setAccessibleLabel("\(button.label) of \(card.name)")
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
#endif
