#if Panel
    internal import CTodayGtk

    /// The arrow keys, which go from card to card, and those that update; Tab goes from control to control.
    @MainActor final class CardNavigation {
        /// No key has been pressed since the window was shown. GTK gives the focus to some control then, which the user
        /// has not chosen.
        private var isFresh = true

        /// Has a window's keys do so. The closures must not hold the window.
        ///
        /// - Parameters:
        ///   - area: what the cards are in; outside of it, the keys are left alone.
        ///   - cards: the cards that can be seen, in order; none when there is something else to be seen.
        ///   - update: has the card of an index updated, or all of them.
        init(
            _ window: Widget, area: Scroller, _ cards: @escaping @MainActor () -> [Widget],
            update: @escaping @MainActor (_ card: Int?) -> Void
        ) {
            window.onKey { [weak self, weak window, weak area] press in
                guard let self, let window, let area, !press.isModifier else { return false }
                let cards = cards()
                let current = self.isFresh ? nil : cards.firstIndex(where: \.holdsFocus)
                switch press {
                case KeyPress(GDK_KEY_F5), KeyPress(GDK_KEY_r, control: true), KeyPress(GDK_KEY_R, control: true):
                    if cards.isEmpty { return false }
                    update(current)
                    return true
                default: break
                }
                defer { self.isFresh = false }
                guard self.isFresh || area.holdsFocus || window.isWithoutFocus else { return false }
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
                // What is above the first card has no focus to be scrolled to.
                if next == 0 { _ = area.scroll(by: -area.position) }
                return true
            }
        }

        /// The window has been shown anew.
        func begin() { isFresh = true }
    }
#endif
