package import TodayModel

/// One change of a drawn tree. A node is addressed by the indices from the root to it; the path of the root is empty.
package enum TreeStep: Hashable, Sendable {
    /// Gives the node another look of the same shape; its children stay.
    case update([Int], NodeAttributes)
    /// Replaces the node and all nodes below it.
    case replace([Int], DrawnNode)
    /// Removes the node and all nodes below it.
    case remove([Int])
    /// Inserts a node at this path.
    case insert([Int], DrawnNode)
    /// Removes a child of `parent` and inserts it again, so that it then has the index `to`.
    case move(parent: [Int], from: Int, to: Int)
}

extension DrawnNode {
    /// Returns the steps from this tree to another; each applies to the result of the steps before it. Equal trees need
    /// none.
    ///
    /// A node keeps its identity if its key among its siblings stays; see ``ChildKey``.
    package func steps(to new: DrawnNode) -> [TreeStep] {
        var steps: [TreeStep] = []
        Self.append(&steps, from: self, to: new, at: [])
        return steps
    }

    private static func append(_ steps: inout [TreeStep], from old: DrawnNode, to new: DrawnNode, at path: [Int]) {
        guard old.attributes.shape == new.attributes.shape else {
            steps.append(.replace(path, new))
            return
        }
        if old.attributes != new.attributes { steps.append(.update(path, new.attributes)) }
        if old.children == new.children { return }
        let oldKeys = ChildKey.keys(of: old.children)
        let newKeys = ChildKey.keys(of: new.children)
        let newNodes = Dictionary(uniqueKeysWithValues: zip(newKeys, new.children))
        for step in OrderStep.steps(from: oldKeys, to: newKeys) {
            switch step {
            case .remove(let index): steps.append(.remove(path + [index]))
            case .insert(let key, let index):
                if let node = newNodes[key] { steps.append(.insert(path + [index], node)) }
            case .move(let from, let to): steps.append(.move(parent: path, from: from, to: to))
            }
        }
        let oldNodes = Dictionary(uniqueKeysWithValues: zip(oldKeys, old.children))
        for (index, key) in newKeys.enumerated() {
            guard let former = oldNodes[key] else { continue }
            append(&steps, from: former, to: new.children[index], at: path + [index])
        }
    }
}
