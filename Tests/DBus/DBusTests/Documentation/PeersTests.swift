// The code of the article "Peers", block by block.
import DBus
import DBusTesting
import Testing

@Suite struct PeersTests {
    func listen(in folder: String) async throws -> PeerServer {
        try await PeerServer.listen(at: "unix:dir=\(folder)") { peer in
            // On the server's thread, before anything that this client sent is looked at.
            try peer.export(Counter.interface, of: Counter(peer), at: "/counter")
        }
    }

    func add(_ amount: Int32, at address: String) async throws -> Int32 {
        let peer = try await Connection.open(.peer(address))
        let counter = Proxy(peer, nil, "/counter", "org.example.Counter")
        let sum: Int32 = try await counter.call("Add", amount)
        await peer.close()
        return sum
    }

    func callBack(_ address: String) async throws -> Connection {
        try await Connection.open(.peer(address)) { peer in
            // The server may call as soon as it has let this program in.
            try peer.export(Counter.interface, of: Counter(peer), at: "/counter")
        }
    }

    func emitToAll(_ server: PeerServer) async throws {
        for peer in await server.connections {
            try await peer.emit(Counter.overflow, at: "/counter", 5)
        }
    }

    func overflows(at peer: Connection) async throws -> SignalStream {
        try await peer.signals(matching: MatchRule(interface: "org.example.Counter", member: "Overflow"))
    }

    func stop(_ server: PeerServer) async {
        await server.close()
        for peer in await server.connections { await peer.close() }
    }

    @Test func twoProgramsTalkWithoutABus() async throws {
        let bus = try await PrivateBus.start()  // for its folder
        let server = try await listen(in: bus.folder)
        // Each client has a counter of its own.
        #expect(try await add(5, at: server.address) == 5)
        #expect(try await add(6, at: server.address) == 6)
        let client = try await callBack(server.address)
        var overflows = try await overflows(at: client).makeAsyncIterator()
        var sum: Int32 = 0
        for await accepted in await server.incoming where await !accepted.isClosed {
            let counter = Proxy(accepted, nil, "/counter", "org.example.Counter")
            // One of those above may not have been noticed to have left.
            guard let answer = try? await counter.call("Add", Int32(7)) as Int32 else { continue }
            sum = answer
            break
        }
        #expect(sum == 7)
        try await emitToAll(server)
        #expect(try await overflows.next()?.arguments(of: Counter.overflow) == 5)
        await stop(server)
        #expect(await client.closed == .disconnected)
    }
}
