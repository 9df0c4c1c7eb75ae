import DBusTesting
import Testing

@testable import DBus

/// Replies and signals of one sender have positions in the order in which it has sent them.
@Suite struct StreamPositionTests {
    private static let rule = MatchRule(interface: .properties)

    @Test func aReplyStandsBetweenTheSignalsAroundIt() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": [:]]])
        let client = try await bus.connect()
        let heard = try await SignalRecorder(client, Self.rule)
        let proxy = Proxy(client, ScriptedService.name, "/a", .properties)
        var replies: [StreamPosition] = []
        for number in 0..<20 {
            await service.sayBeforeTheNextAnswer { connection in
                for _ in 0..<number { try connection.tellChanged("/a", "x.Y", [:]) }
            }
            let reply: Reply<[String: DBusValue]> = try await proxy.call("GetAll", "x.Y")
            replies.append(reply.position)
            #expect(reply.value == [:])
        }
        let signals = try await heard.wait(for: 190).map(\.position)
        #expect(signals.count == 190 && signals == signals.sorted())
        #expect(replies == replies.sorted() && StreamPosition.start < replies[0])
        for (number, reply) in replies.enumerated() {
            #expect(signals.count { $0 < reply } == number * (number + 1) / 2)
        }
    }

    /// Waiting calls of a sender delay its later messages, and don't change their order.
    @Test func theOrderIsKeptBehindCallsThatWait() async throws {
        let bus = try await PrivateBus.start()
        let service = try await ScriptedService.start(bus, ["/a": ["x.Y": [:]]])
        let client = try await bus.connect()
        let isAllowed = Locked(false)
        await client.setCallFilter(
            CallFilter { _ in isAllowed.withLock { $0 } ? .allowed : .wait })
        let heard = try await SignalRecorder(client, Self.rule)
        await service.sayBeforeTheNextAnswer { [name = client.uniqueName] connection in
            try connection.callWithoutReply(name, path: "/", interface: .peer, "Ping")
            try connection.tellChanged("/a", "x.Y", [:])
        }
        let answered = Task {
            try await Proxy(client, ScriptedService.name, "/a", .properties).call("GetAll", "x.Y")
                as Reply<[String: DBusValue]>
        }
        let sender = try #require(service.connection.uniqueName)
        await eventually("nothing is held") { await client.perform { $0.incoming.inbox.count(of: sender) } == 3 }
        try await service.connection.tellChanged("/a", "x.Y", [:])
        await eventually("nothing is held") { await client.perform { $0.incoming.inbox.count(of: sender) } == 4 }
        #expect(heard.signals.isEmpty)
        isAllowed.withLock { $0 = true }
        await client.reconsider(sender)
        let reply = try await answered.value.position
        let signals = try await heard.wait(for: 2).map(\.position)
        #expect(signals[0] < reply && reply < signals[1])
    }

    @Test func aReplyHasAllKindsOfResults() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let one: Reply<[String]> = try await client.call(.bus, "ListNames")
        #expect(one.value.contains("org.freedesktop.DBus"))
        let none: Reply<Void> = try await client.call(
            .bus, path: .bus, interface: .bus, "AddMatch", "type='signal',member='None'")
        #expect(one.position < none.position)
        await #expect(throws: ConnectionError.self) { let _: Reply<String> = try await client.call(.bus, "ListNames") }
        await #expect(throws: RemoteError.self) { let _: Reply<String> = try await client.call(.bus, "None") }
    }

    @Test func equalSignalsMayHaveOtherPositions() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let heard = try await SignalRecorder(client, Self.rule)
        for _ in 0..<2 { try await service.tellChanged("/a", "x.Y", [:]) }
        let signals = try await heard.wait(for: 2)
        #expect(signals[0] == signals[1] && signals[0].position < signals[1].position)
        #expect(Set(signals).count == 1)
    }
}
