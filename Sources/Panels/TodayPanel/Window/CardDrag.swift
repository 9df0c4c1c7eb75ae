#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// A drag of a card by its header: the card follows the pointer, and the others make room.
    @MainActor final class CardDrag {
        /// Called when the drag begins.
        var onBegin: () -> Void = {}
        /// Called when the drag ends, with the former place of the card and its new one; with equal places if nothing
        /// changes.
        var onEnd: (_ from: Int, _ to: Int) -> Void = { _, _ in }
        /// Whether a card is being dragged.
        var isActive: Bool { dragged != nil }

        private let box: CardBox
        private let scroller: Scroller
        private let dragScroller: DragScroller
        private let cards: @MainActor () -> [Card]
        private var gesture: DragGesture?
        private var dragged: (card: Card, from: Int, to: Int, grip: (x: Double, y: Double))?
        /// The pointer in the scroller.
        private var pointer = (x: 0.0, y: 0.0)

        /// - Parameter cards: returns the cards, in the order of the box.
        init(in box: CardBox, _ scroller: Scroller, _ cards: @escaping @MainActor () -> [Card]) {
            (self.box, self.scroller, self.cards) = (box, scroller, cards)
            dragScroller = DragScroller(scroller)
            gesture = DragGesture(
                on: box, threshold: 8, begin: { [weak self] in self?.begin($0, $1) ?? false },
                move: { [weak self] in self?.move($0, $1) }, end: { [weak self] in self?.end($0) })
            dragScroller.onScroll = { [weak self] in self?.follow() }
        }

        /// Cancels the drag. Returns whether there was one.
        func cancel() -> Bool { gesture?.cancel { end($0) } ?? false }

        private func begin(_ x: Double, _ y: Double) -> Bool {
            let cards = cards()
            guard let index = cards.firstIndex(where: { $0.isHandle(x: x, y: y, in: box) }),
                let place = box.place(of: cards[index].widget)
            else { return false }
            dragged = (cards[index], index, index, (x - Double(place.x), y - Double(place.y)))
            cards[index].widget.addClass("dragged")
            onBegin()
            return true
        }

        private func move(_ x: Double, _ y: Double) {
            guard let place = box.place(x: x, y: y, in: scroller) else { return }
            pointer = place
            follow()
            dragScroller.pointer(atX: place.x, y: place.y)
        }

        /// Puts the card under the pointer, also after the cards have moved below it.
        private func follow() {
            guard let dragged, let place = scroller.place(x: pointer.x, y: pointer.y, in: box) else { return }
            box.setDragged(dragged.card.widget, x: place.x - dragged.grip.x, y: place.y - dragged.grip.y)
            var order = cards().filter { $0 !== dragged.card }
            let places = order.compactMap { box.place(of: $0.widget) }
            guard places.count == order.count,
                let to = CardPlacement.index(atX: place.x, y: place.y, among: places), to != dragged.to
            else { return }
            self.dragged?.to = to
            order.insert(dragged.card, at: to)
            box.move(dragged.card.widget, after: to > 0 ? order[to - 1].widget : nil)
        }

        private func end(_ isCompleted: Bool) {
            guard let (card, from, to, _) = dragged else { return }
            dragged = nil
            dragScroller.stop()
            card.widget.removeClass("dragged")
            box.setDragged(nil)
            onEnd(from, isCompleted ? to : from)
        }
    }
#endif
