#if Panel
    internal import DBus
    internal import TodayModel

    /// The link from the nodes of a card to the card.
    @MainActor final class NodeContext {
        /// Reports a tap. The closure `ended` is called when the tap has been answered, with true, or refused.
        var tap:
            (
                _ attributes: NodeAttributes, _ parameter: DBusValue?, _ ended: @escaping @MainActor (Bool) -> Void
            ) -> Void = { _, _, ended in ended(false) }
        /// Called when the user has asked for more or fewer rows of a list, or opened or closed a section.
        var listChanged: (_ isOpen: Bool) -> Void = { _ in }
        /// Called when a node that has faded out is about to release its room.
        var roomChanges: () -> Void = {}
        /// Whether changes are animated: not during the first drawing.
        var isAnimated = false

        /// Reports a tap on a node that doesn't need the answer.
        func tap(_ attributes: NodeAttributes) { tap(attributes, nil) { _ in } }
    }
#endif
