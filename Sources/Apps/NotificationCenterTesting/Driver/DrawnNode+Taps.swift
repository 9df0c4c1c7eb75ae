internal import DBus
internal import NotificationCenter
internal import TodayModel

/// What a user taps in a tree that is shown.
extension DrawnNode {
    /// From this node to the one with an `id`, else to the first that has a text or label, or says so to those who listen.
    func way(to what: String) -> [NodeLook]? {
        way { $0.id == what } ?? way { $0.text == what || $0.accessibleLabel == what }
    }

    private func way(where isMeant: (NodeLook) -> Bool) -> [NodeLook]? {
        if isMeant(look) { return [look] }
        for child in children {
            if let way = child.way(where: isMeant) { return [look] + way }
        }
        return nil
    }
}

extension [NodeLook] {
    /// What a tap at the end of this way does: the innermost node that can be tapped is meant. Nil if there is none.
    ///
    /// - Throws: ``TapError`` when it is disabled.
    func tap() throws(TapError) -> NodeTap? {
        guard let node = last(where: { $0.tap != nil }) else { return nil }
        if !node.isEnabled { throw TapError(description: "it is disabled") }
        // A switch sends its other state.
        if case .toggle(_, let value) = node.kind, case .action(let name, _)? = node.tap {
            return .action(name, parameter: .boolean(!value))
        }
        return node.tap
    }
}
