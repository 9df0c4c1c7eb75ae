import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct RegistrationTests {
    private static let exec = "Name=A\nExec=" + TestCenter.provider("good")

    @Test func manifestsAreReadAtStart() async throws {
        let test = try await TestCenter.start(manifests: [
            "org.example.A": "Name=First\nIcon=icon\nDescription=Text\nLargestDisplayMode=expanded\nExec=x",
            "org.example.B": "Hidden=true", "org.example.C": "Arranged=false\nHasContent=false", "bad": "Name=Bad",
        ])
        #expect(try await Set(test.client.widgets().keys) == [TodayBus.path(of: .a), TodayBus.path(of: .c)])
        let a = try await test.client.properties(of: .a)
        #expect(a.name == "First" && a.icon == "icon" && a.description == "Text" && a.source == .manifest)
        #expect(a.largestDisplayMode == .expanded && a.displayMode == .compact)
        #expect(a.arranged && a.hasContent && a.state == .idle && a.lastResult == nil)
        let c = try await test.client.properties(of: .c)
        #expect(!c.arranged && !c.hasContent && c.name == "org.example.C")
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.A"]))
        #expect(try await test.property(CenterMember.today) == .strings(["org.example.A"]))
    }

    @Test func aWidgetIsRegistered() async throws {
        let test = try await TestCenter.start()
        let path = try await test.client.registerWidget(
            .a,
            WidgetDefinition {
                $0.name = "Name"
                $0.containingApp = "org.example.App"
                $0.preferredContentSize = Size(width: 1, height: 2)
                $0.changes.content = text("1")
                $0.changes.nextUpdate = Timestamp(microseconds: 77)
            })
        #expect(path == "/org/todaycenter/NotificationCenter1/widget/org_2eexample_2eA")
        let a = try await test.client.properties(of: .a)
        #expect(a.name == "Name" && a.containingApp == "org.example.App" && a.source == .registered)
        #expect(a.content == text("1") && a.revision == 1 && a.nextUpdate.microseconds == 77)
        #expect(a.preferredContentSize == Size(width: 1, height: 2))
        #expect(a.updatedAt > .never)
    }

    @Test func registeringAgainReplacesTheDefinition() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.b, WidgetDefinition())
        try await test.client.registerWidget(
            .a,
            WidgetDefinition {
                $0.name = "Old"
                $0.largestDisplayMode = .expanded
                $0.changes.content = text("1")
            })
        try await test.client.setDisplayMode(.expanded, for: .a)
        let signals = try await test.signals {
            try await test.client.registerWidget(
                .a,
                WidgetDefinition {
                    $0.description = "New"
                    $0.largestDisplayMode = .expanded
                    $0.arranged = false
                })
        }
        #expect(signals == ["A: Description Name"])
        let a = try await test.client.properties(of: .a)
        #expect(a.name == "org.example.A" && a.description == "New" && a.displayMode == .expanded)
        #expect(a.content == text("1") && a.revision == 1 && a.arranged)
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.B", "org.example.A"]))
    }

    @Test func aRegistrationIsTakenBack() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.exec])
        try await test.client.registerWidget(.b, WidgetDefinition { $0.changes.content = text("old") })
        // Any client may unregister it.
        try await test.anotherClient().unregisterWidget(.b)
        #expect(try await Set(test.client.widgets().keys) == [TodayBus.path(of: .a)])
        try await test.expect(.unknownWidget, "\"org.example.B\"") { try await test.client.unregisterWidget(.b) }
        try await test.expect(.notSupported, "org.example.A") { try await test.client.unregisterWidget(.a) }
    }

    @Test func whatARegistrationBroughtGoesWithIt() async throws {
        let test = try await TestCenter.start()
        let expanded = WidgetDefinition { $0.largestDisplayMode = .expanded }
        try await test.client.registerWidget(.b, WidgetDefinition())
        try await test.client.registerWidget(.a, expanded)
        try await test.client.registerWidget(.c, WidgetDefinition())
        try await test.client.updateWidget(
            .b,
            WidgetChanges {
                $0.content = text("old")
                $0.error = "offline"
                $0.nextUpdate = Timestamp(microseconds: .max / 2)
                $0.preferredContentSize = Size(width: 0, height: 9)
                $0.marginInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
            })
        try await test.client.setDisplayMode(.expanded, for: .a)
        try await test.client.setHasContent(false, for: .c)
        for identifier in [WidgetIdentifier.c, .b, .a] { try await test.client.unregisterWidget(identifier) }
        for identifier in [WidgetIdentifier.a, .b, .c] { try await test.client.registerWidget(identifier, expanded) }
        for identifier in [WidgetIdentifier.a, .b, .c] {
            let back = try await test.client.properties(of: identifier)
            #expect(back.hasContent && back.content == .empty && !back.isSnapshot, "\(identifier)")
            #expect(back.displayMode == .compact && back.error == "" && back.nextUpdate == .never, "\(identifier)")
            #expect(back.preferredContentSize == Size(width: 0, height: 0), "\(identifier)")
            #expect(back.marginInsets == .asProposed && back.updatedAt == .never, "\(identifier)")
            // The revision keeps counting, also for widgets that no longer exist.
            #expect(back.revision == (identifier == .a ? 0 : 2), "\(identifier)")
        }
        let places = DBusValue.strings(["org.example.B", "org.example.A", "org.example.C"])
        #expect(try await test.property(CenterMember.arrangement) == places)
        #expect(try await test.property(CenterMember.today) == places)
    }

    @Test(arguments: [
        Refusal([:], .invalidIdentifier, "identifier: \"\" is not a valid widget identifier", of: ""),
        Refusal([:], .invalidIdentifier, "fewer than two elements", of: "example"),
        Refusal([:], .invalidIdentifier, "starts with a digit", of: "org.example.1st"),
        Refusal([:], .invalidIdentifier, "the number after #", of: "org.example.A#1"),
        Refusal([:], .invalidIdentifier, "# is for instances", of: "org.example.A#2"),
        Refusal([:], .invalidIdentifier, "longer than 240 bytes", of: "org." + String(repeating: "x", count: 237)),
        Refusal(["Name": .int32(1)], .invalidDefinition, "Name: 1 is not a string", of: "org.example.X"),
        Refusal(
            ["UpdateInterval": .int64(-1)], .invalidDefinition, "UpdateInterval: -1 is outside", of: "org.example.X"),
        Refusal(["UpdateInterval": "soon"], .invalidDefinition, "UpdateInterval: \"soon\"", of: "org.example.X"),
        Refusal(["BusName": "nonsense"], .invalidDefinition, "BusName: \"nonsense\"", of: "org.example.X"),
        Refusal(["ObjectPath": "nonsense"], .invalidDefinition, "ObjectPath: \"nonsense\"", of: "org.example.X"),
        Refusal(["Exec": "a $b"], .invalidDefinition, "Exec: \"$\"", of: "org.example.X"),
        Refusal(
            ["LargestDisplayMode": "huge"], .invalidDefinition, "LargestDisplayMode: \"huge\"", of: "org.example.X"),
        Refusal(["DisplayMode": "huge"], .invalidDefinition, "DisplayMode: \"huge\"", of: "org.example.X"),
        Refusal(
            ["DisplayMode": "expanded"], .invalidDefinition, "DisplayMode: expanded is above compact",
            of: "org.example.X"),
        Refusal(
            ["Content": "{\"kind\":\"spacer\",\"action\":\"today.explode\"}"], .invalidDefinition,
            "Content.action: \"today.explode\" isn't one of the center's actions", of: "org.example.X"),
        Refusal(["AppGroups": .strings(["a b"])], .invalidDefinition, "AppGroups[0]: \"a b\"", of: "org.example.X"),
        Refusal(["Transient": .int32(1)], .invalidDefinition, "Transient: 1", of: "org.example.X"),
        Refusal(
            ["Content": "{\"kind\":\"progress\",\"value\":2}"], .invalidDefinition, "Content.value: 2 is outside",
            of: "org.example.X"),
        Refusal([:], .alreadyRegistered, "org.example.A is defined by a manifest", of: "org.example.A"),
        Refusal([:], .alreadyRegistered, "org.example.B is provided by :", of: "org.example.B"),
        Refusal(["BusName": "org.example.A"], .invalidDefinition, "BusName: \"org.example.A\"", of: "org.example.X"),
    ])
    func aBadRegistrationChangesNothing(_ refusal: Refusal) async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.exec])
        let other = try await test.anotherClient()
        try await test.register(.b, by: other)
        try await test.expect(refusal.error, refusal.message) {
            try await test.call(
                CenterMember.registerWidget, at: TodayBus.path, TodayBus.center, refusal.identifier, refusal.dictionary)
        }
    }

    @Test func aRefusedRedefinitionChangesNothing() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.name = "Old" })
        try await test.expect(.invalidDefinition, "DisplayMode: expanded is above compact") {
            try await test.client.registerWidget(
                .a,
                WidgetDefinition {
                    $0.name = "New"
                    $0.changes.content = text("new")
                    $0.changes.displayMode = .expanded
                })
        }
    }

    @Test func oneObjectServesOneWidget() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a)
        let definition = WidgetDefinition { $0.objectPath = "/provider/org_example_A" }
        try await test.expect(.invalidDefinition, "ObjectPath: ") {
            try await test.client.registerWidget(.b, definition)
        }
        // The same path of another connection is another object.
        try await test.anotherClient().registerWidget(.b, definition)
        // A widget may keep its own.
        try await test.client.registerWidget(.a, definition)
    }

    @Test func oneConnectionMayRegisterSoMany() async throws {
        let test = try await TestCenter.start()
        func register(_ number: Int, by client: CenterClient) async throws {
            try await client.registerWidget(
                WidgetIdentifier("org.example.W\(number)"), WidgetDefinition { $0.transient = true })
        }
        let other = try await test.anotherClient()
        for number in 1...Limits.widgetsPerConnection { try await register(number, by: other) }
        try await test.expect(.limitExceeded, "WidgetsPerConnection is 32") { try await register(0, by: other) }
        try await register(1, by: other)
        try await register(0, by: test.client)
    }

    @Test func theCenterHoldsSoManyWidgets() async throws {
        let test = try await TestCenter.start()
        var clients: [CenterClient] = []
        for number in 0..<Limits.widgets {
            if number.isMultiple(of: Limits.widgetsPerConnection) { clients.append(try await test.anotherClient()) }
            try await clients[clients.count - 1].registerWidget(
                WidgetIdentifier("org.example.W\(number)"), WidgetDefinition())
        }
        try await test.expect(.limitExceeded, "Widgets is 512") {
            try await test.client.registerWidget(.a, WidgetDefinition())
        }
        try await clients[0].unregisterWidget("org.example.W7")
        try await test.client.registerWidget(.a, WidgetDefinition())
    }

    @Test func theLimitHoldsForManifestsToo() async throws {
        let identifiers = (0...Limits.widgets).map { "org.example.W\(1000 + $0)" }
        let test = try await TestCenter.start(
            manifests: Dictionary(uniqueKeysWithValues: identifiers.map { ($0, "Name=W") }))
        #expect(try await test.client.widgets().count == Limits.widgets)
        #expect(try await test.property(CenterMember.today) == .strings(Array(identifiers.dropLast())))
    }

    // MARK: Callers that leave

    @Test func aWidgetOutlivesItsCaller() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        let provider = try await test.register(.a, by: other, definition: { $0.changes.content = text("kept") })
        try await other.registerWidget(.b, WidgetDefinition { $0.changes.content = text("pushed") })
        try await other.registerWidget(.c, WidgetDefinition { $0.transient = true })
        await other.connection.close()
        try await test.signals.wait { $0.brief == "-C" }
        try await test.signals.wait { $0.brief == "A: State" }
        let a = try await test.client.properties(of: .a)
        #expect(a.state == .unavailable && a.content == text("kept") && a.arranged)
        #expect(try await test.client.properties(of: .b).state == .idle)
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).state == .unavailable)
        #expect(provider.calls.isEmpty)
        // The next connection that registers the widget may take it over, with its content.
        try await test.register(.a)
        let again = try await test.client.properties(of: .a)
        #expect(again.state == .idle && again.content == text("kept"))
        #expect(try await test.client.performUpdate(.a) == .noData)
    }

    @Test func aTransientWidgetLeavesInOrder() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        try await other.registerWidget(.a, WidgetDefinition { $0.transient = true })
        try await test.signals.wait { $0.brief == "+A" }
        await other.connection.close()
        try await test.signals.wait { $0.brief == "-A" }
        let signals = test.signals.signals.map(\.brief)
        #expect(signals == ["+A", "center: Arrangement Today", "center: Arrangement Today", "-A"])
    }
}
