import DBus
import DBusMonitor
import DBusTesting
import Dispatch
import Testing
import TodayModel

@testable import TodayService

/// Updates by a provider that is on the bus already.
@Suite(.serialized) struct PerformUpdateTests {
    @Test func theContextIsComplete() async throws {
        let test = try await TestCenter.start(environment: ["LC_ALL": "de_AT.UTF-8"])
        let contexts = Recorder<[String: DBusValue]>()
        try await test.register(
            .a,
            update: { context in
                contexts.record(context)
                return ("no-data", [:])
            }, definition: { $0.largestDisplayMode = .expanded })
        try await test.client.updateWidget(.a, WidgetChanges { $0.displayMode = .expanded })
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(
            contexts.elements == [
                [
                    "Identifier": "org.example.A", "Version": .uint32(3), "Reason": "requested",
                    "DisplayMode": "expanded", "Size": "regular",
                    "CompactSize": .structure([.double(320), .double(110)]),
                    "ExpandedSize": .structure([.double(320), .double(640)]),
                    "ProposedMarginInsets": .structure([.double(0), .double(0), .double(0), .double(0)]),
                    "Locale": "de_AT.UTF-8", "ColorScheme": "light", "Viewing": false, "Settings": .properties([:]),
                ]
            ])
    }

    @Test(arguments: [
        (["LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR"], "de_DE.UTF-8"),
        (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR"], "fr_FR"),
        (["LC_ALL": "", "LC_MESSAGES": "", "LANG": ""], "C"),
    ])
    func anEmptyVariableIsNoLocale(_ variables: [String: String], _ locale: String) async throws {
        let test = try await TestCenter.start(environment: variables)
        let locales = Recorder<DBusValue?>()
        try await test.register(
            .a,
            update: { context in
                locales.record(context["Locale"])
                return ("no-data", [:])
            })
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(locales.elements == [.string(locale)])
    }

    @Test func concurrentCallersShareOneRun() async throws {
        let test = try await TestCenter.start()
        let gate = Gate()
        let provider = try await test.register(
            .a, by: try await test.anotherClient(),
            update: { _ in
                await gate.pass()
                return ("new-data", ["Content": "{\"kind\":\"divider\"}"])
            })
        let client = test.client
        let other = try await test.anotherClient()
        async let first = client.performUpdate(.a)
        try await provider.record.wait { $0.count == 1 }
        let rule = MonitorRule(kind: .methodCall, interface: TodayBus.center, member: CenterMember.performUpdate)
        let calls = try await Connection.monitor(.bus(test.bus.address), [rule])
        async let second = client.performUpdate(.a)
        async let third = other.performUpdate(.a)
        // Both have been sent.
        try await withDeadline {
            var count = 0
            for await _ in calls {
                count += 1
                if count == 2 { break }
            }
        }
        // A call that is answered at once shows that those before it have been read.
        try await test.client.connection.ping()
        try await other.connection.ping()
        gate.open()
        #expect(try await [first, second, third] == [.newData, .newData, .newData])
        #expect(provider.calls == ["PerformUpdate requested"])
        #expect(test.signals.signals.count { $0.member == CenterMember.widgetUpdated } == 1)
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls.count == 2)
    }

