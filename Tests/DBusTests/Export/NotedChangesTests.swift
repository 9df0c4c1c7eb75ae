import DBusTesting
import Synchronization
import Testing

@testable import DBus

/// Properties that change several times in one go are told of once.
@Suite struct NotedChangesTests {
    @Test func namesAreKeptOnceAndInOrder() {
        var noted = NotedChanges()
        noted.note("/b", "org.example.A", ["One", "Two"])
        noted.note("/a", "org.example.A", ["One"])
        noted.note("/b", "org.example.A", ["Two", "Three"])
        let taken = noted.take()
        #expect(taken.map(\.path) == ["/b", "/a"])
        #expect(taken.map(\.names) == [["One", "Two", "Three"], ["One"]])
        #expect(noted.isEmpty)
    }

    private actor Pair {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        var left: Int32 = 0
        var right: Int32 = 0

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Pair>("org.example.Pair") {
            Method("Step") { (pair: isolated Pair) -> Void in
                for _ in 0..<3 {
                    pair.left += 1
                    pair.connection.assumeIsolated { $0.propertiesDidChange("/pair", "org.example.Pair", ["Left"]) }
                }
                pair.right += 1
                pair.connection.assumeIsolated { $0.propertiesDidChange("/pair", "org.example.Pair", ["Right"]) }
            }
            Property("Left") { (pair: isolated Pair) in pair.left }
            Property("Right") { (pair: isolated Pair) in pair.right }
        }

        func stepAlone() {
            left += 1
            connection.assumeIsolated { $0.propertiesDidChange("/pair", "org.example.Pair", ["Left"]) }
        }
    }

    @Test func onePropertiesChangedComesBeforeTheReply() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let pair = Pair(service)
        try await service.export(Pair.interface, of: pair, at: "/pair")
        let signals = Mutex<[Signal]>([])
        let rule = MatchRule(path: "/pair", interface: .properties, member: "PropertiesChanged")
        _ = try await client.subscribe(rule) { signal in signals.withLock { $0.append(signal) } }

        try await client.call(service.uniqueName, path: "/pair", interface: "org.example.Pair", "Step")
        let seen = signals.withLock { $0 }
        #expect(seen.count == 1)
        let arguments = try #require(seen.last).arguments(as: String.self, [String: DBusValue].self)
        #expect(arguments.1 == ["Left": .int32(3), "Right": .int32(1)])

        // Outside a call it is told when the loop's turn ends.
        let recorder = try await SignalRecorder(client, rule)
        await pair.stepAlone()
        try await recorder.wait()
    }

    @Test func whatIsNotedBeforeClosingIsTold() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Pair.interface, of: Pair(service), at: "/pair")
        let recorder = try await SignalRecorder(client, MatchRule(path: "/pair", interface: .properties))
        await service.perform { service in
            service.propertiesDidChange("/pair", "org.example.Pair", ["Left"])
            service.close()
        }
        let signal = try #require(try await recorder.wait().first)
        #expect(signal.body == ["org.example.Pair", .properties(["Left": .int32(0)]), .strings([])])
    }
}
