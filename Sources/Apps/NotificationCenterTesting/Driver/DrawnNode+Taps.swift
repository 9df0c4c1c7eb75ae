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
        guard case .action(let name, _)? = node.tap else { return node.tap }
        return switch node.kind {
        // It sends its opposite state.
        case .toggle(_, let value), .checkbox(_, let value): .action(name, parameter: .boolean(!value))
        case .slider: throw TapError(description: "it is a slider, which takes a number: use slide(_:to:)")
        case .entry: throw TapError(description: "it is an entry, which takes a text: use enter(_:in:)")
        default: node.tap
        }
    }

    /// Returns the action of the slider or the entry at the end of this way.
    ///
    /// - Throws: ``TapError`` if it is disabled.
    func inputAction() throws(TapError) -> String {
        guard let node = last, node.isEnabled, case .action(let name, _)? = node.tap else {
            throw TapError(description: "it is disabled")
        }
        return name
    }
}
