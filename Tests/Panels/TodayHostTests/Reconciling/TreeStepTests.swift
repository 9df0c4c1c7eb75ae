import DBusTesting
import Fuzzing
import Testing
import TodayModel

@testable import TodayHost

@Suite struct TreeStepTests {
    private func text(_ text: String, id: String? = nil) -> DrawnNode {
        var attributes = NodeAttributes(.text(text, style: .body, color: .primary, lines: 0, alignment: .leading))
        attributes.id = id
        return DrawnNode(attributes)
    }

    private func column(_ children: DrawnNode..., id: String? = nil) -> DrawnNode {
        var attributes = NodeAttributes(.column(spacing: 6, alignment: .fill))
        attributes.id = id
        return DrawnNode(attributes, children)
    }

    @Test func equalTreesNeedNothing() {
        let tree = column(text("a"), column(text("b", id: "b")))
        #expect(tree.steps(to: tree).isEmpty)
    }

    @Test func nodesWithoutIdentityChangeInTheirPlace() {
        let new = text("c")
        #expect(column(text("a"), text("b")).steps(to: column(text("a"), text("c"))) == [.update([1], new.attributes)])
        #expect(column(text("a"), text("b")).steps(to: column(text("a"))) == [.remove([1])])
        #expect(column(text("a")).steps(to: column(text("a"), new)) == [.insert([1], new)])
    }

    @Test func kindsAreCountedByThemselves() {
        // The text stays the first of the texts, though a divider comes before it.
        let divider = DrawnNode(NodeAttributes(.divider))
        #expect(column(text("a")).steps(to: column(divider, text("a"))) == [.insert([0], divider)])
        #expect(column(divider, text("a")).steps(to: column(text("a"))) == [.remove([0])])
    }

    /// An unfolded section stays unfolded when another section comes before it.
    @Test func sectionsAreKnownByTheirLabels() {
        func section(_ label: String, id: String? = nil) -> DrawnNode {
            var attributes = NodeAttributes(.section(label: label, isExpanded: false))
            attributes.id = id
            return DrawnNode(attributes)
        }
        let (a, b) = (section("a"), section("b"))
        #expect(column(b).steps(to: column(a, b)) == [.insert([0], a)])
        #expect(column(a, b).steps(to: column(b)) == [.remove([0])])
        #expect(column(a, a).steps(to: column(a)) == [.remove([1])])
        let (three, four) = (section("Inbox (3)", id: "inbox"), section("Inbox (4)", id: "inbox"))
        #expect(column(three).steps(to: column(four)) == [.update([0], four.attributes)])
    }

    @Test func nodesWithIdentityMove() {
        let (a, b, c) = (text("a", id: "a"), text("b", id: "b"), text("c", id: "c"))
        #expect(column(a, b, c).steps(to: column(c, a, b)) == [.move(parent: [], from: 2, to: 0)])
        #expect(column(a, b, c).steps(to: column(b, c, a)) == [.move(parent: [], from: 0, to: 2)])
        let later = text("later", id: "a")
        #expect(
            column(a, b).steps(to: column(b, later)) == [
                .move(parent: [], from: 1, to: 0), .update([1], later.attributes),
            ])
        #expect(column(a, b, c).steps(to: column(b)) == [.remove([2]), .remove([0])])
    }

    @Test func anotherShapeIsAnotherNode() {
        let column = column(text("a", id: "x"))
        let row = DrawnNode(NodeAttributes(.row(spacing: 6, alignment: .fill)), [text("a")])
        #expect(column.steps(to: row) == [.replace([], row)])
        var button = NodeAttributes(.button(label: "a", icon: nil, style: .normal))
        button.id = "x"
        let new = self.column(DrawnNode(button))
        #expect(column.steps(to: new) == [.replace([0], DrawnNode(button))])
        // A text that can be tapped needs something around it.
        var tappable = text("a", id: "x").attributes
        tappable.tap = .url("https://example.org")
        #expect(column.steps(to: self.column(DrawnNode(tappable))) == [.replace([0], DrawnNode(tappable))])
    }

    @Test func stepsReachDeepNodes() {
        let old = column(column(text("a")), column(text("b"), text("c"), id: "inner"))
        let new = column(column(text("b"), text("d"), id: "inner"))
        #expect(old.steps(to: new) == [.remove([0]), .update([0, 1], text("d").attributes)])
    }

    @Test func doubledIdentitiesDoNoHarm() {
        let old = column(text("a", id: "x"), text("b", id: "x"))
        let new = column(text("b", id: "x"), text("c", id: "x"), text("d", id: "x"))
        var tree = ModelTree(old)
        for step in old.steps(to: new) { tree.perform(step) }
        #expect(tree.node == new)
    }

    /// For any trees: the steps lead from one to the other, nodes that keep their key stay the same objects, and every
    /// step does something.
    @Test(.longComputation, arguments: 0..<40) func randomTrees(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let old = DrawnNode.random(depth: 3, &random)
            let new = Bool.random(using: &random) ? .random(depth: 3, &random) : old.changed(&random)
            var tree = ModelTree(old)
            let kept = tree.identities(keptIn: new)
            for step in old.steps(to: new) {
                let before = tree.node
                tree.perform(step)
                #expect(tree.node != before || step.isMove, "\(step) does nothing")
            }
            #expect(tree.node == new)
            #expect(tree.identities(of: new).isSuperset(of: kept))
        }
    }

    /// A control takes its taps itself; any other node becomes one to be tapped.
    @Test func whatIsTappedIsOfAnotherShape() {
        var text = NodeAttributes(.text("a", style: .body, color: .primary, lines: 0, alignment: .leading))
        text.tap = .action("open", parameter: nil)
        #expect(text.shape == NodeShape(kind: .text, isTappable: true))
        var link = NodeAttributes(.button(label: "a", icon: nil, style: .normal))
        link.tap = .url("https://example.org")
        #expect(link.shape == NodeShape(kind: .button, isTappable: false))
    }
}

