import DBusTesting
import Testing

@testable import DBus

/// A handler that closes its connection still replies.
struct ClosingHandlerTests {
    private actor Door {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Door>("org.example.Door") {
            Method("Shut") { (_: isolated Door, call: MethodCall) in
                call.connection.assumeIsolated { $0.close() }
                return "shut"
            }
            Method("ShutAndFail") { (_: isolated Door, call: MethodCall) throws -> String in
                call.connection.assumeIsolated { $0.close() }
                throw RemoteError("org.example.Door.Error.Jammed", "it is jammed")
            }
            Method.async("ShutSlowly") { (_: isolated Door, call: MethodCall) in
                // A busy machine may take long to come back to it.
                await call.connection.close(drainingFor: .seconds(60))
                await Task.yield()
                return "shut"
            }
            Method.async("ShutAndWait") { (_: isolated Door, call: MethodCall) in
                await call.connection.close(drainingFor: .milliseconds(20))
                _ = await call.connection.closed
                return "never"
            }
            Method.later("ShutAndSay") {
                (_: isolated Door, call: MethodCall, reply: DeferredReply<String>) in
                call.connection.assumeIsolated { $0.close() }
                reply.send("shut")
            }
            Method("Break") { (_: isolated Door, call: MethodCall) in
                call.connection.assumeIsolated { $0.close(drainingFor: .zero) }
                return "broken"
            }
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let door: Proxy

        static func start() async throws -> Setup {
            let bus = try await PrivateBus.start()
            let (service, client) = try await bus.connectPair()
            try await service.export(Door.interface, of: Door(service), at: "/door")
            return Setup(
                bus: bus, service: service, door: Proxy(client, service.uniqueName, "/door", "org.example.Door"))
        }

        func expectClosed() async throws {
            #expect(try await withDeadline { await service.closed } == .closedHere)
        }
    }

    @Test(arguments: ["Shut", "ShutSlowly", "ShutAndSay"] as [MemberName])
    func theReplyGoesOutFirst(_ method: MemberName) async throws {
        let setup = try await Setup.start()
        #expect(try await setup.door.call(method) as String == "shut")
        try await setup.expectClosed()
    }

    @Test func theErrorGoesOutFirst() async throws {
        let setup = try await Setup.start()
        await #expect(throws: RemoteError("org.example.Door.Error.Jammed", "it is jammed")) {
            try await setup.door.call("ShutAndFail") as String
        }
        try await setup.expectClosed()
    }

    /// It would wait for itself.
    @Test func oneThatWaitsForTheEndDoesNotKeepItFromComing() async throws {
        let setup = try await Setup.start()
        await #expect(throws: RemoteError.self) { try await setup.door.call("ShutAndWait") as String }
        try await setup.expectClosed()
    }

    @Test func withoutTimeToDrainItEndsAtOnce() async throws {
        let setup = try await Setup.start()
        await #expect(throws: RemoteError.self) { try await setup.door.call("Break") as String }
        try await setup.expectClosed()
    }
}
