import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// App Groups as `busctl`, `gdbus` and Python see them.
@Suite(.serialized) struct GroupToolTests {
    private static let name = "org.todaycenter.Apps1"
    private static let path = "/org/todaycenter/Apps1/group/group_2eorg_2eexample"
    private static let interface = "org.todaycenter.Apps1.Group"

    private static func center() async throws -> TestCenter {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, .sharing(GroupUser.name))
        return test
    }

    private static func busctl(_ test: TestCenter, _ arguments: String...) async throws -> ToolRun.Output {
        try await test.bus.run(["busctl", "--user", "call", name, path, interface] + arguments)
    }

    @Test func aShellLineDoesIt() async throws {
        let test = try await Self.center()
        let set = try await Self.busctl(test, "Set", "a{sv}", "1", "title", "s", "Milk")
        #expect(set.exit == .status(0) && set.output == "", "\(set)")
        #expect(try await Self.busctl(test, "Get", "s", "title").output == "v s \"Milk\"\n")
        #expect(try await Self.busctl(test, "GetAll").output == "a{sv} 1 \"title\" s \"Milk\"\n")
        let refused = try await Self.busctl(test, "Set", "a{sv}", "1", "at", "(ii)", "1", "2")
        #expect(refused.exit == .status(1) && refused.error.contains("values: \"at\": a struct can't be stored"))
        #expect(try await Self.busctl(test, "Remove", "as", "1", "title").exit == .status(0))
        let absent = try await Self.busctl(test, "Get", "s", "title")
        #expect(absent.error.contains("key: \"title\" doesn't exist"))
    }

    @Test func gdbusCallsInItsOwnNotation() async throws {
        let test = try await Self.center()
        func call(_ method: String, _ arguments: String...) async throws -> ToolRun.Output {
            try await test.bus.run(
                [
                    "gdbus", "call", "--session", "--dest", Self.name, "--object-path", Self.path, "--method",
                    "\(Self.interface).\(method)",
                ] + arguments)
        }
        #expect(try await call("Set", "{'a': <[1.5, 2]>, 'b': <{'x': <true>}>}").output == "()\n")
        #expect(try await call("Get", "a").output == "(<[1.5, 2.0]>,)\n")
        #expect(try await call("Get", "b").output == "(<{'x': <true>}>,)\n")
        let tree = try await test.bus.run(["busctl", "--user", "--list", "tree", Self.name]).output
        #expect(
            tree.split(separator: "\n") == [
                "/", "/org", "/org/todaycenter", "/org/todaycenter/Apps1", "/org/todaycenter/Apps1/group",
                Substring(Self.path),
            ])
    }

    @Test func pythonHearsWhatItAskedFor() async throws {
        let test = try await Self.center()
        let user = GroupUser(test.connection)
        try await user.set(["title": .string("Milk")])
        let script = ["/usr/bin/python3", TestCenter.script("group.py"), Self.path]
        let listening = try await test.bus.start(script + ["listen"], with: [:])
        let deaf = try await test.bus.start(script, with: [:])
        // Both have asked before anything is changed.
        try await listening.output { $0 == "all {'title': 'Milk'}\n" }
        try await deaf.output { $0 == "deaf\n" }
        try await user.set([
            "title": .string("Eggs"), "nested": .properties(["list": .variants([.int32(1), .string("x")])]),
        ])
        try await user.remove(["title"])
        try await user.set(["end": .boolean(true)])
        let heard = try await listening.finished()
        #expect(
            heard.output == """
                all {'title': 'Milk'}
                changed ['nested', 'title'] removed []
                changed [] removed ['title']
                changed ['end'] removed []
                nested x

                """, "\(heard)")
        try await test.connection.requestName("org.example.End")
        let unheard = try await deaf.finished()
        #expect(unheard.output == "deaf\nnested x\n", "\(unheard)")
    }
}