    @Test func widgetsAreUpdatedSideBySide() async throws {
        let test = try await TestCenter.start()
        let gate = Gate()
        let slow = try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                return ("no-data", [:])
            })
        try await test.register(.b)
        let client = test.client
        async let first = client.performUpdate(.a)
        try await slow.record.wait { $0.count == 1 }
        #expect(try await test.client.properties(of: .a).state == .updating)
        #expect(try await test.client.performUpdate(.b) == .noData)
        gate.open()
        #expect(try await first == .noData)
        #expect(try await test.client.properties(of: .a).state == .idle)
    }

    @Test func newDataIsShown() async throws {
        let test = try await TestCenter.start()
        try await test.register(
            .a, update: { _ in ("new-data", ["Content": text("1").dbusValue, "NextUpdate": .uint64(.max)]) })
        let before = try await test.client.properties(of: .a)
        #expect(before.lastResult == nil && before.updatedAt == .never)
        #expect(try await test.client.performUpdate(.a) == .newData)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("1") && a.revision == 1 && a.lastResult == .newData)
        #expect(a.updatedAt > .never && a.state == .idle && a.error == "")
    }

    @Test func newDataThatChangesNothingIsNoData() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("new-data", ["Content": text("1").dbusValue]) })
        #expect(try await test.client.performUpdate(.a) == .newData)
        let signals = try await test.signals { _ = try await test.client.performUpdate(.a) }
        #expect(signals == ["A: State", "A: LastResult State UpdatedAt", "WidgetUpdated A no-data"])
        #expect(try await test.client.properties(of: .a).revision == 1)
    }

    @Test func withNoDataOnlyTheNextUpdateCounts() async throws {
        let test = try await TestCenter.start()
        try await test.register(
            .a,
            update: { _ in
                (
                    "no-data",
                    [
                        "Content": text("ignored").dbusValue, "HasContent": false, "Error": "ignored",
                        "DisplayMode": .int32(0), "NextUpdate": .uint64(.max),
                    ]
                )
            }, definition: { $0.changes.content = text("1") })
        #expect(try await test.client.performUpdate(.a) == .noData)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("1") && a.revision == 1 && a.hasContent && a.error == "")
        #expect(a.nextUpdate.microseconds == .max)
    }

    @Test func withFailedOnlyErrorAndNextUpdateCount() async throws {
        let test = try await TestCenter.start()
        try await test.register(
            .a,
            update: { _ in
                (
                    "failed",
                    [
                        "Content": text("ignored").dbusValue, "HasContent": .int32(0), "Error": "offline",
                        "NextUpdate": .uint64(.max),
                    ]
                )
            }, definition: { $0.changes.content = text("1") })
        let before = try await test.client.properties(of: .a)
        #expect(try await test.client.performUpdate(.a) == .failed)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("1") && a.revision == 1 && a.hasContent && a.error == "offline")
        #expect(a.updatedAt == before.updatedAt && a.lastResult == .failed && a.nextUpdate.microseconds == .max)
        // Pushed content is good news.
        try await test.client.updateWidget(.a, .content("2"))
        #expect(try await test.client.properties(of: .a).error == "")
    }

    @Test func aWidgetWithoutProviderIsNotUpdated() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let signals = try await test.signals {
            let result = try await test.client.performUpdate(.a)
            #expect(result == .noData)
        }
        #expect(signals.isEmpty)
        try await test.expect(.unknownWidget) { _ = try await test.client.performUpdate("org.example.X") }
    }

    @Test func hiddenAndLeftOutWidgetsAreUpdatedOnRequest() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(
            .a,
            definition: {
                $0.arranged = false
                $0.changes.hasContent = false
            })
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls == ["PerformUpdate requested"])
    }

    @Test func aPushDuringTheUpdateIsKept() async throws {
        let test = try await TestCenter.start()
        let client = test.client
        try await test.register(
            .a,
            update: { _ in
                let revision = try await client.updateWidget(.a, .content("pushed"))
                return ("new-data", ["Content": text("revision \(revision)").dbusValue])
            })
        #expect(try await test.client.performUpdate(.a) == .newData)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("revision 1") && a.revision == 2)
    }

    @Test func aWellKnownNameIsFoundOnTheBus() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "BusName=org.example.Provider"])
        let other = try await test.bus.connect()
        let provider = try await FakeProvider.export(
            on: other, at: "/org/example/Provider", update: { _ in ("new-data", ["Content": "{\"kind\":\"divider\"}"]) }
        )
        try await other.requestName("org.example.Provider")
        #expect(try await test.client.performUpdate(.a) == .newData)
        // The center has not started it, so it is not greeted.
        #expect(provider.calls == ["PerformUpdate requested"])
    }

    @Test func aNameThatNobodyOwnsIsUnavailableUntilSomebodyDoes() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "BusName=org.example.Provider"])
        #expect(try await test.client.performUpdate(.a) == .failed)
        let a = try await test.client.properties(of: .a)
        let trouble =
            "The app isn’t running\norg.example.Provider has no owner, and the bus can't start it"
        #expect(a.state == .unavailable && a.error == trouble, "\(a.error)")
        let other = try await test.bus.connect()
        try await FakeProvider.export(on: other, at: "/org/example/Provider")
        try await other.requestName("org.example.Provider")
        try await test.signals.wait { $0.changed["State"] == "idle" }
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(try await test.client.properties(of: .a).error == "")
    }

    /// A provider may push in the same moment in which it answers, over either connection of the center, and the push is
    /// newer.
    @Test(arguments: [TodayBus.name, TodayBus.appsName]) func aPushBehindAnAnswerIsNewer(_ name: BusName) async throws {
        // The order in which a center reads its connections is another one each time.
        for _ in 0..<8 {
            let test = try await TestCenter.start()
            let app = try await test.anotherClient()
            let loop = test.center.service.loop
            let provider = PushingProvider(connection: app.connection, name: name, center: loop)
            try await app.connection.export(PushingProvider.interface, of: provider, at: "/provider")
            try await app.registerWidget(.a, WidgetDefinition { $0.objectPath = "/provider" })
            #expect(try await test.client.performUpdate(.a) == .newData)
            if name == TodayBus.name {
                // The calls of one sender are handled in order.
                try await app.connection.ping()
                #expect(try await test.client.properties(of: .a).content == text("pushed"))
            } else {
                try await withDeadline {
                    while try await test.client.properties(of: .a).content != text("pushed") {}
                }
            }
        }
    }

    /// The center retries a call that a provider refuses because its object is not ready yet. The provider may wait
    /// for the reply to its own push before it answers the second call.
    @Test func aRefusalHoldsNoPush() async throws {
        let test = try await TestCenter.start { $0.settling = .seconds(20) }
        let app = try await test.anotherClient()
        let provider = LateProvider(connection: app.connection)
        try await app.connection.export(LateProvider.interface, of: provider, at: "/provider")
        try await app.registerWidget(.a, WidgetDefinition { $0.objectPath = "/provider" })
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(await provider.calls == 2)
        #expect(try await test.client.properties(of: .a).content == text("answered"))
    }
}

