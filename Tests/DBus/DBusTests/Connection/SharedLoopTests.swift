import DBusTesting
import Testing

@testable import DBus

/// Connections that end, and objects and subscriptions that go, in the middle of what the loop does with them.
@Suite struct SharedLoopTests {
    @Test func closingOneConnectionLeavesTheOtherAlone() async throws {
        let setup = try await EchoBus.start(shared: true)
        let third = try await setup.bus.connect()
        let call = Task { try await setup.call("Wait", "other") as String }
        await eventually("the call has not come") { await setup.echo.gate("other").count == 1 }
        let gone = try await setup.bus.connect(on: setup.service.loop)
        _ = try await gone.subscribe(MatchRule()) { _ in }
        try await gone.export(Echo.interface, of: setup.echo, at: Echo.path)
        await gone.close()
        let text: String = try await third.call(
            Echo.busName, path: Echo.path, interface: Echo.name, "Text", "still there")
        #expect(text == "still there")
        await setup.echo.openAll()
        #expect(try await withDeadline { try await call.value } == "other")
    }

    /// Where a connection is closed from.
    enum Place: CaseIterable { case synchronousHandler, asynchronousHandler, signalHandler, endOfTheOther }

    private actor Closer {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        init(_ loop: EventLoop) { self.loop = loop }

        private func comeBack(_ call: MethodCall) throws {
            try call.connection.assumeIsolated { connection in
                connection.unexport(call.path)
                try connection.export(Self.interface, of: self, at: call.path)
            }
        }

        static let interface = Interface<Closer>("org.example.Closer") {
            Method("Now") { (_: isolated Closer, call: MethodCall) in
                call.connection.assumeIsolated { $0.close() }
                return "closed"
            }
            Method.async("Later") { (_: isolated Closer, call: MethodCall) in
                await call.connection.close()
                return "closed"
            }
            Method("Vanish") { (_: isolated Closer, call: MethodCall) in
                call.connection.assumeIsolated { $0.unexport(call.path) }
                return "gone"
            }
            Method("Again") { (closer: isolated Closer, call: MethodCall) in
                try closer.comeBack(call)
                return "there"
            }
        }
    }

    @Test(arguments: Place.allCases)
    func aConnectionMayBeClosedFromInsideItself(_ place: Place) async throws {
        let bus = try await PrivateBus.start()
        let loop = EventLoop()
        let service = try await bus.connect(on: loop)
        let client = try await bus.connect(on: loop)
        try await service.export(Closer.interface, of: Closer(loop), at: "/closer")
        let name = service.uniqueName
        switch place {
        case .synchronousHandler, .asynchronousHandler:
            let method: MemberName = place == .synchronousHandler ? "Now" : "Later"
            let answer: String = try await client.call(
                name, path: "/closer", interface: "org.example.Closer", method)
            #expect(answer == "closed")
        case .signalHandler:
            let others = Count()
            _ = try await service.subscribe(MatchRule(member: "Close")) { [weak service] _ in
                service?.assumeIsolated { $0.close() }
            }
            _ = try await service.subscribe(MatchRule(member: "Close")) { _ in others.add() }
            // Several at once: signals that arrived with the first one are no longer handled.
            try await client.perform { for _ in 0..<3 { try $0.emit("/", "org.example.Test", "Close") } }
            _ = try await withDeadline { await service.closed }
            #expect(others.value == 0)
        case .endOfTheOther:
            await client.onClose { [service] _ in service.assumeIsolated { $0.close() } }
            await service.onClose { [client] _ in client.assumeIsolated { $0.close() } }
            await client.close()
        }
        #expect(try await withDeadline { await service.closed } == .closedHere)
    }

    @Test func anObjectMayGoAndComeBackWhileItIsCalled() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Closer.interface, of: Closer(service.loop), at: "/closer")
        let proxy = Proxy(client, service.uniqueName, "/closer", "org.example.Closer")
        #expect(try await proxy.call("Again") as String == "there")
        #expect(try await proxy.call("Vanish") as String == "gone")
        let error = await #expect(throws: RemoteError.self) { try await proxy.call("Again") as String }
        #expect(error?.name == .unknownObject)
    }

    /// An object that takes its child along when it goes.
    private actor Parent {
        let connection: Connection
        let gone: Count
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

        init(_ connection: Connection, _ gone: Count) {
            self.connection = connection
            self.gone = gone
        }

        isolated deinit {
            connection.assumeIsolated { $0.unexport("/parent/child") }
            gone.add()
        }

        static let interface = Interface<Parent>("org.example.Parent") {
            Property("Name") { (_: isolated Parent) in "parent" }
        }
    }

    @Test(arguments: [false, true])
    func anObjectMayUseTheConnectionAsItDies(_ byClosing: Bool) async throws {
        let bus = try await PrivateBus.start()
        let service = try await bus.connect()
        let gone = Count()
        try await service.export(Parent.interface, of: Parent(service, gone), at: "/parent")
        try await service.export(Echo.interface, of: Echo(loop: service.loop), at: "/parent/child")
        await service.perform { service in if byClosing { service.close() } else { service.unexport("/parent") } }
        await eventually("the object is kept") { gone.value == 1 }
        #expect(await service.perform { $0.objects.isEmpty })
    }

    /// Something that ends a subscription when it goes.
    private final class Ending: Sendable {
        let connection: Connection
        let subscription: Connection.Subscription
        init(_ connection: Connection, _ subscription: Connection.Subscription) {
            (self.connection, self.subscription) = (connection, subscription)
        }
        deinit { connection.assumeIsolated { $0.cancel(subscription) } }
        func receive() {}
    }

    @Test(arguments: [false, true])
    func whatAHandlerHoldsMayUseTheConnectionAsItDies(_ byClosing: Bool) async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let first = try await connection.subscribe(MatchRule(member: "First")) { _ in }
        let second = try await connection.subscribe(MatchRule(member: "Second")) {
            [ending = Ending(connection, first)] _ in ending.receive()
        }
        await connection.perform { if byClosing { $0.close() } else { $0.cancel(second) } }
        #expect(await connection.perform { $0.subscriptions.size } == 0)
    }
}
