#if Panel
    internal import DBus
    internal import TodayModel

    /// What the nodes of one card need of it.
    @MainActor final class NodeContext {
        /// Reports a tap. The closure given is called when it has been answered, or refused.
        var tap: (_ look: NodeLook, _ parameter: DBusValue?, _ ended: @escaping @MainActor () -> Void) -> Void = {
            _, _, ended in ended()
        }
        /// Called when the user has asked for more rows of a list or for what is in a section, or for less of it.
        var listChanged: (_ isOpen: Bool) -> Void = { _ in }
        /// Called when a node that faded is about to give up its room.
        var roomChanges: () -> Void = {}
        /// Whether what changes now should be seen to change: not while it is first drawn.
        var isAnimated = false

        /// Reports a tap on a node whose end does not matter to it.
        func tap(_ look: NodeLook) { tap(look, nil) {} }
    }
#endif
