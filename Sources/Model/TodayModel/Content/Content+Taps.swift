package import DBus

/// Taps on content, for its provider.
extension Content {
    /// Returns the first node that calls an action, in the order of the tree.
    package func node(calling action: String) -> Content? {
        if self[.action]?.unwrapped == .string(action) { return self }
        return children.lazy.compactMap { $0.node(calling: action) }.first
    }

    /// Returns the values of a tap on this content, none or one; nil if the tap changes nothing.
    ///
    /// A panel that doesn't know the kind of the node reports no value. A checkbox then gets the opposite state; a slider
    /// and an entry don't change.
    ///
    /// - Parameter reported: The parameter of `InvokeAction`.
    package func values(of action: String, reported: [DBusValue]) -> [DBusValue]? {
        guard reported.isEmpty, let node = node(calling: action) else { return reported }
        switch ContentKind(rawValue: node.kind) {
        case .checkbox: return [.boolean(node[.value]?.unwrapped != .boolean(true))]
        case .slider, .entry: return nil
        default: return reported
        }
    }
}

extension DBusValue {
    /// The value as JSON for the environment of a script. A whole number has no fraction: shells calculate in integers.
    package var scriptJSON: String {
        if case .double(let number) = unwrapped, let whole = Int64(exactly: number) { return "\(whole)" }
        return unwrapped.json()
    }
}
