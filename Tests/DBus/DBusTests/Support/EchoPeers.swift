import DBusTesting
import TodayPlatform

@testable import DBus

/// A server with an ``Echo`` and a ``Lamp`` for all clients, and one client of it, without a bus.
struct EchoPeers: Sendable {
    let server: PeerServer
    let echo: Echo
    let lamp: Lamp
    let client: Connection
    /// The server's end of the client's connection.
    let accepted: Connection

    /// Where a server gets a socket file with a name of its own.
    static let address = "unix:dir=" + (Environment["TMPDIR"] ?? "/tmp")

    /// Starts both ends. A client that stays silent is dropped after an hour, not while a slow test runs.
    ///
    /// - Parameter thread: The name of the server's thread.
    static func start(thread: String = "dbus") async throws -> EchoPeers {
        let loop = EventLoop(name: thread)
        let (echo, lamp) = (Echo(loop: loop), Lamp(loop: loop))
        let server = try await PeerServer.listen(at: address, on: loop, authenticationLimit: .seconds(3600)) { peer in
            try peer.export(Echo.interface, of: echo, at: Echo.path)
            try peer.export(Lamp.interface, of: lamp, at: "/lamp")
        }
        let client = try await Connection.open(.peer(server.address))
        for await accepted in await server.incoming {
            return EchoPeers(server: server, echo: echo, lamp: lamp, client: client, accepted: accepted)
        }
        throw ListenError(description: "the server has closed")
    }

    /// Ends both sides.
    func stop() async {
        await client.close()
        await server.close()
        for connection in await server.connections { await connection.close() }
    }

    /// The path of the socket of a server.
    static func socketPath(of address: String) -> String {
        let value = address.split(separator: ",")[0].split(separator: "=", maxSplits: 1)
        return value.count == 2 ? String(value[1]) : ""
    }
}

extension Connection {
    /// Calls the ``Echo`` of a peer.
    func callEcho<Argument: DBusType, Result: DBusType>(
        _ member: MemberName, timeout: Duration = .seconds(20), _ argument: Argument
    ) async throws -> Result {
        try await call(nil, path: Echo.path, interface: Echo.name, member, timeout: timeout, argument)
    }
}
