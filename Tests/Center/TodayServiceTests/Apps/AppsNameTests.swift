import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The name for apps.
@Suite(.serialized) struct AppsNameTests {
    @Test func anAppDoesAllItNeeds() async throws {
        let test = try await TestCenter.start()
        let app = try await test.app()
        let path = try await app.registerWidget(.a, WidgetDefinition { $0.name = "A" })
        #expect(path == TodayBus.path(of: .a))
        let content: [String: DBusValue] = ["Content": .string("{\"kind\":\"text\",\"text\":\"1\"}")]
        let revision: UInt64 = try await app.ask(CenterMember.updateWidget, "org.example.A", content)
        #expect(revision == 1)
        #expect(try await test.client.properties(of: .a).content == text("1"))
        try await app.call(CenterMember.setHasContent, "org.example.A", false)
        #expect(try await test.client.properties(of: .a).hasContent == false)
        await #expect(throws: RemoteError.self) {
            let _: Bool = try await app.ask(
                CenterMember.openURL, "org.example.A", "relative", [String: DBusValue]())
        }
        try await app.call(CenterMember.unregisterWidget, "org.example.A")
        #expect(try await test.client.widgets().isEmpty)
    }

    @Test func refusalsAreTheCenters() async throws {
        let test = try await TestCenter.start()
        let app = try await test.app()
        try await test.expect(.unknownWidget, "identifier: unknown widget \"org.example.X\"") {
            try await app.call(CenterMember.unregisterWidget, "org.example.X")
        }
        try await test.expect(.invalidIdentifier, "identifier: ") {
            try await app.call(CenterMember.registerWidget, "nonsense", [String: DBusValue]())
        }
    }

    /// Members that would reveal the widgets of other apps don't exist.
    @Test(arguments: [
        CenterMember.performUpdate, CenterMember.invokeAction, CenterMember.arrange, CenterMember.setDisplayMode,
        CenterMember.beginViewing, CenterMember.endViewing, CenterMember.explain, "GetManagedObjects",
    ])
    func thereIsNothingElse(_ member: MemberName) async throws {
        let test = try await TestCenter.start()
        let app = try await test.app()
        try await test.expect(.unknownMethod) { try await app.call(member) }
        for path in [TodayBus.path, TodayBus.path(of: .a)] {
            try await test.expect(.unknownObject) {
                try await app.connection.call(TodayBus.appsName, path: path, interface: .introspectable, "Introspect")
            }
        }
    }

    @Test func theOnlyPropertyIsItsVersion() async throws {
        let test = try await TestCenter.start()
        let properties: [String: DBusValue] = try await test.connection.call(
            TodayBus.appsName, path: TodayBus.appsPath, interface: .properties, "GetAll", TodayBus.apps.rawValue)
        #expect(properties == ["Version": .uint32(3)])
    }

    @Test func itTellsNobodyOfAnything() async throws {
        let test = try await TestCenter.start()
        let app = try await test.app()
        let heard = try await SignalRecorder(app.connection, MatchRule(sender: TodayBus.appsName))
        let provider = try await SenderProvider.export(on: app.connection, at: "/provider")
        try await app.registerWidget(.a, WidgetDefinition { $0.objectPath = "/provider" })
        try await test.client.beginViewing()
        try await test.client.updateWidget(.a, .content("1"))
        #expect(try await test.client.performUpdate(.a) == .noData)
        try await app.call(CenterMember.unregisterWidget, "org.example.A")
        #expect(heard.signals.isEmpty && !provider.calls.elements.isEmpty)
    }

    /// A sandbox lets only those names call the app that the app may talk to.
    @Test func aProviderIsCalledByTheNameThatItTalkedTo() async throws {
        let test = try await TestCenter.start()
        let center = try #require(try await test.connection.owner(of: TodayBus.name))
        let apps = try #require(try await test.connection.owner(of: TodayBus.appsName))
        #expect(center != apps)
        let app = try await test.app()
        let provider = try await SenderProvider.export(on: app.connection, at: "/provider")
        let definition = WidgetDefinition {
            $0.objectPath = "/provider"
            $0.largestDisplayMode = .expanded
        }
        try await app.registerWidget(.a, definition)
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .noData)
        try await test.client.invokeAction("do", of: .a)
        try await test.client.setDisplayMode(.expanded, for: .a)
        try await test.client.endViewing()
        let members = ["PerformUpdate", "InvokeAction", "DisplayModeChanged", "Disappear"]
        try await provider.calls.wait { calls in
            members.allSatisfy { calls.contains("\($0) \(apps.rawValue)") }
        }
        #expect(provider.calls.elements.allSatisfy { $0.hasSuffix(" " + apps.rawValue) })

        // The last registration counts.
        let before = provider.calls.elements.count
        _ = try await CenterClient(app.connection).registerWidget(.a, definition)
        #expect(try await test.client.performUpdate(.a) == .noData)
        let calls = provider.calls.elements.dropFirst(before)
        #expect(!calls.isEmpty && calls.allSatisfy { $0.hasSuffix(" " + center.rawValue) })
    }

    /// A provider that is started for a widget is greeted and ended from there as well.
    @Test func theFirstAndTheLastCallComeFromThereToo() async throws {
        let test = try await TestCenter.start()
        let apps = try #require(try await test.connection.owner(of: TodayBus.appsName))
        let app = try await test.app()
        try await app.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("suspicious") })
        let owners = Recorder<Bool>()
        let watch = try await test.connection.watchOwner(of: "org.example.A") { owners.record($0 != nil) }
        #expect(try await test.client.performUpdate(.a) == .newData)
        try await app.call(CenterMember.unregisterWidget, "org.example.A")
        try await owners.wait { $0.last == false && $0.contains(true) }
        await test.connection.cancel(watch)
        #expect(
            test.providerLog.map { $0.dropFirst().joined(separator: " ") } == [
                "start", "BeginRequest \(apps.rawValue)", "PerformUpdate requested", "EndRequest \(apps.rawValue)",
            ])
    }

    @Test func aCallerThatLeavesIsNoticed() async throws {
        let test = try await TestCenter.start()
        let app = try await test.app()
        try await app.registerWidget(.a, WidgetDefinition { $0.transient = true })
        await app.connection.close()
        try await test.signals.wait { $0.brief == "-A" }
    }

    @Test(arguments: [TodayBus.name, TodayBus.appsName])
    func aNameThatIsTakenIsAnError(_ name: BusName) async throws {
        let bus = try await PrivateBus.start()
        let other = try await bus.connect()
        try await other.requestName(name, .doNotQueue)
        let run = try await bus.run([try Programs.path("todayd")])
        #expect(run.exit == .status(1))
        #expect(
            run.error.contains("\(name) is owned by another process: a notification center is running already"),
            "\(run)")
        for free in [TodayBus.name, TodayBus.appsName] where free != name {
            #expect(try await other.owner(of: free) == nil)
        }
    }

    @Test func theBusStartsItForAnApp() async throws {
        let bus = try await PrivateBus.start()
        for name in [TodayBus.name, TodayBus.appsName] {
            try await bus.addService(name, exec: try Programs.path("todayd"))
        }
        let app = AppsClient(connection: try await bus.connect())
        try await app.registerWidget(.a, WidgetDefinition())
        #expect(try await CenterClient(app.connection).widgets().count == 1)
    }

    /// Two processes are started then, and one of them ends at once.
    @Test func bothNamesAreAskedForAtOnce() async throws {
        let bus = try await PrivateBus.start()
        for name in [TodayBus.name, TodayBus.appsName] {
            try await bus.addService(name, exec: try Programs.path("todayd"))
        }
        let (one, other) = try await bus.connectPair()
        async let center: Void = one.call(TodayBus.name, path: TodayBus.path, interface: .introspectable, "Introspect")
        async let apps: Void = other.call(
            TodayBus.appsName, path: TodayBus.appsPath, interface: .introspectable, "Introspect")
        _ = try await (center, apps)
    }

    @Test func theServiceNeedsBothConnections() async throws {
        let test = try await TestCenter.start()
        await test.center.service.apps.close()
        #expect(await test.center.ended == .closedHere)
    }

    @Test func aRestartForgetsNotWhereAProviderIsCalledFrom() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var daemon = try await RunningDaemon.start(on: bus, client)
        let app = AppsClient(connection: try await bus.connect())
        let provider = try await SenderProvider.export(on: app.connection, at: "/provider")
        try await app.connection.requestName("org.example.App")
        try await app.registerWidget(
            .a,
            WidgetDefinition {
                $0.busName = "org.example.App"
                $0.objectPath = "/provider"
            })
        try await daemon.kill()
        daemon = try await daemon.again()
        let apps = try #require(try await client.connection.owner(of: TodayBus.appsName))
        #expect(try await client.performUpdate(.a) == .noData)
        #expect(provider.calls.elements == ["PerformUpdate \(apps.rawValue)"])
        try await daemon.end()
    }
}
