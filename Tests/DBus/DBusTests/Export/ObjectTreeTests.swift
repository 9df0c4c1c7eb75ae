import DBusTesting
import Testing

@testable import DBus

struct ObjectTreeTests {
    private actor Owner {}

    private func interface(_ name: InterfaceName = "org.example.A") -> BoundInterface<Owner> {
        BoundInterface(Interface<Owner>(name) { SignalDescription(name, "S") }, of: Owner(), isolation: nil)
    }

    private func paths(_ tree: ObjectTree, below path: ObjectPath) -> [String] {
        tree.objects(below: path).map(\.path.rawValue)
    }

    @Test func nodesConnectAnObjectWithTheRoot() {
        var tree = ObjectTree()
        let taken = (tree.add([interface()], at: "/a/b/c"), tree.add([interface("org.example.B")], at: "/a/b/c"))
        #expect(taken == (nil, nil))
        let again = tree.add([interface("org.example.C"), interface()], at: "/a/b/c")
        #expect(again == "org.example.A")
        let twice = tree.add([interface("org.example.D"), interface("org.example.D")], at: "/a/b/x")
        #expect(twice == "org.example.D")
        #expect(tree["/a/b/x"] == nil)
        #expect(tree["/"]?.children == ["a"])
        #expect(tree["/a"]?.children == ["b"])
        #expect(tree["/a/b/c"]?.interfaces.map(\.name) == ["org.example.A", "org.example.B"])
        #expect(tree["/a/b/d"] == nil)
    }

    @Test func removingTakesEmptyNodesAway() {
        var tree = ObjectTree()
        for path in ["/a/b/c", "/a/b/c/d", "/a/x", "/"] as [ObjectPath] { _ = tree.add([interface()], at: path) }
        #expect(tree.remove("/a/b/c").map(\.name) == ["org.example.A"])
        // It is still between others.
        #expect(tree["/a/b/c"]?.interfaces.isEmpty == true)
        #expect(tree.remove("/a/b/c/d").map(\.name) == ["org.example.A"])
        #expect(Set(tree.nodes.keys) == ["/", "/a", "/a/x"])
        #expect(tree["/a"]?.children == ["x"])
        #expect(tree.remove("/a/x").map(\.name) == ["org.example.A"])
        #expect(tree.remove("/a/x").map(\.name) == [])
        #expect(tree.remove("/").map(\.name) == ["org.example.A"])
        #expect(Array(tree.nodes.keys) == ["/"])
        #expect(tree["/"]?.children == [])
    }

    @Test func anObjectGoesWithItsLastInterface() {
        var tree = ObjectTree()
        _ = tree.add([interface(), interface("org.example.B")], at: "/a/b")
        #expect(tree.remove("org.example.C", at: "/a/b") == nil)
        #expect(tree.remove("org.example.A", at: "/a/b")?.name == "org.example.A")
        #expect(tree["/a/b"]?.interfaces.map(\.name) == ["org.example.B"])
        #expect(tree.remove("org.example.B", at: "/a/b")?.name == "org.example.B")
        #expect(Array(tree.nodes.keys) == ["/"])
        #expect(tree.remove("org.example.B", at: "/a/b") == nil)
    }

    @Test func theNearestAncestorManages() {
        var tree = ObjectTree()
        tree.makeManager("/a")
        tree.makeManager("/a/b/c")
        #expect(tree.manager(of: "/a/b/c/d") == "/a/b/c")
        #expect(tree.manager(of: "/a/b/c") == "/a")
        #expect(tree.manager(of: "/a/b/not/there") == "/a")
        #expect(tree.manager(of: "/a") == nil)
        #expect(tree.manager(of: "/ab") == nil)
        tree.makeManager("/")
        #expect(tree.manager(of: "/a") == "/")
        #expect(tree.manager(of: "/") == nil)
        _ = tree.remove("/a/b/c")
        #expect(tree.manager(of: "/a/b/c/d") == "/a")
        #expect(tree["/a/b"] == nil)
    }

    @Test func objectsAreListedInOrder() {
        var tree = ObjectTree()
        for path in ["/b/2", "/a", "/b/10", "/b", "/c/d/e", "/bb"] as [ObjectPath] {
            _ = tree.add([interface()], at: path)
        }
        #expect(paths(tree, below: "/") == ["/a", "/b", "/b/10", "/b/2", "/bb", "/c/d/e"])
        #expect(paths(tree, below: "/b") == ["/b/10", "/b/2"])
        #expect(paths(tree, below: "/no") == [])
    }

    @Test func itAgreesWithASet() {
        var random = SeededRandom(seed: 11)
        var tree = ObjectTree()
        var model: Set<String> = []
        for _ in 0..<3000 {
            let path = ObjectPath(
                unchecked: "/"
                    + (0..<Int.random(in: 1...4, using: &random))
                    .map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }.joined(separator: "/"))
            if Bool.random(using: &random) {
                #expect(added(interface(), at: path, to: &tree) == model.insert(path.rawValue).inserted)
            } else {
                #expect(removed(path, from: &tree) == (model.remove(path.rawValue) == nil ? 0 : 1))
            }
        }
        #expect(Set(paths(tree, below: "/")) == model)
        for path in model { _ = tree.remove(ObjectPath(unchecked: path)) }
        #expect(Array(tree.nodes.keys) == ["/"])
    }

    private func added(_ interface: BoundInterface<Owner>, at path: ObjectPath, to tree: inout ObjectTree) -> Bool {
        tree.add([interface], at: path) == nil
    }

    private func removed(_ path: ObjectPath, from tree: inout ObjectTree) -> Int { tree.remove(path).count }
}
