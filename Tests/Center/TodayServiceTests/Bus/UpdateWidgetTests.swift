import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct UpdateWidgetTests {
    private static func node(_ kind: String, _ attributes: [String: DBusValue], _ children: [DBusValue] = [])
        -> DBusValue
    {
        .structure([.string(kind), .properties(attributes), .variants(children)])
    }

    @Test(arguments: [
        node("text", ["text": "hello"]), "{\"kind\":\"text\",\"text\":\"hello\"}",
        .variant("{ \"text\" : \"h\\u0065llo\", \"kind\": \"text\" }"),
    ])
    func contentIsAStructOrJSON(_ value: DBusValue) async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        #expect(try await test.client.updateWidget(.a, ["Content": value]) == 1)
        let properties = try await test.client.widgets()[TodayBus.path(of: .a)]
        #expect(properties?["Content"] == Self.node("text", ["text": "hello"]))
        #expect(properties?["Revision"] == .uint64(1))
        // However it is written, it is the same content.
        let signals = try await test.signals {
            let revision = try await test.client.updateWidget(.a, ["Content": Self.node("text", ["text": "hello"])])
            #expect(revision == 1)
        }
        #expect(signals.isEmpty)
    }

    @Test func numbersMayHaveAnyType() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.client.updateWidget(
            .a,
            [
                "PreferredContentSize": .structure([.int32(0), .int32(37)]), "NextUpdate": .int32(99),
                "MarginInsets": .structure([.double(1), .byte(2), .uint64(3), .int16(-4)]),
                "Content": Self.node("grid", ["columns": .int64(3), "spacing": .uint32(4)]), "Unknown": .int32(1),
            ])
        let properties = try await test.client.widgets()[TodayBus.path(of: .a)]
        #expect(properties?["PreferredContentSize"] == .structure([.double(0), .double(37)]))
        #expect(properties?["NextUpdate"] == .uint64(99))
        #expect(properties?["MarginInsets"] == .structure([.double(1), .double(2), .double(3), .double(-4)]))
        let content = try await test.client.properties(of: .a).content
        #expect(content == Content(kind: "grid", attributes: ["columns": .uint32(3), "spacing": .double(4)]))
    }

    @Test func aPatchKeepsWhatItDoesNotName() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
        #expect(try await test.client.updateWidget(.a, .content("1")) == 1)
        #expect(try await test.client.updateWidget(.a, WidgetChanges { $0.displayMode = .expanded }) == 1)
        #expect(try await test.client.updateWidget(.a, WidgetChanges { $0.largestDisplayMode = .expanded }) == 1)
        #expect(try await test.client.updateWidget(.a, WidgetChanges { $0.preferredContentSize?.height = 1 }) == 1)
        #expect(try await test.client.updateWidget(.a, [:]) == 1)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("1") && a.displayMode == .expanded)
    }

    @Test(arguments: [
        Refusal([:], .unknownWidget, "unknown widget \"org.example.X\"", of: "org.example.X"),
        Refusal([:], .invalidIdentifier, "\"nonsense\"", of: "nonsense"),
        Refusal(
            ["Content": node("column", [:], [node("row", [:], [node("progress", ["value": .double(1.5)])])])],
            .invalidContent, "Content.children[0].children[0].value: 1.5 is outside 0…1"),
        Refusal(
            ["Content": "{\"kind\":\"column\",\"children\":[{\"kind\":\"text\",\"text\":7}]}"], .invalidContent,
            "Content.children[0].text: 7"),
        Refusal(["Content": "{\"kind\":\"text\""], .invalidContent, "Content: "),
        Refusal(["Content": .int32(3)], .invalidContent, "Content: 3 is not a (sa{sv}av) or a string with JSON"),
        Refusal(["Content": node("button", ["url": "javascript:1"])], .invalidContent, "Content.url: \"javascript:1\""),
        Refusal(
            ["Content": node("text", ["text": .string(String(repeating: "x", count: 5000))])], .invalidContent,
            "Content.text: "),
        Refusal(["HasContent": "yes"], .invalidContent, "HasContent: \"yes\" is not a boolean"),
        Refusal(["DisplayMode": "huge"], .invalidContent, "DisplayMode: \"huge\""),
        Refusal(["NextUpdate": .int32(-1)], .invalidContent, "NextUpdate: -1"),
        Refusal(
            ["PreferredContentSize": .structure([.double(0), .double(-1)])], .invalidContent, "PreferredContentSize: -1"
        ),
        Refusal(["MarginInsets": .double(1)], .invalidContent, "MarginInsets: 1"),
        Refusal(["Error": .int32(1)], .invalidContent, "Error: 1"),
        Refusal(["DisplayMode": "expanded"], .invalidContent, "DisplayMode: expanded is above compact"),
        Refusal(["Content": node("divider", [:]), "Error": .boolean(true)], .invalidContent, "Error: true"),
    ])
    func aRefusedPushChangesNothing(_ refusal: Refusal) async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.changes.content = text("old") })
        let changes = refusal.dictionary.merging(["NextUpdate": .uint64(5)]) { given, _ in given }
        try await test.expect(refusal.error, refusal.message) {
            try await test.call(
                CenterMember.updateWidget, at: TodayBus.path, TodayBus.center, refusal.identifier, changes)
        }
    }

    @Test func hasContentHidesAndShows() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.changes.content = text("1") })
        let hidden = try await test.signals { try await test.client.setHasContent(false, for: .a) }
        #expect(hidden == ["A: Content HasContent Revision UpdatedAt", "center: Today"])
        let a = try await test.client.properties(of: .a)
        #expect(!a.hasContent && a.content == .empty && a.revision == 2)
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.A"]))
        #expect(try await test.signals { try await test.client.setHasContent(false, for: .a) }.isEmpty)

        // Pushed content waits until there is content again.
        #expect(try await test.signals { try await test.client.updateWidget(.a, .content("2")) }.isEmpty)
        let shown = try await test.signals { try await test.client.setHasContent(true, for: .a) }
        #expect(shown == ["A: Content HasContent Revision UpdatedAt", "center: Today"])
        #expect(try await test.client.properties(of: .a).content == text("2"))
    }

    @Test func showingMakesAnUpdateDueNow() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(
            .a, update: { _ in ("new-data", ["Content": "{\"kind\":\"divider\"}"]) },
            definition: { $0.changes.hasContent = false })
        try await test.client.setHasContent(true, for: .a)
        try await test.signals.wait { $0.brief == "WidgetUpdated A new-data" }
        #expect(provider.calls == ["PerformUpdate has-content"])
        try await test.client.setHasContent(true, for: .a)
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls == ["PerformUpdate has-content", "PerformUpdate requested"])
    }

    @Test func theLargestModeTakesTheModeAlong() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
        try await test.client.setDisplayMode(.expanded, for: .a)
        let signals = try await test.signals {
            try await test.client.updateWidget(.a, WidgetChanges { $0.largestDisplayMode = .compact })
        }
        #expect(signals.count == 1)
        let changed = test.signals.signals.last?.changed
        #expect(changed?["DisplayMode"] == "compact" && changed?["LargestDisplayMode"] == "compact")
    }
}
