package import TodayModel

/// One change of a drawn tree. A node is named by the indices that lead to it from the root, whose path is empty.
package enum TreeStep: Hashable, Sendable {
    /// The node has another look of the same shape; what is below it stays.
    case update([Int], NodeLook)
    /// The node and everything below it is another one.
    case replace([Int], DrawnNode)
    /// The node goes, and with it everything below.
    case remove([Int])
    /// A node comes to this place.
    case insert([Int], DrawnNode)
    /// A child of `parent` is taken out, and put where it then has the index `to`.
    case move(parent: [Int], from: Int, to: Int)
}

extension DrawnNode {
    /// What turns this tree into another, step by step: each applies to what the steps before it made. Equal trees
    /// need none.
    ///
    /// A node stays itself when its key among its siblings stays; see ``ChildKey``.
    package func steps(to new: DrawnNode) -> [TreeStep] {
        var steps: [TreeStep] = []
        Self.append(&steps, from: self, to: new, at: [])
        return steps
    }

    private static func append(_ steps: inout [TreeStep], from old: DrawnNode, to new: DrawnNode, at path: [Int]) {
        guard old.look.shape == new.look.shape else {
            steps.append(.replace(path, new))
            return
        }
        if old.look != new.look { steps.append(.update(path, new.look)) }
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
