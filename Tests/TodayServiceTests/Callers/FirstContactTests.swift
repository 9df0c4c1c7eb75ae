import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayProtocol

@testable import TodayService

/// The first calls of a connection, of which nobody knows yet whose it is.
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

    /// A process of which nothing can be told may do nothing, and is told why.
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
        #expect(refused?.message.contains("it is of user \(getuid()), not of \(getuid() + 1)") == true)
    }

    /// What hangs is given up, and holds up nobody else.
    @Test func whatHangsHoldsUpNobodyElse() async throws {
        let bus = try await PrivateBus.start()
        let threads = BlockingThreads(limit: 2)
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let ended = WatchedValue(0)
        @Sendable func hang() {
            var byte: UInt8 = 0
            while Glibc.read(reading, &byte, 1) < 0, errno == EINTR {}
            ended.change { $0 += 1 }
        }
        #expect(threads.run(hang))
        #expect(threads.run(hang))
        #expect(!threads.run {}, "too many are at work")
        close(writing)
        try await withDeadline {
            while !threads.run({}) { try await bus.connect().close() }
        }
        // Its number is somebody else's from then on.
        try await ended.wait { $0 == 2 }
        close(reading)
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
