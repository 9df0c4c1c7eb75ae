import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct ViewingTests {
    @Test func viewingIsAProperty() async throws {
        let test = try await TestCenter.start { $0.hiding = .zero }
        let other = try await test.anotherClient()
        #expect(try await test.property(CenterMember.viewing) == false)
        #expect(try await test.signals { try await test.client.endViewing() }.isEmpty)
        #expect(try await test.signals { try await test.client.beginViewing() } == ["center: Viewing"])
        #expect(try await test.property(CenterMember.viewing) == true)
        // It is not nested, and counts connections.
        let more = try await test.signals {
            try await test.client.beginViewing(ViewingOptions { $0.name = "again" })
            try await other.beginViewing()
            try await test.client.endViewing()
            try await test.client.endViewing()
        }
        #expect(more.isEmpty)
        #expect(try await test.property(CenterMember.viewing) == true)
        try await other.endViewing()
        #expect(try await test.property(CenterMember.viewing) == false)
    }

    @Test func aPanelThatVanishesViewsNoLonger() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        try await other.beginViewing()
        await other.connection.close()
        try await test.signals.wait { $0.changed["Viewing"] == false }
    }

    @Test(
        arguments: [
            (["CompactSize": .double(1)], "options: CompactSize: 1"),
            (["ExpandedSize": .structure([.double(1), .double(-1)])], "options: ExpandedSize: -1"),
            (["ProposedMarginInsets": .structure([.double(1)])], "options: ProposedMarginInsets"),
            (["ColorScheme": "sepia"], "options: ColorScheme: \"sepia\""),
            (["Locale": .int32(1)], "options: Locale: 1"),
            (["Name": .boolean(true)], "options: Name: true"),
        ] as [([String: DBusValue], String)])
    func badOptionsAreRefused(_ options: [String: DBusValue], _ message: String) async throws {
        let test = try await TestCenter.start()
        try await test.expect(.invalidArgs, message) {
            try await test.call(CenterMember.beginViewing, at: TodayBus.path, TodayBus.center, options)
        }
    }

    @Test func providersAreToldWhatPanelsAreLike() async throws {
        let test = try await TestCenter.start()
        let contexts = Recorder<[String: DBusValue]>()
        try await test.register(
            .a,
            update: { context in
                contexts.record(context)
                return ("no-data", [:])
            })
        try await test.call(
            CenterMember.beginViewing, at: TodayBus.path, TodayBus.center,
            [
                "CompactSize": DBusValue.structure([.int32(500), .int32(90)]), "ColorScheme": "dark",
                "Locale": "fr_FR.UTF-8", "Later": .int32(1),
            ])
        let context = try #require(try await contexts.wait { $0.count == 1 }.first)
        #expect(context["Viewing"] == true && context["Reason"] == "visible")
        #expect(context["CompactSize"] == .structure([.double(500), .double(90)]))
        #expect(context["ColorScheme"] == "dark" && context["Locale"] == "fr_FR.UTF-8")
    }

    @Test func lookingUpdatesWhatIsOldAndShown() async throws {
        let test = try await TestCenter.start { $0.hiding = .zero }
        let shown = try await test.register(.a)
        let hidden = try await test.register(.b, definition: { $0.changes.hasContent = false })
        let leftOut = try await test.register(.c, definition: { $0.arranged = false })
        try await test.client.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        // It is fresh now.
        try await test.client.endViewing()
        try await shown.record.wait { $0.last == "Disappear" }
        try await test.client.beginViewing()
        try await shown.record.wait { $0.last == "Appear" }
        #expect(shown.calls == ["Appear", "PerformUpdate visible", "Disappear", "Appear"])
        #expect(hidden.calls.isEmpty && leftOut.calls.isEmpty)
    }

    @Test func theProviderDecidesWhenItIsNextUpdated() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(.a)
        // The past is now.
        try await test.client.updateWidget(.a, WidgetChanges { $0.nextUpdate = Timestamp(microseconds: 1) })
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        #expect(provider.calls == ["PerformUpdate next-update"])
        // Once.
        #expect(try await test.client.properties(of: .a).nextUpdate == .never)
        let soon = ServiceClock.system.wall().microseconds + 50_000
        try await test.client.updateWidget(.a, WidgetChanges { $0.nextUpdate = Timestamp(microseconds: soon) })
        try await test.signals.wait(for: 2) { $0.brief == "WidgetUpdated A no-data" }
        #expect(ServiceClock.system.wall().microseconds >= soon)
        #expect(provider.calls == ["PerformUpdate next-update", "PerformUpdate next-update"])
    }

    @Test func anIntervalThatHasPassedIsAnUpdate() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(.a, definition: { $0.updateInterval = 1 })
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        // The next interval may have passed too.
        #expect(provider.calls.first == "PerformUpdate interval")
    }
}
