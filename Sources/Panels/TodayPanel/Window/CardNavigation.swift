#if Panel
    internal import CTodayGtk

    /// The effect of a key on a card.
    enum CardCommand {
        case update, copy, moveUp, moveDown, remove
    }

    /// The keys of the panel: arrow keys go from card to card, other keys act on a card; Tab goes from control to
    /// control.
    @MainActor final class CardNavigation {
        /// Whether no key has been pressed since the window was shown. GTK then gives the focus to a control that the
        /// user hasn't chosen.
        private var isFresh = true

        /// Handles the keys of a window. The closures must not hold the window.
        ///
        /// - Parameters:
        ///   - area: the area of the cards; keys outside of it are ignored.
        ///   - cards: returns the visible cards, in order; empty if another page is visible.
        ///   - perform: performs a command on the card of an index, or updates all cards.
        init(
            _ window: Widget, area: Scroller, _ cards: @escaping @MainActor () -> [Widget],
            perform: @escaping @MainActor (_ command: CardCommand, _ card: Int?) -> Void
        ) {
            window.onKey { [weak self, weak window, weak area] press in
                guard let self, let window, let area, !press.isModifier else { return false }
                let cards = cards()
                let current = self.isFresh ? nil : cards.firstIndex(where: \.holdsFocus)
                if let command = Self.command(press, isOnInput: window.isFocusOnInput || window.hasSelection) {
                    if cards.isEmpty || current == nil && command != .update { return false }
                    perform(command, current)
                    return true
                }
                defer { self.isFresh = false }
                let isInArea = self.isFresh || area.holdsFocus || window.isWithoutFocus
                let next: Int
                switch press {
                case KeyPress(GDK_KEY_Down) where isInArea, KeyPress(GDK_KEY_KP_Down) where isInArea:
                    next = current.map { $0 + 1 } ?? 0
                // From the controls below the cards, it goes to the last card.
                case KeyPress(GDK_KEY_Up), KeyPress(GDK_KEY_KP_Up): next = (current ?? cards.count) - 1
                // Tab goes to the first card, then through the controls of each card.
                case KeyPress(GDK_KEY_Tab) where isInArea && current == nil: next = 0
                case KeyPress(GDK_KEY_Home) where !window.isFocusOnInput: next = 0
                case KeyPress(GDK_KEY_End) where !window.isFocusOnInput: next = cards.count - 1
                case KeyPress(GDK_KEY_Page_Down): next = Self.page(area, cards, down: true)
                case KeyPress(GDK_KEY_Page_Up): next = Self.page(area, cards, down: false)
                default: return false
                }
                // At either end, the key goes to the controls above or below, as elsewhere.
                guard cards.indices.contains(next) else { return false }
                cards[next].grabFocus()
                // The content above the first card can't have the focus, so the focus doesn't scroll to it.
                if next == 0 { _ = area.scroll(by: -area.position) }
                return true
            }
        }

        /// - Parameter isOnInput: whether the focus is on something that needs the keys for text itself.
        private static func command(_ press: KeyPress, isOnInput: Bool) -> CardCommand? {
            switch press {
            case KeyPress(GDK_KEY_F5), KeyPress(GDK_KEY_r, control: true), KeyPress(GDK_KEY_R, control: true): .update
            case KeyPress(GDK_KEY_c, control: true) where !isOnInput: .copy
            case KeyPress(GDK_KEY_Delete) where !isOnInput, KeyPress(GDK_KEY_KP_Delete) where !isOnInput: .remove
            case KeyPress(GDK_KEY_Up, alt: true), KeyPress(GDK_KEY_KP_Up, alt: true): .moveUp
            case KeyPress(GDK_KEY_Down, alt: true), KeyPress(GDK_KEY_KP_Down, alt: true): .moveDown
            default: nil
            }
        }

        /// Scrolls by a page. Returns the first card that begins there; at the end, the last one.
        private static func page(_ area: Scroller, _ cards: [Widget], down: Bool) -> Int {
            // A line stays visible.
            let distance = area.size.height * 0.9
            guard area.scroll(by: down ? distance : -distance) else { return down ? cards.count - 1 : 0 }
            return cards.firstIndex { area.place(of: $0)?.top ?? 0 >= area.position } ?? cards.count - 1
        }

        /// Starts again when the window is shown.
        func begin() { isFresh = true }
    }
#endif
