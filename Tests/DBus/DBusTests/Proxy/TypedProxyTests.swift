import DBusTesting
import Testing

@testable import DBus

/// The options that a proxy remembers for its calls, and signals with their types.
@Suite struct TypedProxyTests {
    static let moved = SignalDescription("org.example.Mouse", "Moved", ["x", "y"], as: Int32.self, Int32.self)

    struct Point: Equatable {
        let x: Int32
        let y: Int32
    }

    @Test func aSignalIsHeardWithItsTypes() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let mouse = Proxy(client, service.uniqueName, "/mouse", "org.example.Mouse")
        let tuples = try await mouse.signals(Self.moved)
        let points = try await mouse.signals(Self.moved, as: Point.init)
        try await service.emit("/mouse", "org.example.Mouse", "Moved", "another type")
        try await service.emit(Self.moved, at: "/elsewhere", 0, 0)
        try await service.emit(Self.moved, at: "/mouse", 3, -4)
        let tuple = try #require(await tuples.first { _ in true })
        #expect(tuple == (3, -4))
        #expect(await points.first { _ in true } == Point(x: 3, y: -4))
        #expect(points.dropped == 0)
    }

    @Test func aProxyRemembersTimeoutAndOptions() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        var proxy = Proxy(client, "org.example.Nobody", "/", "org.example.Mouse")
        proxy.options = .noAutoStart
        proxy.timeout = .zero
        #expect(proxy == Proxy(client, proxy.remote))
        let late = await #expect(throws: ConnectionError.self) { try await proxy.call("Move") }
        #expect(late?.code == .timedOut)
        await #expect(throws: ConnectionError.self) { try await proxy.get("Speed", as: Int32.self) }
        await #expect(throws: ConnectionError.self) { try await proxy.set("Speed", to: Int32(1)) }
        await #expect(throws: ConnectionError.self) { try await proxy.getAll() }
        // The options of a call override those of the proxy.
        await #expect(throws: RemoteError.self) { try await proxy.call("Move", timeout: .seconds(20)) }
    }

    @Test func structsAreEqualByTheirFields() {
        let one = Struct(Int32(1), "a", [Struct(true)])
        #expect(one == Struct(Int32(1), "a", [Struct(true)]))
        #expect(one != Struct(Int32(1), "b", [Struct(true)]))
        #expect(one != Struct(Int32(1), "a", [Struct(false)]))
        #expect(Set([one, one, Struct(Int32(2), "a", [])]).count == 2)
    }
}
