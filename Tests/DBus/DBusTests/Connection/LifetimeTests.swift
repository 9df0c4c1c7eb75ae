import DBusTesting
import Testing

@testable import DBus

/// Why a connection stays open, and when a connection without references ends.
@Suite struct LifetimeTests {
    /// A bus, and a connection that watches which connections exist.
    private struct Setup {
        let bus: PrivateBus
        let watcher: Connection

        static func start() async throws -> Setup {
            let bus = try await PrivateBus.start()
            return Setup(bus: bus, watcher: try await bus.connect())
        }

        /// Follows a connection by its name, which does not keep it.
        func presence(of connection: Connection) async throws -> Collector<Bool> {
            let owners = try await watcher.owners(of: try #require(connection.uniqueName))
            let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
            Task {
                for await owner in owners { continuation.yield(owner != nil) }
                continuation.finish()
            }
            return Collector(stream)
        }

        /// Waits for all that a connection has had to do before this came to it.
        func settle(_ name: BusName?) async throws {
            try await watcher.call(name, path: "/", interface: .peer, "Ping")
        }
    }

    /// Its last signal still arrives.
    @Test func aConnectionThatNobodyRefersToIsClosed() async throws {
        let setup = try await Setup.start()
        let thread = "nobody"
        let recorder = try await SignalRecorder(setup.watcher, MatchRule(member: "Last"))
        let presence: Collector<Bool>
        do {
            let connection = try await setup.bus.connect(on: EventLoop(name: thread))
            presence = try await setup.presence(of: connection)
            try await connection.emit("/", "org.example.Test", "Last", String(repeating: "x", count: 1 << 20))
        }
        try await presence.wait(for: [true, false])
        try await recorder.wait()
        await eventually("the thread still runs") { Threads.named(thread).isEmpty }
    }

    /// Wherever the last reference goes, the connection is closed on its own thread.
    @Test func connectionsMayBeDroppedOnAnyThread() async throws {
        let setup = try await Setup.start()
        let loop = EventLoop(name: "shared")
        try await withThrowingTaskGroup { group in
            for _ in 0..<30 {
                group.addTask {
                    let connection = try await setup.bus.connect(on: loop)
                    let _: String = try await connection.call(.bus, path: .bus, interface: .bus, "GetId")
                }
            }
            try await group.waitForAll()
        }
        try await eventually("connections are left") {
            let names: [String] = try await setup.watcher.call(.bus, path: .bus, interface: .bus, "ListNames")
            return names.count == 2
        }
    }

    @Test func aConnectionMayBeDroppedOnItsOwnThread() async throws {
        let setup = try await Setup.start()
        let loop = EventLoop(name: "own")
        actor Holder {
            let loop: EventLoop
            nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
            var connection: Connection?
            init(_ loop: EventLoop) { self.loop = loop }
            func hold(_ connection: sending Connection) { self.connection = connection }
            func drop() { connection = nil }
        }
        let holder = Holder(loop)
        let presence: Collector<Bool>
        do {
            let connection = try await setup.bus.connect(on: loop)
            presence = try await setup.presence(of: connection)
            await holder.hold(connection)
        }
        await holder.drop()
        try await presence.wait(for: [true, false])
    }

    private actor Door {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        init(_ loop: EventLoop) { self.loop = loop }

        static let interface = Interface<Door>("org.example.Door") {
            Method("Knock") { (_: isolated Door) in "who is there" }
            Method("Leave") { (_: isolated Door, call: MethodCall) in
                call.connection.assumeIsolated { $0.unexport("/door") }
                return "gone"
            }
        }
    }

    /// A service without references lives as long as it exports something; the reply of the last call still arrives.
    @Test func anExportedObjectKeepsItsConnection() async throws {
        let setup = try await Setup.start()
        let presence: Collector<Bool>
        let name: BusName?
        do {
            let service = try await setup.bus.connect()
            try await service.export(Door.interface, of: Door(service.loop), at: "/door")
            presence = try await setup.presence(of: service)
            name = service.uniqueName
        }
        let door = Proxy(setup.watcher, name, "/door", "org.example.Door")
        for _ in 0..<10 { #expect(try await door.call("Knock") as String == "who is there") }
        try await presence.wait(for: [true])
        #expect(try await door.call("Leave") as String == "gone")
        try await presence.wait(for: [true, false])
    }

    @Test func aStreamKeepsItsConnectionUntilItIsDropped() async throws {
        let setup = try await Setup.start()
        let presence: Collector<Bool>
        do {
            let stream: SignalStream
            do {
                let connection = try await setup.bus.connect()
                stream = try await connection.signals(matching: MatchRule(member: "Tick"))
                presence = try await setup.presence(of: connection)
            }
            for number in 0..<3 as Range<Int32> {
                try await setup.watcher.emit("/", "org.example.Test", "Tick", number)
                let signal = try await withDeadline { await stream.first { _ in true } }
                #expect(try signal?.arguments(as: Int32.self) == number)
            }
            try await presence.wait(for: [true])
        }
        try await presence.wait(for: [true, false])
    }

    /// A loop over a connection that only the loop knows, and the end of its task.
    @Test func aLoopOverSignalsKeepsTheirConnection() async throws {
        let setup = try await Setup.start()
        let heard = WatchedValue<[Int32]>([])
        let bus = setup.bus
        let listening = Task {
            for await signal in try await bus.connect().signals(matching: MatchRule(member: "Tick")) {
                let number = try signal.arguments(as: Int32.self) as Int32
                heard.change { $0.append(number) }
            }
        }
        func connections() async throws -> Int {
            let names: [String] = try await setup.watcher.call(.bus, path: .bus, interface: .bus, "ListNames")
            return names.count - 1
        }
        try await eventually("nobody listens") {
            try await setup.watcher.emit("/", "org.example.Test", "Tick", Int32(0))
            return !heard.value.isEmpty
        }
        try await setup.watcher.emit("/", "org.example.Test", "Tick", Int32(1))
        try await heard.wait { $0.contains(1) }
        #expect(try await connections() == 2)
        listening.cancel()
        try await eventually("the connection is open") { try await connections() == 1 }
    }

    @Test func aCallKeepsItsConnection() async throws {
        let setup = try await EchoBus.start()
        let bus = setup.bus
        let call = Task {
            try await bus.connect().call(Echo.busName, path: Echo.path, interface: Echo.name, "Wait", "kept") as String
        }
        await eventually("the call has not come") { await setup.echo.gate("kept").count == 1 }
        await setup.echo.openAll()
        #expect(try await withDeadline { try await call.value } == "kept")
    }

    @Test func whoeverWaitsForTheEndKeepsTheConnection() async throws {
        let setup = try await Setup.start()
        let (started, waiting) = (WatchedValue<Collector<Bool>?>(nil), WatchedValue(false))
        let task = Task {
            let connection = try await setup.bus.connect()
            let presence = try await setup.presence(of: connection)
            started.change { $0 = presence }
            waiting.change { $0 = true }
            return await connection.closed
        }
        try await waiting.wait { $0 }
        let presence = try #require(started.value)
        try await presence.wait(for: [true])
        task.cancel()
        #expect(try await withDeadline { try await task.value } == nil)
        try await presence.wait(for: [true, false])
    }
}
