import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct ActionTests {
    /// `limit`: how long a provider may take. Short only where one is silent, for a busy machine is slow, too.
    private static func center(limit: Duration = .seconds(20)) async throws -> TestCenter {
        try await TestCenter.start {
            $0.provider = limit
            $0.settling = .milliseconds(50)
            $0.retryInterval = .milliseconds(10)
        }
    }

    @Test func aTapGoesToTheProviderAndItsChangesComeBeforeTheReply() async throws {
        let test = try await Self.center()
        let parameters = Recorder<[DBusValue]>()
        let provider = try await test.register(
            .a,
            action: { action, parameter in
                parameters.record(parameter)
                return ["Content": text("did \(action)").dbusValue]
            })
        let signals = try await test.signals {
            try await test.client.invokeAction(
                "check", of: .a, parameter: .structure([.string("x"), .int32(3)]),
                platformData: ["activation-token": "t", "node": "n", "revision": .uint64(1), "Later": .int32(1)])
        }
        #expect(signals == ["A: Content Revision UpdatedAt"])
        #expect(try await test.client.properties(of: .a).content == text("did check"))
        #expect(provider.calls == ["InvokeAction check"])
        #expect(parameters.elements == [[.structure([.string("x"), .int32(3)])]])
        // A tap isn't an update.
        #expect(try await test.client.properties(of: .a).lastResult == nil)
        try await test.client.invokeAction("again", of: .a)
        #expect(parameters.elements.last == [])
    }

    @Test func anErrorFailsTheAction() async throws {
        let test = try await Self.center()
        try await test.register(.a, action: { _, _ in throw RemoteError("org.example.Error.No", "not today") })
        try await test.expect(.actionFailed, "not today") { try await test.client.invokeAction("x", of: .a) }
        // The caller knows which widget it tapped.
        let client = test.client
        #expect(await Self.error { try await client.invokeAction("x", of: .a) }?.message == "not today")
    }

    @Test(
        arguments: [
            (["Content": .int32(1)], "Content: 1"), (["DisplayMode": "expanded"], "DisplayMode: expanded is above"),
            (["HasContent": false, "Error": .int32(1)], "Error: 1"),
        ] as [([String: DBusValue], String)])
    func badChangesFailTheAction(_ changes: [String: DBusValue], _ message: String) async throws {
        let test = try await Self.center()
        try await test.register(.a, action: { _, _ in changes })
        try await test.expect(.actionFailed, message) { try await test.client.invokeAction("x", of: .a) }
    }

    @Test func silenceFailsTheAction() async throws {
        let test = try await Self.center(limit: .milliseconds(300))
        try await test.register(
            .a,
            action: { _, _ in
                await Gate().pass()
                return [:]
            })
        try await test.expect(.actionFailed, "in time") { try await test.client.invokeAction("x", of: .a) }
    }

    @Test func deathFailsTheAction() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        let provider = try await test.register(
            .a, by: other,
            action: { _, _ in
                await Gate().pass()
                return [:]
            })
        let client = test.client
        async let error = Self.error { try await client.invokeAction("x", of: .a) }
        try await provider.record.wait { $0.count == 1 }
        await other.connection.close()
        #expect(await error?.name == .actionFailed)
        #expect(await Self.error { try await client.invokeAction("x", of: .a) }?.name == .actionFailed)
        #expect(provider.calls == ["InvokeAction x"])
    }

    private static func error(_ body: () async throws -> Void) async -> RemoteError? {
        do { try await body() } catch { return (error as? any DBusErrorConvertible)?.remoteError }
        return nil
    }

    @Test func aProviderWithoutActionsIsAskedOnce() async throws {
        let test = try await Self.center()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.objectPath = "/missing" })
        for _ in 0..<2 {
            try await test.expect(.actionFailed, "the provider has no InvokeAction") {
                try await test.client.invokeAction("x", of: .a)
            }
        }
        // That is remembered of this owner.
        try await FakeProvider.export(on: test.connection, at: "/missing")
        try await test.expect(.actionFailed, "the provider has no InvokeAction") {
            try await test.client.invokeAction("x", of: .a)
        }
    }

    @Test(
        arguments: [
            ("org.example.A", "x", [], [:], .actionFailed, "No app can answer for this widget"),
            ("org.example.A", "today.sing", [], [:], .actionFailed, "\"today.sing\""),
            ("org.example.A", "x", [.int32(1), .int32(2)], [:], .invalidArgs, "parameter: it has 2 values"),
            ("org.example.A", "x", [], ["revision": "1"], .invalidArgs, "platform_data: revision: \"1\""),
            ("org.example.A", "x", [], ["node": .int32(1)], .invalidArgs, "platform_data: node: 1"),
            ("org.example.X", "x", [], [:], .unknownWidget, "\"org.example.X\""),
            ("nonsense", "x", [], [:], .invalidIdentifier, "\"nonsense\""),
        ] as [(String, String, [DBusValue], [String: DBusValue], ErrorName, String)])
    func aBadTapChangesNothing(
        _ identifier: String, _ action: String, _ parameter: [DBusValue], _ data: [String: DBusValue],
        _ name: ErrorName, _ message: String
    ) async throws {
        let test = try await Self.center()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.expect(name, message) {
            try await test.call(
                CenterMember.invokeAction, at: TodayBus.path, TodayBus.center, identifier, action, parameter, data)
        }
    }

    // MARK: The center's own

    @Test func theCenterTogglesTheMode() async throws {
        let test = try await Self.center()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
        for mode in [DisplayMode.expanded, .compact] {
            let signals = try await test.signals {
                try await test.client.invokeAction("today.toggle-display-mode", of: .a)
            }
            #expect(signals == ["A: DisplayMode"])
            #expect(try await test.client.properties(of: .a).displayMode == mode)
        }
    }

    @Test func aCompactWidgetHasNothingToToggle() async throws {
        let test = try await Self.center()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.expect(
            .actionFailed, "action: today.toggle-display-mode: compact is the largest mode of this widget"
        ) { try await test.client.invokeAction("today.toggle-display-mode", of: .a) }
    }

    @Test func theCenterRefreshes() async throws {
        let test = try await Self.center()
        let provider = try await test.register(.a)
        let signals = try await test.signals { try await test.client.invokeAction("today.refresh", of: .a) }
        #expect(signals.last == "WidgetUpdated A no-data")
        #expect(provider.calls == ["PerformUpdate requested"])
        try await test.client.registerWidget(.b, WidgetDefinition())
        try await test.client.invokeAction("today.refresh", of: .b)
    }
}
