import DBusTesting
import Synchronization
import Testing

@testable import DBus

/// Properties that change several times in one go are reported once.
@Suite struct NotedChangesTests {
    @Test func namesAreKeptOnceAndInOrder() {
        var pending = PendingChanges()
        pending.record("/b", "org.example.A", ["One", "Two"])
        pending.record("/a", "org.example.A", ["One"])
        pending.record("/b", "org.example.A", ["Two", "Three"])
        #expect(changes(pending.popAll()) == ["/b One Two Three", "/a One"])
        #expect(pending.isEmpty)
    }

    /// A signal that was sent in between keeps its place.
    @Test func aSignalDividesWhatIsNoted() throws {
        var pending = PendingChanges()
        pending.record("/a", "org.example.A", ["One"])
        pending.hold(.signal(try Message.make(.signal(path: "/a", interface: "org.example.A", member: "Moved"))))
        pending.record("/a", "org.example.A", ["One", "Two"])
        pending.record("/a", "org.example.A", ["Three"])
        #expect(changes(pending.popAll()) == ["/a One", "signal", "/a One Two Three"])
    }

    private func changes(_ items: [PendingChanges.Item]) -> [String] {
        items.map { item in
            switch item {
            case .change(let path, _, let names): ([path.rawValue] + names.map(\.rawValue)).joined(separator: " ")
            case .signal: "signal"
            case .added, .callback: "something else"
            }
        }
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

        // Outside a call, the signal is emitted when the loop's turn ends.
        let recorder = try await SignalRecorder(client, rule)
        await pair.stepAlone()
        try await recorder.wait()
    }

    /// A value that lets others work while it is being changed.
    private struct Level {
        var value: Int32 = 0
        mutating func change(to value: Int32, _ meanwhile: () -> Void) {
            self.value = -1
            meanwhile()
            self.value = value
        }
    }

    private actor Tank {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        var level = Level()
        private(set) var calls: [Task<Void, any Error>] = []

        init(_ connection: Connection) { self.connection = connection }

        static let name: InterfaceName = "org.example.Tank"

        static let interface = Interface<Tank>(name) {
            Method("Fill", in: ["level"]) { (tank: isolated Tank, level: Int32) -> Void in tank.fill(level) }
            Method("FillAndFail", in: ["level"]) { (tank: isolated Tank, level: Int32) throws -> Void in
                tank.fill(level)
                throw RemoteError("org.example.Error.Leak", "")
            }
            Method<Tank>.async("FillLater", in: ["level"]) {
                (tank: isolated Tank, _: MethodCall, level: Int32) async throws -> String in
                await Task.yield()
                tank.fill(level)
                return ""
            }
            Property("Level") { (tank: isolated Tank) in tank.level.value }
        }

        /// Reports the change, emits a signal and makes a call while the value is being changed.
        func fill(_ value: Int32) {
            let connection = connection
            level.change(to: value) {
                connection.assumeIsolated { connection in
                    connection.propertiesDidChange("/tank", Self.name, ["Level"])
                    try? connection.emit("/tank", Self.name, "Filled", value)
                }
            }
        }

        func fillCalling(_ value: Int32) {
            let connection = connection
            level.change(to: value) {
                connection.assumeIsolated { $0.propertiesDidChange("/tank", Self.name, ["Level"]) }
                calls.append(
                    Task.immediate { try await connection.call(.bus, path: .bus, interface: .bus, "GetId") })
            }
        }
    }

    /// Reading the value at once would end the process; the signals carry the final values.
    @Test(arguments: ["Fill", "FillAndFail", "FillLater"] as [MemberName])
    func changesMayBeNotedWhileAValueChanges(_ method: MemberName) async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let tank = Tank(service)
        try await service.export(Tank.interface, of: tank, at: "/tank")
        let heard = Mutex<[DBusValue]>([])
        _ = try await client.subscribe(MatchRule(path: "/tank")) { signal in
            heard.withLock { $0.append(signal.body.count == 1 ? signal.body[0] : signal.body[1]) }
        }
        let answer = Task {
            try await client.call(service.uniqueName, path: "/tank", interface: Tank.name, method, Int32(5))
        }
        _ = await answer.result
        // The change, then the signal, both before the reply.
        #expect(heard.withLock { $0 } == [.properties(["Level": .int32(5)]), .int32(5)])
    }

    @Test func changesNotedOutsideACallAreToldInTheSameOrder() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let tank = Tank(service)
        try await service.export(Tank.interface, of: tank, at: "/tank")
        let recorder = try await SignalRecorder(client, MatchRule(path: "/tank"))
        await tank.fill(7)
        #expect(try await recorder.wait(for: 2).map(\.member) == ["PropertiesChanged", "Filled"])
        // A call that is started in place while the value changes is made afterwards.
        await tank.fillCalling(8)
        let last = try await recorder.wait(for: 3).last
        #expect(last?.body == [.string(Tank.name.rawValue), .properties(["Level": .int32(8)]), .strings([])])
        for call in await tank.calls { try await call.value }
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
