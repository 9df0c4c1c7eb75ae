internal import DBus
internal import NotificationCenter
internal import TodayModel

/// Finds the node for a tap in a tree that is shown.
extension DrawnNode {
    /// Returns the nodes from this one to the one with an `id`, or else to the first with this text, label or
    /// accessibility label.
    func way(to what: String) -> [NodeAttributes]? {
        way { $0.id == what } ?? way { $0.text == what || $0.accessibleLabel == what }
    }

    private func way(where matches: (NodeAttributes) -> Bool) -> [NodeAttributes]? {
        if matches(attributes) { return [attributes] }
        for child in children {
            if let way = child.way(where: matches) { return [attributes] + way }
        }
        return nil
    }
}

extension [NodeAttributes] {
    /// Returns the effect of a tap at the end of this way: the innermost node with a tap counts. Nil if no node has
    /// one.
    ///
    /// - Throws: ``TapError`` if it is disabled.
    func tap() throws(TapError) -> NodeTap? {
        guard let node = last(where: { $0.tap != nil }) else { return nil }
        if !node.isEnabled { throw TapError(description: "it is disabled") }
        // A switch sends its opposite state.
        if case .toggle(_, let value) = node.kind, case .action(let name, _)? = node.tap {
            return .action(name, parameter: .boolean(!value))
        }
        return node.tap
    }
}
