#if Panel
    internal import CGtk
    internal import TodayHost
    internal import TodayModel
    internal import TodayProtocol

    /// The cards below one another, in the user's order.
    @MainActor final class CardColumn {
        /// Around the cards and between them, in logical pixels.
        static let margin: Int32 = 12

        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: CardColumn.margin)

        private var order: [WidgetIdentifier] = []
        private var cards: [WidgetIdentifier: Card] = [:]
        private var shown: [WidgetIdentifier: WidgetProperties] = [:]
        private weak var delegate: (any CardDelegate)?

        init(_ delegate: any CardDelegate) {
            self.delegate = delegate
            widget.addClass("cards")
        }

        /// The cards' own widgets, in order.
        var cardWidgets: [Widget] { order.compactMap { cards[$0]?.widget } }

        /// The first moment at which time alone changes a card.
        var nextChange: Timestamp? { cards.values.compactMap(\.presentation.nextChange).min() }

        /// Shows widgets, and changes only what has changed.
        func show(_ widgets: [WidgetProperties], now: Timestamp, isLocked: Bool, isAnimated: Bool) {
            guard let delegate else { return }
            let byIdentifier = Dictionary(widgets.map { ($0.identifier, $0) }) { first, _ in first }
            let new = widgets.map(\.identifier)
            for step in OrderStep.steps(from: order, to: new) {
                switch step {
                case .remove(let index):
                    let identifier = order.remove(at: index)
                    if let card = cards.removeValue(forKey: identifier) { takeOut(card, isAnimated) }
                    shown[identifier] = nil
                case .insert(let identifier, let index):
                    guard let properties = byIdentifier[identifier] else { continue }
                    let card = Card(CardPresentation(properties, now: now, isLocked: isLocked), delegate)
                    cards[identifier] = card
                    shown[identifier] = properties
                    widget.insert(card.widget, after: index > 0 ? cards[order[index - 1]]?.widget : nil)
                    order.insert(identifier, at: index)
                    if isAnimated, Motion.isEnabled { Fading.appear(card.widget) }
                case .move(let from, let to):
                    let identifier = order.remove(at: from)
                    order.insert(identifier, at: to)
                    if let card = cards[identifier] {
                        widget.move(card.widget, after: to > 0 ? cards[order[to - 1]]?.widget : nil)
                    }
                }
            }
            for (identifier, properties) in byIdentifier {
                guard let card = cards[identifier] else { continue }
                if shown[identifier] == properties, !isDue(card, now), isLocked == wasLocked { continue }
                shown[identifier] = properties
                card.show(
                    CardPresentation(properties, now: now, isLocked: isLocked), isAnimated: isAnimated)
            }
            wasLocked = isLocked
        }

        private var wasLocked = false

        private func isDue(_ card: Card, _ now: Timestamp) -> Bool {
            card.presentation.nextChange.map { $0 <= now } ?? false
        }

        private func takeOut(_ card: Card, _ isAnimated: Bool) {
            guard isAnimated, Motion.isEnabled else { return widget.remove(card.widget) }
            Fading.disappear(card.widget) { [weak self] in self?.widget.remove(card.widget) }
        }

        /// Shows what time alone has changed.
        func tick(now: Timestamp, isLocked: Bool) {
            for (identifier, card) in cards where isDue(card, now) {
                guard let properties = shown[identifier] else { continue }
                card.show(CardPresentation(properties, now: now, isLocked: isLocked), isAnimated: true)
            }
        }
    }
#endif
