#if Panel
    internal import CGtk

    /// The arrow keys, which go from card to card; Tab goes from control to control.
    @MainActor enum CardNavigation {
        /// Has a window's keys do so. The closures must not hold the window.
        ///
        /// - Parameters:
        ///   - cards: the cards that can be seen, in order; none when there is something else to be seen.
        ///   - area: what the cards are in; outside of it, the keys are left alone.
        static func listen(
            _ window: Widget, area: Widget, _ cards: @escaping @MainActor () -> [Widget]
        ) {
            window.onKey { [weak window, weak area] press in
                guard let window, let area, area.holdsFocus || window.isWithoutFocus else { return false }
                let cards = cards()
                let current = cards.firstIndex(where: \.holdsFocus)
                let next: Int
                switch press {
                case KeyPress(GDK_KEY_Down), KeyPress(GDK_KEY_KP_Down): next = current.map { $0 + 1 } ?? 0
                case KeyPress(GDK_KEY_Up), KeyPress(GDK_KEY_KP_Up): next = (current ?? cards.count) - 1
                // Tab comes to the first card, and goes on from card to card through what is in them.
                case KeyPress(GDK_KEY_Tab) where current == nil: next = 0
                case KeyPress(GDK_KEY_Home): next = 0
                case KeyPress(GDK_KEY_End): next = cards.count - 1
                default: return false
                }
                // At either end it goes on to what is above or below, as everywhere.
                guard cards.indices.contains(next) else { return false }
                cards[next].takeFocus()
                return true
            }
        }
    }
#endif
