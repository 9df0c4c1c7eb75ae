import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The center as `busctl` sees it.
@Suite(.serialized) struct BusctlTests {
    private static let center = [
        "org.todaycenter.NotificationCenter1", "/org/todaycenter/NotificationCenter1",
        "org.todaycenter.NotificationCenter1",
    ]

    /// Calls a method of the center.
    private static func call(_ test: TestCenter, _ arguments: String...) async throws -> ToolRun.Output {
        try await test.bus.run(["busctl", "--user", "call"] + center + arguments)
    }

    @Test func aShellLineDoesIt() async throws {
        let test = try await TestCenter.start()
        let registered = try await Self.call(test, "RegisterWidget", "sa{sv}", "org.example.A", "1", "Name", "s", "A b")
        #expect(registered.output == "o \"/org/todaycenter/NotificationCenter1/widget/org_2eexample_2eA\"\n")
        let updated = try await Self.call(
            test, "UpdateWidget", "sa{sv}", "org.example.A", "2", "Content", "s", "{\"kind\":\"text\",\"text\":\"hi\"}",
            "NextUpdate", "i", "5")
        #expect(updated.output == "t 1\n")
        let content = try await test.bus.run([
            "busctl", "--user", "get-property", Self.center[0], Self.center[1] + "/widget/org_2eexample_2eA",
            Self.center[2] + ".Widget", "Content",
        ])
        #expect(content.output == "(sa{sv}av) \"text\" 1 \"text\" s \"hi\" 0\n")
        #expect(try await Self.call(test, "SetHasContent", "sb", "org.example.A", "false").exit == .status(0))
        let today = try await test.bus.run(
            ["busctl", "--user", "get-property"] + Self.center + ["Today", "Arrangement"])
        #expect(today.output == "as 0\nas 1 \"org.example.A\"\n")
        #expect(try await Self.call(test, "PerformUpdate", "s", "org.example.A").output == "s \"no-data\"\n")
        #expect(try await Self.call(test, "Arrange", "asa{sv}", "0", "0").exit == .status(0))
        #expect(try await Self.call(test, "UnregisterWidget", "s", "org.example.A").exit == .status(0))
    }

    @Test func aRefusalReadsWell() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let refused = try await Self.call(
            test, "UpdateWidget", "sa{sv}", "org.example.A", "1", "Content", "s",
            "{\"kind\":\"column\",\"children\":[{\"kind\":\"progress\",\"value\":1.5}]}")
        #expect(refused.exit == .status(1) && refused.output == "")
        #expect(refused.error.contains("Content.children[0].value: 1.5 is outside 0…1"))
    }

    @Test func theTreeAndTheMembersAreThere() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let tree = try await test.bus.run(["busctl", "--user", "--list", "tree", Self.center[0]]).output
        #expect(
            tree.split(separator: "\n") == [
                "/", "/org", "/org/todaycenter", "/org/todaycenter/NotificationCenter1",
                "/org/todaycenter/NotificationCenter1/widget",
                "/org/todaycenter/NotificationCenter1/widget/org_2eexample_2eA",
            ])
        let members = try await test.bus.run(["busctl", "--user", "introspect", Self.center[0], Self.center[1]]).output
        let rows = Set(members.split(separator: "\n").map { $0.split(separator: " ").prefix(4).joined(separator: " ") })
        for row in [
            ".RegisterWidget method sa{sv} o", ".UnregisterWidget method s -", ".UpdateWidget method sa{sv} t",
            ".SetHasContent method sb -", ".PerformUpdate method s s", ".OpenURL method ssa{sv} b",
            ".InvokeAction method ssava{sv} -", ".Arrange method asa{sv} -", ".SetDisplayMode method ss -",
            ".BeginViewing method a{sv} -", ".EndViewing method - -", ".Explain method s a{sv}",
            ".WidgetUpdated signal ssa{sv} -", ".GetManagedObjects method - a{oa{sa{sv}}}",
        ] {
            #expect(rows.contains(row), "\(members)")
        }
    }
}
