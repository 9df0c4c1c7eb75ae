package import TodayModel

/// The identity of a node among its siblings across updates: its `id`, otherwise its kind and the number of such nodes
/// before it. The label also identifies a section, so that an expanded section stays expanded when another one comes
/// before it.
package enum ChildKey: Hashable, Sendable {
    /// The second node with the same `id`, which no valid tree has, is 1.
    case id(String, Int)
    case place(NodeShape, Int)
    case section(NodeShape, label: String, Int)

    /// Returns the keys of siblings; each is unique.
    package static func keys(of nodes: [DrawnNode]) -> [ChildKey] {
        var counts: [ChildKey: Int] = [:]
        return nodes.map { node in
            let first: ChildKey =
                switch (node.look.id, node.look.kind) {
                case (let id?, _): .id(id, 0)
                case (nil, .section(let label, _)): .section(node.look.shape, label: label, 0)
                default: .place(node.look.shape, 0)
                }
            let count = counts[first, default: 0]
            counts[first] = count + 1
            return switch first {
            case .id(let id, _): .id(id, count)
            case .place(let shape, _): .place(shape, count)
            case .section(let shape, let label, _): .section(shape, label: label, count)
            }
        }
    }
}

/// The properties of a node whose change makes a panel build its widget again.
package struct NodeShape: Hashable, Sendable {
    /// The kinds that need different toolkit widgets.
    package enum Kind: Hashable, Sendable {
        case column, row, grid, list, text, timer, bar, circle, icon, picture, button, toggle, chart, section, divider,
            spacer
    }

    package var kind: Kind
    /// Whether a tap on the node itself does something although its kind isn't a control.
    package var isTappable: Bool
}

extension NodeLook {
    /// The properties that have to be equal for a node to become this one in place.
    package var shape: NodeShape {
        let kind: NodeShape.Kind =
            switch self.kind {
            case .column: .column
            case .row: .row
            case .grid: .grid
            case .list: .list
            case .text: .text
            case .timer: .timer
            case .progress(_, .bar): .bar
            case .progress(_, .circle): .circle
            case .image(.icon, _, _, _): .icon
            case .image: .picture
            case .button: .button
            case .toggle: .toggle
            case .chart: .chart
            case .section: .section
            case .divider: .divider
            case .spacer: .spacer
            }
        return NodeShape(kind: kind, isTappable: tap != nil && kind != .button && kind != .toggle)
    }
}
