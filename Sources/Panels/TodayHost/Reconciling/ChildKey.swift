package import TodayModel

/// The identity of a node among its siblings, over updates: its `id`, or else its shape and how many of that shape come
/// before it. Sections differ by their labels too, so that an open one stays open when another comes before it.
package struct ChildKey: Hashable, Sendable {
    private var id: String?
    private var shape: NodeShape?
    private var label: String?
    /// The number of siblings before it that are equal so far.
    private var count = 0

    private init(_ attributes: NodeAttributes) {
        id = attributes.id
        if id != nil { return }
        shape = attributes.shape
        if case .section(let label, _) = attributes.kind { self.label = label }
    }

    /// Returns the keys of siblings, which all differ.
    package static func keys(of nodes: [DrawnNode]) -> [ChildKey] {
        var counts: [ChildKey: Int] = [:]
        return nodes.map { node in
            var key = ChildKey(node.attributes)
            let count = counts[key, default: 0]
            counts[key] = count + 1
            key.count = count
            return key
        }
    }
}

/// The part of a look that a panel can't change in place.
package struct NodeShape: Hashable, Sendable {
    package var kind: ContentKind
    /// Whether it is the second form of its kind: a circle among progresses, an icon among images.
    package var isSecondForm = false
    /// Whether a tap on the node itself does something, though its kind isn't a control.
    package var isTappable: Bool
}

extension NodeAttributes {
    /// The part of it that has to stay for a node to be changed in place.
    package var shape: NodeShape {
        var shape = NodeShape(kind: kind.contentKind, isTappable: tap != nil)
        switch kind {
        case .progress(_, .circle, _, _), .image(.icon, _, _, _): shape.isSecondForm = true
        case .button, .toggle, .checkbox, .slider, .entry: shape.isTappable = false
        default: break
        }
        return shape
    }
}
