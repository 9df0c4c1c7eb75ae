internal import DBus
internal import NotificationCenter

/// Finds what a user taps in a tree: only what is shown at this moment, in this mode.
struct TappableNodes {
    /// A node, with those around it.
    struct Place {
        /// From the root to the node.
        let way: [Content]

        /// What a tap on it does; nil if nothing.
        ///
        /// - Throws: ``TapError`` when it is disabled.
        func target() throws(TapError) -> Target? {
            for node in way.reversed() {
                let parameter = node.attributes[.parameter].flatMap { NCValue($0) }
                guard let target = Target(node, parameter) else { continue }
                if node.flag(.enabled) == false { throw TapError(description: "it is disabled") }
                return target
            }
            return nil
        }
    }

    /// What a tap does.
    enum Target {
        case url(String)
        case action(String, NCValue?)

        fileprivate init?(_ node: Content, _ parameter: NCValue?) {
            if let url = node.text(.url) {
                self = .url(url)
            } else if let action = node.text(.action) {
                let isToggle = ContentKind(rawValue: node.kind) == .toggle
                self = .action(action, isToggle ? .boolean(node.flag(.value) != true) : parameter)
            } else {
                return nil
            }
        }
    }

    private var places: [Place] = []
    private let now: Timestamp
    private let mode: NCWidgetDisplayMode

    init(_ tree: Content, _ now: Timestamp, _ mode: NCWidgetDisplayMode) {
        self.now = now
        self.mode = mode
        collect(tree, [])
    }

    /// The node with an `id`, else the first with a label or a text.
    func find(_ what: String) -> Place? {
        for names in [[ContentAttribute.id], [.label, .text, .accessibleLabel]] {
            for place in places {
                guard let node = place.way.last else { continue }
                if names.contains(where: { node.text($0) == what }) { return place }
            }
        }
        return nil
    }

    private mutating func collect(_ node: Content, _ around: [Content]) {
        guard isShown(node) else { return }
        let way = around + [node]
        places.append(Place(way: way))
        for child in node.children { collect(child, way) }
    }

    private func isShown(_ node: Content) -> Bool {
        if case .array(let modes, _)? = node.attributes[.modes], !modes.contains(.string(mode.rawValue)) {
            return false
        }
        if case .uint64(let moment)? = node.attributes[.showAfter], now.microseconds < moment { return false }
        if case .uint64(let moment)? = node.attributes[.showBefore], now.microseconds >= moment { return false }
        return true
    }
}

extension Content {
    fileprivate func text(_ name: ContentAttribute) -> String? {
        if case .string(let text)? = attributes[name] { text } else { nil }
    }

    fileprivate func flag(_ name: ContentAttribute) -> Bool? {
        if case .boolean(let flag)? = attributes[name] { flag } else { nil }
    }
}
