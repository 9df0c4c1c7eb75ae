import DBus
import DBusTesting
import Testing

struct ObjectPathTests {
    /// The expected elements are those of `sd_bus_path_encode`.
    @Test(arguments: [
        ("", "_"), ("a", "a"), ("foo", "foo"), ("1a", "_31a"), ("a1", "a1"), ("_", "_5f"), ("a.b", "a_2eb"),
        ("é", "_c3_a9"), ("a b/c", "a_20b_2fc"), ("\0", "_00"), ("Z9_", "Z9_5f"),
    ])
    func anElementIsEscaped(_ element: String, _ escaped: String) {
        let path = ObjectPath.root.appending(escaping: element)
        #expect(path.rawValue == "/" + escaped)
        #expect(ObjectPath.fault(in: path.rawValue) == nil)
        #expect((("/org/x") as ObjectPath).appending(escaping: element).rawValue == "/org/x/" + escaped)
    }

    @Test func escapedElementsStayApart() {
        var random = SeededRandom(seed: 2)
        let alphabet = Array("ab1_. -é")
        var sources: [String: String] = [:]
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "a"
                })
            let path = ObjectPath.root.appending(escaping: text).rawValue
            #expect(ObjectPath.fault(in: path) == nil)
            #expect(sources.updateValue(text, forKey: path) ?? text == text)
        }
    }

    @Test(
        arguments: [
            ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/", true), ("/a/b", "/a/b", false), ("/", "/", false),
            ("/ab", "/a", false), ("/a", "/a/b", false), ("/b/a", "/a", false), ("/ab/c", "/a", false),
        ] as [(ObjectPath, ObjectPath, Bool)])
    func descendants(_ path: ObjectPath, _ ancestor: ObjectPath, _ expected: Bool) {
        #expect(path.isDescendant(of: ancestor) == expected)
    }

    @Test func parentsAndLastElements() {
        let path: ObjectPath = "/a/bc/d"
        #expect(path.parent == "/a/bc")
        #expect(path.parent?.parent == "/a")
        #expect(path.parent?.parent?.parent == .root)
        #expect(ObjectPath.root.parent == nil)
        #expect(path.lastElement == "d")
        #expect(ObjectPath.root.lastElement == "")
    }
}
