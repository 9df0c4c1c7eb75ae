import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// The first calls of a connection whose owner isn't identified yet.
@Suite(.serialized) struct FirstContactTests {
    @Test func manyCallsAtOnceAreAllAnswered() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let client = try await test.anotherClient()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 { group.addTask { try await client.setHasContent(true, for: .a) } }
            for _ in 0..<100 { group.addTask { _ = try await client.properties(of: .a) } }
            try await group.waitForAll()
        }
    }

    /// Both names of the service know a caller that either has found out.
    @Test func bothNamesAtOnce() async throws {
        let test = try await TestCenter.start()
        let connection = try await test.bus.connect()
        let app = AppsClient(connection: connection)
        async let path = app.registerWidget(.a, WidgetDefinition())
        async let widgets = CenterClient(connection).widgets()
        #expect(try await path == TodayBus.path(of: .a))
        _ = try await widgets
        try await CenterClient(connection).setHasContent(false, for: .a)
    }

    /// A process that can't be identified may do nothing, and gets the reason.
    @Test func whoCannotBeToldMayDoNothing() async throws {
        let bus = try await PrivateBus.start()
        let callers = Callers(folder: bus.folder + "/nothing", logger: .silent)
        let test = try await TestCenter.start(on: bus, callers: callers)
        let refused = await #expect(throws: CenterError.self) {
            try await test.client.registerWidget(.a, WidgetDefinition())
        }
        #expect(refused?.code == .notAuthorized)
        #expect(refused?.message.contains("\(bus.folder)/nothing/\(getpid()): No such file") == true)
        let app = try await test.app()
        await #expect(throws: RemoteError.self) { try await app.registerWidget(.a, WidgetDefinition()) }
        try await test.call("Ping", at: TodayBus.path, "org.freedesktop.DBus.Peer")
        await #expect(throws: RemoteError.self) {
            try await test.call("Introspect", at: TodayBus.path, "org.freedesktop.DBus.Introspectable")
        }
    }

    @Test func anotherUserMayDoNothing() async throws {
        let callers = Callers(user: getuid() + 1, logger: .silent)
        let test = try await TestCenter.start(callers: callers)
        let refused = await #expect(throws: CenterError.self) { try await test.client.widgets() }
        #expect(refused?.code == .notAuthorized)
        #expect(refused?.message.contains("it belongs to user \(getuid()), not to \(getuid() + 1)") == true)
    }

    /// The bus of a session lets many in, and so does the center.
    @Test func manyConnectionsAtOnce() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let loop = EventLoop()
        var clients: [CenterClient] = []
        for _ in 0..<500 { clients.append(CenterClient(try await test.bus.connect(on: loop))) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { try await client.setHasContent(true, for: .a) } }
            try await group.waitForAll()
        }
        // None of the connected clients is forgotten.
        for client in clients.prefix(10) { try await client.setHasContent(false, for: .a) }
    }

    @Test func aNewPanelDuringAFloodOfPushes() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        for _ in 0..<4 {
            let flood = try await test.bus.connect()
            for number in 0..<500 {
                try await flood.callWithoutReply(
                    TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.updateWidget,
                    "org.example.A", ["Error": DBusValue.string("\(number)")])
            }
        }
        let panel = try await test.anotherClient()
        try await panel.beginViewing()
        #expect(try await panel.properties()["Viewing"] == .boolean(true))
    }

    @Test func aCallerThatHasGoneIsNoHarm() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        for _ in 0..<20 {
            let gone = try await test.bus.connect()
            try await gone.callWithoutReply(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.setHasContent,
                "org.example.A", false)
            await gone.close()
        }
        #expect(try await test.client.widgets().count == 1)
    }
}
