#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The cards one below the other, in the user's order.
    ///
    /// Creating and updating cards takes time, so it is done in portions between frames. The first portion is done
    /// immediately, the others when the loop has nothing more urgent to do.
    @MainActor final class CardColumn {
        /// The space around and between the cards, in logical pixels.
        static let margin: Int32 = 12

        let widget = CardBox(spacing: CardColumn.margin)
        /// Called after each later portion of cards.
        var onPortion: () -> Void = {}
        /// Called when the user opens the app of a card.
        var onOpenApp: (WidgetIdentifier) -> Void = { _ in }
        /// Called when the user opens the menu of a card.
        var onMenu: (CardPresentation, MenuAnchor) -> Void = { _, _ in }

        /// Called when the user has dragged a card to another place among the cards.
        var onMove: (_ identifier: WidgetIdentifier, _ place: Int) -> Void = { _, _ in }

        private var drag: CardDrag?
        /// The widgets that came while a card was dragged.
        private var delayed: (widgets: [WidgetProperties], isLocked: Bool)?
        /// The widgets to show, and their order.
        private var wanted: [WidgetIdentifier: WidgetProperties] = [:]
        private var wantedOrder: [WidgetIdentifier] = []
        /// The existing cards, in that order.
        private var order: [WidgetIdentifier] = []
        private var cards: [WidgetIdentifier: Card] = [:]
        private var shown: [WidgetIdentifier: WidgetProperties] = [:]
        private(set) var isLocked = false
        /// The widget whose card gets the focus as soon as it exists.
        private var awaited: WidgetIdentifier?
        private var work = CardWork()
        private var isWorking = false
        private weak var delegate: (any CardDelegate)?

        /// In µs: a quarter of a frame, because the changes of a frame are laid out and drawn in the same frame.
        private static let portion: gint64 = 4000

        init(_ delegate: any CardDelegate) {
            self.delegate = delegate
            widget.addClass("cards")
        }

        /// Lets the user drag the cards.
        func makeDraggable(in scroller: Scroller) {
            let drag = CardDrag(in: widget, scroller) { [weak self] in
                guard let self else { return [] }
                return self.order.compactMap { self.cards[$0] }
            }
            drag.onEnd = { [weak self] from, to in self?.finishDrag(from, to) }
            self.drag = drag
        }

        private func finishDrag(_ from: Int, _ to: Int) {
            if from != to {
                let identifier = order.remove(at: from)
                order.insert(identifier, at: to)
                onMove(identifier, to)
            }
            guard let delayed else { return }
            self.delayed = nil
            show(delayed.widgets, isLocked: delayed.isLocked, isAnimated: true)
        }

        /// Cancels the drag of a card. Returns whether there was one.
        func cancelDrag() -> Bool { drag?.cancel() ?? false }

        /// The cards' own widgets, in order.
        var cardWidgets: [Widget] { order.compactMap { cards[$0]?.widget } }

        /// The widgets of ``cardWidgets``.
        var identifiers: [WidgetIdentifier] { order.filter { cards[$0] != nil } }

        /// Updates all widgets.
        func updateAll() { for card in cards.values { card.update() } }

        /// Updates one widget.
        func update(_ identifier: WidgetIdentifier) { cards[identifier]?.update() }

        /// Shows on a card why a request failed.
        func report(_ problem: String, on identifier: WidgetIdentifier) {
            cards[identifier]?.report(Refusal(problem))
        }

        /// Gives the focus to a card. Returns false if the card doesn't exist.
        func focus(_ identifier: WidgetIdentifier) -> Bool {
            cards[identifier]?.widget.grabFocus()
            return cards[identifier] != nil
        }

        /// Gives the focus to a card, now or as soon as it exists.
        func focusWhenShown(_ identifier: WidgetIdentifier) { awaited = focus(identifier) ? nil : identifier }

        /// Forgets the card that is to get the focus.
        func forgetFocus() { awaited = nil }

        /// The first moment at which time alone changes a card.
        var nextChange: Timestamp? { cards.values.compactMap(\.presentation.nextChange).min() }

        /// Shows widgets and updates only the cards that have changed.
        func show(_ widgets: [WidgetProperties], isLocked: Bool, isAnimated: Bool) {
            // A column that moves under the pointer is hard to hit, so it is updated when the drag ends.
            if drag?.isActive == true, isLocked == self.isLocked {
                delayed = (widgets, isLocked)
                return
            }
            _ = cancelDrag()
            wanted = Dictionary(widgets.map { ($0.identifier, $0) }) { first, _ in first }
            wantedOrder = widgets.map(\.identifier)
            arrange(isAnimated: isAnimated)
            let now = WallClock.now
            // Hiding private content doesn't wait for a portion.
            if isLocked, !self.isLocked {
                self.isLocked = true
                for identifier in order { refresh(identifier, now, isAnimated: false) }
            }
            for identifier in wantedOrder {
                guard let card = cards[identifier], shown[identifier] == wanted[identifier], !isDue(card, now),
                    isLocked == self.isLocked
                else {
                    work.add(identifier, isAnimated: isAnimated)
                    continue
                }
            }
            self.isLocked = isLocked
            doWork()
        }

        /// Reveals the element with the focus after the focus has moved.
        func revealFocus() { for card in cards.values { card.revealFocus() } }

        /// Removes refusals when the user looks away.
        func clearRefusals() { for card in cards.values { card.clearRefusal() } }

        /// Shows the changes that time alone has made.
        func tick(now: Timestamp) {
            for identifier in order {
                if let card = cards[identifier], isDue(card, now) { work.add(identifier, isAnimated: true) }
            }
            doWork()
        }

        /// Shows all cards at this moment after the clock or the time zone was set.
        func followClock() {
            for identifier in order { work.add(identifier, isAnimated: false) }
            doWork()
        }

        private func isDue(_ card: Card, _ now: Timestamp) -> Bool {
            card.presentation.nextChange.map { $0 <= now } ?? false
        }

        /// Removes and moves existing cards.
        private func arrange(isAnimated: Bool) {
            let target = wantedOrder.filter { cards[$0] != nil }
            for step in OrderStep.steps(from: order, to: target) {
                switch step {
                case .remove(let index):
                    let identifier = order.remove(at: index)
                    if let card = cards.removeValue(forKey: identifier) {
                        if card.widget.holdsFocus { neighbor(at: index)?.grabFocus() }
                        remove(card, isAnimated)
                    }
                    shown[identifier] = nil
                case .insert: break  // New cards are created later.
                case .move(let from, let to):
                    let identifier = order.remove(at: from)
                    order.insert(identifier, at: to)
                    if let card = cards[identifier] {
                        widget.move(card.widget, after: to > 0 ? cards[order[to - 1]]?.widget : nil)
                    }
                }
            }
        }

        /// Returns the card that takes the place of a removed one; the last card if the removed one was the last.
        private func neighbor(at index: Int) -> Widget? {
            let widgets = cardWidgets
            return widgets.isEmpty ? nil : widgets[min(index, widgets.count - 1)]
        }

        private func remove(_ card: Card, _ isAnimated: Bool) {
            guard isAnimated, Motion.isEnabled else { return widget.remove(card.widget) }
            Fading.disappear(card.widget) { [weak self] in self?.widget.remove(card.widget) }
        }

        // MARK: Portions

        /// Works on the waiting cards: some now, and the others when the loop is idle.
        private func doWork() {
            if isWorking { return }
            doPortion()
            isWorking = !work.isEmpty
            guard isWorking else { return }
            Callback.whenIdle { [weak self] in
                guard let self else { return false }
                self.doPortion()
                self.isWorking = !self.work.isEmpty
                self.onPortion()
                return self.isWorking
            }
        }

        private func doPortion() {
            let end = g_get_monotonic_time() + Self.portion
            let now = WallClock.now
            while let item = work.next() {
                if cards[item.identifier] != nil {
                    refresh(item.identifier, now, isAnimated: item.isAnimated)
                } else {
                    make(item.identifier, now, isAnimated: item.isAnimated)
                }
                if g_get_monotonic_time() >= end { break }
            }
        }

        private func refresh(_ identifier: WidgetIdentifier, _ now: Timestamp, isAnimated: Bool) {
            guard let properties = wanted[identifier], let card = cards[identifier] else { return }
            shown[identifier] = properties
            card.show(CardPresentation(properties, now: now, isLocked: isLocked), isAnimated: isAnimated)
            widget.setSmall(card.widget, card.presentation.isSmall)
        }

        private func make(_ identifier: WidgetIdentifier, _ now: Timestamp, isAnimated: Bool) {
            guard let delegate, let properties = wanted[identifier] else { return }
            let card = Card(CardPresentation(properties, now: now, isLocked: isLocked), delegate)
            card.onOpenApp = { [weak self] in self?.onOpenApp(identifier) }
            card.onMenu = { [weak self, weak card] anchor in
                if let card { self?.onMenu(card.presentation, anchor) }
            }
            cards[identifier] = card
            shown[identifier] = properties
            let place = wantedOrder.prefix { $0 != identifier }.last { cards[$0] != nil }
            widget.insert(card.widget, after: place.flatMap { cards[$0]?.widget })
            widget.setSmall(card.widget, card.presentation.isSmall)
            order.insert(identifier, at: place.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            if isAnimated, Motion.isEnabled { Fading.appear(card.widget) }
            if identifier == awaited {
                awaited = nil
                // The focus scrolls the card into view, after the layout has placed it.
                Callback.once(afterMilliseconds: 20) { [weak card] in card?.widget.grabFocus() }
            }
        }
    }
#endif
