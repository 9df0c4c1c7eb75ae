import DBusTesting
import Glibc
import Synchronization
import Testing

@testable import DBus

struct ClosingTests {
    /// Starts calls that the service doesn't answer, and waits until they have arrived.
    private func startCalls(_ count: Int, _ setup: EchoBus) async -> [Task<String, any Error>] {
        let calls = (0..<count).map { _ in Task { try await setup.call("Wait", "closing") as String } }
        await eventually("the calls have not come") { await setup.echo.gate("closing").count == count }
        return calls
    }

    private func expectClosed(_ calls: [Task<String, any Error>]) async throws {
        for call in calls {
            let error = await #expect(throws: ConnectionError.self) { try await withDeadline { try await call.value } }
            #expect(error?.code == .closed)
        }
    }

    @Test func closingEndsEverything() async throws {
        let setup = try await EchoBus.start()
        let calls = await startCalls(20, setup)
        let stream = try await setup.client.signals(matching: MatchRule(member: "Any"))
        await setup.client.close()
        #expect(await setup.client.isClosed)
        #expect(await setup.client.closed == .closedHere)
        try await expectClosed(calls)
        // A continuation that is resumed twice ends the process, so each one was resumed once.
        #expect(await setup.client.perform { $0.pending.count } == 0)
        #expect(try await withDeadline { await stream.first { _ in true } } == nil)
        let error = await #expect(throws: ConnectionError.self) { try await setup.call("Text", "late") as String }
        #expect(error?.code == .closed)
        await #expect(throws: ConnectionError.self) { try await setup.client.subscribe(MatchRule()) { _ in } }
        await #expect(throws: ConnectionError.self) { try await setup.client.emit("/", "a.b", "C") }
        await setup.client.emitPropertiesChanged("/", "a.b", ["C"])
        await setup.client.close()
        await setup.echo.openAll()
    }

    @Test func theDeathOfTheBusIsTold() async throws {
        let setup = try await EchoBus.start()
        let calls = await startCalls(100, setup)
        let told = Mutex<[Connection.CloseReason]>([])
        await setup.client.onClose { reason in told.withLock { $0.append(reason) } }
        setup.bus.stop()
        #expect(try await withDeadline { await setup.client.closed } == .disconnected)
        #expect(try await withDeadline { await setup.service.closed } == .disconnected)
        try await expectClosed(calls)
        #expect(told.withLock { $0 } == [.disconnected])
        await setup.client.onClose { reason in told.withLock { $0.append(reason) } }
        #expect(told.withLock { $0 } == [.disconnected, .disconnected])
        await setup.echo.openAll()
    }

    /// A sender notices first that the bus is gone. The socket is no longer watched then, so nothing else reports it.
    @Test func theDeathOfTheBusIsToldToASender() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        await connection.perform { connection in
            let loop = connection.loop
            _ = loop.schedule(at: .now) { [connection] in
                bus.stop()
                connection.assumeIsolated { try? $0.emit("/", "org.example.Test", "Gone") }
            }
        }
        #expect(try await withDeadline { await connection.closed } == .disconnected)
    }

    @Test func waitingForTheEndCanBeCancelled() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let others = (0..<3).map { _ in Task { await connection.closed } }
        for round in 0..<30 {
            let waiting = Task { await connection.closed }
            for _ in 0..<round % 5 { await Task.yield() }
            waiting.cancel()
            #expect(try await withDeadline { await waiting.value } == nil)
        }
        #expect(await !connection.isClosed)
        await connection.close()
        for other in others { #expect(try await withDeadline { await other.value } == .closedHere) }
    }

    @Test func theLastRepliesAreWritten() async throws {
        let bus = try await PrivateBus.start()
        let (sender, receiver) = try await bus.connectPair()
        let recorder = try await SignalRecorder(receiver, MatchRule(interface: "org.example.Test"))
        let text = String(repeating: "x", count: 64 << 10)
        // More than a socket takes at once.
        try await sender.perform { sender in
            for _ in 0..<100 { try sender.emit("/", "org.example.Test", "Big", text) }
            sender.close(drainingFor: .seconds(20))
        }
        try await recorder.wait(for: 100)
    }

    @Test func drainingHasADeadline() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let daemon: UInt32 = try await connection.call(
            .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", "org.freedesktop.DBus")
        kill(pid_t(daemon), SIGSTOP)
        let text = String(repeating: "x", count: 4 << 20)
        try await connection.perform { connection in
            try connection.emit("/", "org.example.Test", "Big", text)
            connection.close(drainingFor: .milliseconds(20))
        }
        #expect(await connection.isClosed)
    }

    @Test func aHandlerMayCloseItsConnection() async throws {
        let setup = try await EchoBus.start()
        try await setup.client.call(Echo.busName, path: Echo.path, interface: Echo.name, "Close")
        #expect(try await withDeadline { await setup.service.closed } == .closedHere)
    }

    /// A closure that is called at the end may use the connection at once.
    @Test func whoeverIsToldOfTheEndMayUseTheConnection() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let other = try await connection.subscribe(MatchRule(member: "Other")) { _ in }
        let told = Count()
        let finished: @Sendable () -> Void = { [weak connection] in
            told.add()
            connection?.assumeIsolated {
                $0.cancel(other)
                $0.onClose { _ in told.add() }
            }
        }
        _ = try await connection.subscribe(MatchRule(member: "One"), finished: finished) { _ in }
        let two = try await connection.subscribe(MatchRule(member: "Two"), finished: finished) { _ in }
        await connection.cancel(two)
        #expect(told.value == 1)
        await connection.close()
        #expect(told.value == 4)
    }

    /// An object that keeps its connection.
    private actor Keeper {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        init(_ connection: Connection) { self.connection = connection }
        static let interface = Interface<Keeper>("org.example.Keeper") {
            Method("Name") { (it: isolated Keeper) in it.connection.uniqueName?.rawValue ?? "" }
        }
    }

    @Test(arguments: [false, true])
    func afterTheEndEverythingIsFreed(_ byTheBus: Bool) async throws {
        let thread = "freed-\(byTheBus)"
        let connection: Weak<Connection>
        let owner: Weak<Keeper>
        do {
            let bus = try await PrivateBus.start()
            let open = try await bus.connect(on: EventLoop(name: thread))
            let keeper = Keeper(open)
            (connection, owner) = (Weak(open), Weak(keeper))
            try await open.export(Keeper.interface, of: keeper, at: "/keeper")
            let stream = try await open.signals(matching: MatchRule(sender: "org.example.Some", member: "Any"))
            _ = try await open.watchOwner(of: Echo.busName) { [open] _ in _ = open.uniqueName }
            await open.onClose { [open] _ in _ = open.uniqueName }
            let id: String = try await open.call(.bus, path: .bus, interface: .bus, "GetId")
            #expect(!id.isEmpty)
            if byTheBus {
                bus.stop()
                _ = await open.closed
            } else {
                await open.close()
            }
            for await _ in stream {}
            // Nothing that comes too late is kept, either.
            await #expect(throws: ExportError.self) {
                try await open.export(Keeper.interface, of: keeper, at: "/late")
            }
            await open.exportObjectManager(at: "/late")
        }
        await eventually("the owner is kept") { owner.object == nil }
        await eventually("the connection is kept") { connection.object == nil }
        await eventually("the thread still runs") { Threads.named(thread).isEmpty }
    }
}
