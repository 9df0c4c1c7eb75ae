import DBus
import DBusTesting
import NotificationCenterTesting
import TodayPlatform
import Testing
import TodayModel

@testable import NotificationCenter

/// A provider in this process on a bus of its own, and a connection that plays the center.
struct ProviderBench: Sendable {
    let bus: PrivateBus
    let service: Connection
    let center: Center
    let widget: ScriptedWidget
    let ended = Gate()

    @WidgetActor init() async throws {
        bus = try await PrivateBus.start()
        service = try await bus.connect(on: WidgetActor.shared.loop)
        let name: BusName = "org.example.Test-Widget"
        center = Center(connection: try await bus.connect(), name: name)
        widget = ScriptedWidget()
        let session = WidgetSession(
            widget, identifier: "org.example.Test-Widget",
            services: ContextServices(CenterLink(.bus(bus.address)), for: "org.example.Test-Widget"))
        let ended = ended
        let endpoint = ProviderEndpoint { _ in
            session
        } onEnd: { _ in
            ended.open()
        }
        try await service.export(ProviderEndpoint.interface, of: endpoint, at: center.path)
        try await service.requestName(name, .doNotQueue)
    }

    @WidgetActor func set(_ content: some ContentNode) { widget.tree = content.widgetContent }
    @WidgetActor var log: [String] { widget.log }
}