extension Connection {
    /// Asks the center for a sign of life.
    func ping() async throws {
        try await call(TodayBus.name, path: TodayBus.path, interface: .peer, "Ping")
    }
}

/// A provider that pushes in the step in which it answers.
private actor PushingProvider {
    let connection: Connection
    /// The name of the center that gets the pushes.
    let name: BusName
    /// The thread of the center, which reads nothing until the bus has forwarded the answer and the push.
    let center: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    init(connection: Connection, name: BusName, center: EventLoop) {
        self.connection = connection
        self.name = name
        self.center = center
    }

    static let interface = Interface<PushingProvider>(TodayBus.provider) {
        Method.later("PerformUpdate", in: ["context"], out: ["result", "changes"]) {
            (
                it: isolated PushingProvider, _: MethodCall, reply: DeferredReply<String, [String: DBusValue]>,
                _: [String: DBusValue]
            ) in
            let isForwarded = DispatchSemaphore(value: 0)
            it.center.perform { _ = isForwarded.wait(timeout: .now() + 10) }
            reply.send("new-data", ["Content": text("answered").dbusValue])
            let isCenter = it.name == TodayBus.name
            try it.connection.assumeIsolated { [name = it.name] in
                try $0.callWithoutReply(
                    name, path: isCenter ? TodayBus.path : TodayBus.appsPath,
                    interface: isCenter ? TodayBus.center : TodayBus.apps, "UpdateWidget",
                    WidgetIdentifier.a.rawValue, ["Content": text("pushed").dbusValue])
            }
            Task { [connection = it.connection] in
                let _: String? = try? await connection.call(.bus, "GetId")
                isForwarded.signal()
            }
        }
    }
}

/// A provider that refuses the first call as if it had no object, pushes in the same step, and answers the second call
/// when the center has applied the push.
private actor LateProvider {
    let connection: Connection
    private(set) var calls = 0
    private var push: Task<Void, any Error>?
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    init(connection: Connection) { self.connection = connection }

    static let interface = Interface<LateProvider>(TodayBus.provider) {
        Method.async("PerformUpdate", in: ["context"], out: ["result", "changes"]) {
            (it: isolated LateProvider, _: MethodCall, _: [String: DBusValue]) in
            it.calls += 1
            guard let push = it.push else {
                it.push = Task { [connection = it.connection] in
                    try await connection.call(
                        TodayBus.name, path: TodayBus.path, interface: TodayBus.center, "UpdateWidget",
                        WidgetIdentifier.a.rawValue, ["Content": text("pushed").dbusValue])
                }
                throw RemoteError(.unknownMethod, "not yet")
            }
            try await push.value
            return ("new-data", ["Content": text("answered").dbusValue])
        }
    }
}