extension TreeStep {
    /// Moving equal nodes past one another leaves an equal tree.
    fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}

/// A tree whose nodes are numbered, as a panel's widgets are objects.
private struct ModelTree {
    private var attributes: NodeAttributes
    private var number: Int
    private var children: [ModelTree]

    init(_ node: DrawnNode) {
        attributes = node.attributes
        number = Int.random(in: 0...Int.max)
        children = node.children.map { ModelTree($0) }
    }

    var node: DrawnNode { DrawnNode(attributes, children.map(\.node)) }

    mutating func perform(_ step: TreeStep) {
        switch step {
        case .update(let path, let attributes): change(path[...]) { $0.attributes = attributes }
        case .replace(let path, let node): change(path[...]) { $0 = ModelTree(node) }
        case .remove(let path): change(path.dropLast()) { _ = $0.children.remove(at: path[path.count - 1]) }
        case .insert(let path, let node):
            change(path.dropLast()) { $0.children.insert(ModelTree(node), at: path[path.count - 1]) }
        case .move(let parent, let from, let to):
            change(parent[...]) { $0.children.insert($0.children.remove(at: from), at: to) }
        }
    }

    private mutating func change(_ path: ArraySlice<Int>, _ body: (inout ModelTree) -> Void) {
        guard let index = path.first else { return body(&self) }
        children[index].change(path.dropFirst(), body)
    }

    /// The numbers of all nodes.
    func identities(of _: DrawnNode) -> Set<Int> {
        children.reduce(into: [number]) { $0.formUnion($1.identities(of: $1.node)) }
    }

    /// The numbers of the nodes that have to be the same ones in a new tree.
    func identities(keptIn new: DrawnNode) -> Set<Int> {
        guard attributes.shape == new.attributes.shape else { return [] }
        let mine = Dictionary(uniqueKeysWithValues: zip(ChildKey.keys(of: node.children), children))
        return zip(ChildKey.keys(of: new.children), new.children).reduce(into: [number]) { result, child in
            if let former = mine[child.0] { result.formUnion(former.identities(keptIn: child.1)) }
        }
    }
}

extension DrawnNode {
    fileprivate static func random(depth: Int, _ random: inout SeededRandom) -> DrawnNode {
        let isContainer = depth > 0 && Int.random(in: 0..<3, using: &random) > 0
        var attributes: NodeAttributes
        if isContainer {
            attributes = NodeAttributes(
                Bool.random(using: &random)
                    ? .column(spacing: 6, alignment: .fill) : .row(spacing: 2, alignment: .fill))
        } else {
            attributes = NodeAttributes(
                Bool.random(using: &random)
                    ? .timer("\(Int.random(in: 0..<4, using: &random))", isClock: true)
                    : .toggle(label: "a", value: .random(using: &random)))
        }
        if Int.random(in: 0..<2, using: &random) == 0 { attributes.id = "id\(Int.random(in: 0..<6, using: &random))" }
        if !isContainer { return DrawnNode(attributes) }
        return DrawnNode(
            attributes, (0..<Int.random(in: 0..<6, using: &random)).map { _ in .random(depth: depth - 1, &random) })
    }

    /// The same tree with its children in another order here and there.
    fileprivate func changed(_ random: inout SeededRandom) -> DrawnNode {
        var result = self
        result.children = children.map { $0.changed(&random) }
        if Bool.random(using: &random) { result.children.shuffle(using: &random) }
        if !result.children.isEmpty, Int.random(in: 0..<4, using: &random) == 0 { result.children.removeFirst() }
        return result
    }
}
