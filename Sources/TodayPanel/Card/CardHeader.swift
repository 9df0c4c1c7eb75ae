#if Panel
    internal import CGtk
    internal import TodayHost

    /// The upper edge of a card: icon, name, age, and More or Less.
    @MainActor final class CardHeader {
        let widget = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)

        private let icon = Icon(size: 18)
        private let name = Label()
        private let age = Label()
        private let sizeButton = Button("More")
        private var shown: (icon: String?, button: CardSizeButton?)?

        init() {
            widget.addClass("card-header")
            name.addClass("card-name")
            name.setLines(1)
            name.expand(horizontally: true)
            age.addClass("card-age")
            sizeButton.addClass("card-size")
            sizeButton.setFrame(false)
            sizeButton.align(vertically: GTK_ALIGN_CENTER)
            icon.hideFromAccessibility()
            for part: Widget in [icon, name, age, sizeButton] { widget.append(part) }
        }

        func onSizeButton(_ body: @escaping @MainActor () -> Void) { sizeButton.onPress(body) }

        func show(_ card: CardPresentation, _ button: CardSizeButton?) {
            name.text = card.name
            age.text = card.age ?? ""
            age.isVisible = card.age != nil
            if let shown, shown == (card.icon, button) { return }
            shown = (card.icon, button)
            icon.set(card.icon ?? "application-x-addon-symbolic")
            icon.setClass("card-icon-missing", card.icon == nil)
            if button == nil { sizeButton.yieldFocus() }
            sizeButton.isVisible = button != nil
            if let button { sizeButton.setLabel(button.label) }
        }
    }
#endif
