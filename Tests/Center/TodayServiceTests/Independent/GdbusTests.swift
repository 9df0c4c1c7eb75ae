import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The center as `gdbus` sees it.
@Suite(.serialized) struct GdbusTests {
    private static let name = "org.todaycenter.NotificationCenter1"
    private static let path = "/org/todaycenter/NotificationCenter1"

    private static func call(_ test: TestCenter, _ method: String, _ arguments: String...) async throws
        -> ToolRun.Output
    {
        try await test.bus.run(
            ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", "\(name).\(method)"]
                + arguments)
    }

    @Test func itCallsInItsOwnNotation() async throws {
        let test = try await TestCenter.start()
        let registered = try await Self.call(
            test, "RegisterWidget", "org.example.A",
            "{'Name': <'A'>, 'LargestDisplayMode': <'expanded'>, 'PreferredContentSize': <(0.0, 37.0)>}")
        #expect(registered.output == "(objectpath '\(Self.path)/widget/org_2eexample_2eA',)\n")
        let updated = try await Self.call(
            test, "UpdateWidget", "org.example.A",
            "{'Content': <('column', {'spacing': <3>}, [<('text', {'text': <'hi'>}, @av [])>])>}")
        #expect(updated.output == "(uint64 1,)\n")
        let a = try await test.client.properties(of: .a)
        #expect(a.preferredContentSize == Size(width: 0, height: 37))
        #expect(a.content == Content(kind: "column", attributes: ["spacing": .double(3)], children: [text("hi")]))
        let refused = try await Self.call(test, "SetDisplayMode", "org.example.A", "huge")
        #expect(refused.exit == .status(1))
        #expect(refused.error.contains("org.freedesktop.DBus.Error.InvalidArgs: mode: \"huge\""))
        let unknown = try await Self.call(test, "PerformUpdate", "org.example.X")
        #expect(unknown.error.contains("\(Self.name).Error.UnknownWidget"))
    }

    @Test func itSeesTheSignalsInOrder() async throws {
        let test = try await TestCenter.start()
        let monitor = try await test.bus.start(["gdbus", "monitor", "--session", "--dest", Self.name])
        try await monitor.output { $0.contains("is owned by") }
        // `gdbus` may not have subscribed yet when it prints this; a signal in its output proves that it has.
        try await test.register(.a, update: { _ in ("new-data", ["HasContent": false]) })
        var isHeard = false
        for number in 0..<1000 where !isHeard {
            try await test.client.registerWidget(.b, WidgetDefinition { $0.name = "\(number)" })
            _ = try await test.bus.run(["busctl", "--user", "list", "--no-legend"])
            isHeard = monitor.text.contains("'Name'")
        }
        #expect(try await test.client.performUpdate(.a) == .newData)
        let lines = try await monitor.output { $0.contains("WidgetUpdated") }.split(separator: "\n")
            .filter { $0.contains("org_2eexample_2eA") || $0.contains("WidgetUpdated") || $0.contains("'Today'") }
        #expect(lines.count >= 4)
        let last = lines.suffix(4)
        #expect(last.first?.contains("{'State': <'updating'>}") == true)
        #expect(last.dropFirst().first?.contains("'HasContent': <false>") == true)
        #expect(last.dropFirst(2).first?.contains("{'Today': <['org.example.B']>}") == true)
        #expect(last.last?.hasPrefix("\(Self.path): \(Self.name).WidgetUpdated ('org.example.A', 'new-data'") == true)
        monitor.signal(SIGTERM)
    }

    @Test func itIntrospectsAWidget() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.name = "Näme" })
        let shown = try await test.bus.run([
            "gdbus", "introspect", "--session", "--dest", Self.name, "--object-path",
            Self.path + "/widget/org_2eexample_2eA",
        ]).output
        #expect(shown.contains("readonly s Name = 'Näme';"))
        #expect(shown.contains("readonly (sa{sv}av) Content = ('', {}, []);"))
        #expect(shown.contains("readonly (dddd) MarginInsets = (-1.0, -1.0, -1.0, -1.0);"))
    }
}