@Suite struct ProviderOnBusTests {
    @Test func theWholeLife() async throws {
        let bench = try await ProviderBench()
        let center = bench.center
        #expect(center.path == "/org/example/Test_Widget")
        await bench.set(Text("cached"))
        #expect(try await center.begin().content == Text("cached").widgetContent.tree)
        await bench.set(Text("new"))
        let (result, changes) = try await center.update()
        #expect(result == .newData && changes.content == Text("new").widgetContent.tree)
        try await center.connection.call(
            center.name, path: center.path, interface: TodayBus.provider, ProviderMember.appear)
        let size = Size(width: 320, height: 640)
        #expect(try await center.changes(ProviderMember.displayModeChanged, "expanded", size).isEmpty)
        let parameter: [DBusValue] = [.uint32(3)]
        let platformData: [String: DBusValue] = ["activation-token": "t", "node": "n", "revision": .uint64(3)]
        let tapped = try await center.changes(ProviderMember.invokeAction, "go", parameter, platformData)
        #expect(tapped.content == Text("go").widgetContent.tree)
        try await center.connection.call(
            center.name, path: center.path, interface: TodayBus.provider, ProviderMember.disappear)
        try await center.end()
        try await withDeadline { await bench.ended.wait() }
        #expect(
            await bench.log == [
                "begin", "update", "appear", "mode expanded 320.0x640.0", "action go \(NCValue.integer(3))",
                "disappear",
            ])
    }

    @Test func errorsAreReplies() async throws {
        let bench = try await ProviderBench()
        let center = bench.center
        let none: [DBusValue] = []
        let nothing: [String: DBusValue] = [:]
        func refusal(_ body: () async throws -> WidgetChanges) async -> RemoteError? {
            do { _ = try await body() } catch { return error as? RemoteError }
            return nil
        }
        let failed = await refusal { try await center.changes(ProviderMember.invokeAction, "fail", none, nothing) }
        #expect(failed?.name == .failed && failed?.message == "it is broken")
        let size = Size(width: 1, height: 1)
        for (mode, size) in [("huge", size), ("compact", Size(width: .nan, height: 1)), ("", size)] {
            let error = await refusal { try await center.changes(ProviderMember.displayModeChanged, mode, size) }
            #expect(error?.name == .invalidArgs)
        }
        let two: [DBusValue] = [.boolean(true), .boolean(true)]
        let many = await refusal { try await center.changes(ProviderMember.invokeAction, "go", two, nothing) }
        #expect(many?.name == .invalidArgs)
        let signature = await refusal { try await center.changes(ProviderMember.beginRequest, "x") }
        #expect(signature?.name == .invalidArgs)
        for (key, value) in [
            ("Identifier", "nonsense"), ("CompactSize", "x"), ("Version", .double(1)), ("DisplayMode", "huge"),
            ("Locale", .int32(3)), ("ProposedMarginInsets", .structure([.double(.nan), 1.0, 1.0, 1.0])),
        ] as [(String, DBusValue)] {
            let error = await refusal { try await center.changes(ProviderMember.beginRequest, [key: value]) }
            #expect(error?.name == .invalidArgs && error?.message.contains(key) == true)
        }
        // It is alive, and takes a context with nothing in it.
        #expect(try await center.changes(ProviderMember.beginRequest, nothing).error == nil)
    }

    @Test func urlsGoToTheCenter() async throws {
        let bench = try await ProviderBench()
        let opener = try await ScriptedCenter.start(on: bench.bus)
        let widget = bench.widget
        let content = Button("Open") { _ = try await widget.extensionContext?.open("simpleTimer://finished") }
        await bench.set(content)
        _ = try await bench.center.begin()
        let none: [DBusValue] = []
        let token: [String: DBusValue] = ["activation-token": "abc"]
        _ = try await bench.center.changes(ProviderMember.invokeAction, "tap:", none, token)
        #expect(
            await opener.calls == [.openURL("org.example.Test-Widget", "simpleTimer://finished", token: "abc")])
    }

    @Test func contentIsPushedBetweenCalls() async throws {
        let bench = try await ProviderBench()
        let center = try await ScriptedCenter.start(on: bench.bus)
        await bench.set(Text("cached"))
        _ = try await bench.center.begin()
        await bench.set(Text("pushed"))
        let widget = bench.widget
        try await widget.extensionContext?.contentDidChange()
        var changes = WidgetChanges()
        changes.content = Text("pushed").widgetContent.tree
        #expect(await center.calls == [.updateWidget("org.example.Test-Widget", changes)])
        // Nothing has changed since.
        try await widget.extensionContext?.contentDidChange()
        #expect(await center.calls.count == 1)
        // Refused changes are sent again.
        await center.refuse(NCError(.limitExceeded, "too much"))
        await bench.set(Text("more"))
        await #expect(throws: NCError(.limitExceeded, "too much")) {
            try await widget.extensionContext?.contentDidChange()
        }
        try await widget.extensionContext?.contentDidChange()
        changes.content = Text("more").widgetContent.tree
        #expect(await center.calls.count == 3)
        guard case .updateWidget(_, let last)? = await center.calls.last else { throw NCWidgetError("no push") }
        #expect(last.content == changes.content)
        await bench.set(Progress(value: 2))
        await #expect(throws: NCError(.invalidContent, "Content.value: 2 is outside 0…1")) {
            try await widget.extensionContext?.contentDidChange()
        }
    }

    @Test func anIndependentClientIsAnswered() async throws {
        let bench = try await ProviderBench()
        await bench.set(Text("Hello"))
        let base = [
            "--user", "call", "org.example.Test-Widget", "/org/example/Test_Widget", TodayBus.provider.rawValue,
        ]
        func busctl(_ arguments: String...) async throws -> String {
            let program = try await Program.start("/usr/bin/busctl", base + arguments, on: bench.bus)
            let exit = try await program.exit()
            #expect(exit == .status(0), "\(program.errors)")
            return program.output
        }
        let begun = try await busctl("BeginRequest", "a{sv}", "1", "Reason", "s", "start")
        #expect(begun.contains(#""Content" (sa{sv}av) "text" 1 "text" s "Hello" 0"#))
        let updated = try await busctl("PerformUpdate", "a{sv}", "0")
        #expect(updated.hasPrefix(#"sa{sv} "new-data""#))
        #expect(try await busctl("EndRequest").isEmpty)
        try await withDeadline { await bench.ended.wait() }
    }
}
