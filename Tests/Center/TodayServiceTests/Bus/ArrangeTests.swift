import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct ArrangeTests {
    private static func center() async throws -> TestCenter {
        let test = try await TestCenter.start()
        for identifier in [WidgetIdentifier.a, .b, .c] {
            try await test.client.registerWidget(identifier, WidgetDefinition { $0.largestDisplayMode = .expanded })
        }
        return test
    }

    @Test func theArrangementIsReplaced() async throws {
        let test = try await Self.center()
        try await test.client.setHasContent(false, for: .c)
        let signals = try await test.signals { try await test.client.arrange([.c, .a]) }
        #expect(signals == ["B: Arranged", "center: Arrangement Today"])
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.C", "org.example.A"]))
        #expect(try await test.property(CenterMember.today) == .strings(["org.example.A"]))
        #expect(try await test.client.properties(of: .b).arranged == false)
        let moved = try await test.signals { try await test.client.arrange([.a, .c]) }
        #expect(moved == ["center: Arrangement"])
        #expect(try await test.signals { try await test.client.arrange([.a, .c]) }.isEmpty)
        let emptied = try await test.signals { try await test.client.arrange([], expected: [.a, .c]) }
        #expect(emptied == ["A: Arranged", "C: Arranged", "center: Arrangement Today"])
    }

    @Test(
        arguments: [
            (
                ["org.example.A", "org.example.X"], [:], .unknownWidget,
                "identifiers: unknown widget \"org.example.X\""
            ),
            (["org.example.A", "nonsense"], [:], .invalidIdentifier, "\"nonsense\""),
            (["org.example.A", "org.example.A"], [:], .invalidArgs, "duplicate org.example.A"),
            ([], ["Expected": .strings(["org.example.A"])], .conflict, "Expected"),
            ([], ["Expected": "org.example.A"], .invalidArgs, "Expected"),
            ([], ["Expected": .array([.int32(1)], of: "i")], .invalidArgs, "Expected[0]: 1"),
        ] as [([String], [String: DBusValue], ErrorName, String)])
    func aRefusalChangesNothing(
        _ identifiers: [String], _ options: [String: DBusValue], _ name: ErrorName, _ message: String
    ) async throws {
        let test = try await Self.center()
        try await test.expect(name, message) {
            try await test.call(CenterMember.arrange, at: TodayBus.path, TodayBus.center, identifiers, options)
        }
    }

    @Test func unknownOptionsAreIgnored() async throws {
        let test = try await Self.center()
        let options: [String: DBusValue] = ["Later": .int32(1)]
        try await test.call(CenterMember.arrange, at: TodayBus.path, TodayBus.center, ["org.example.B"], options)
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.B"]))
    }

    @Test func whatWasLeftOutStaysOutAfterComingBack() async throws {
        let test = try await Self.center()
        try await test.client.arrange([.b, .c])
        try await test.client.unregisterWidget(.a)
        let signals = try await test.signals { try await test.client.registerWidget(.a, WidgetDefinition()) }
        #expect(signals == ["+A"])
        try await test.client.unregisterWidget(.b)
        try await test.client.registerWidget(.b, WidgetDefinition())
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.B", "org.example.C"]))
    }

    // MARK: Modes

    @Test(
        arguments: [
            ("org.example.B", "expanded", .invalidArgs, "expanded is above compact"),
            ("org.example.A", "huge", .invalidArgs, "mode: \"huge\""),
            ("org.example.A", "", .invalidArgs, "mode: \"\""),
            ("org.example.X", "compact", .unknownWidget, "\"org.example.X\""),
        ] as [(String, String, ErrorName, String)])
    func aBadModeChangesNothing(_ identifier: String, _ mode: String, _ name: ErrorName, _ message: String) async throws
    {
        let test = try await Self.center()
        try await test.client.updateWidget(.b, WidgetChanges { $0.largestDisplayMode = .compact })
        try await test.expect(name, message) {
            try await test.call(CenterMember.setDisplayMode, at: TodayBus.path, TodayBus.center, identifier, mode)
        }
    }

    @Test func theProviderHearsOfTheMode() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(.a, definition: { $0.largestDisplayMode = .expanded })
        try await test.client.beginViewing(
            ViewingOptions { $0.expandedSize = Size(width: 400, height: 500) })
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        try await test.client.setDisplayMode(.expanded, for: .a)
        try await provider.record.wait { $0.last == "DisplayModeChanged expanded 400.0x500.0" }
    }
}
