import DBusTesting
import Glibc
import Testing

@testable import DBus

struct PeerServerTests {
    @Test(arguments: [
        "", "nonsense", "unix:", "other:path=/tmp", "unix:path=/nonexistent/socket", "unix:path=/tmp\0/socket",
        "unix:dir=/nonexistent", "tcp:host=localhost", "unix:tmpdir=/tmp;nonce-tcp:host=localhost",
    ])
    func aBadAddressIsAnError(_ address: String) async {
        let error = await #expect(throws: ListenError.self) { try await PeerServer.listen(at: address) }
        #expect(error?.description.isEmpty == false)
    }

    @Test func theAddressIsWhereClientsConnect() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address)
        #expect(server.address.hasPrefix("unix:path="))
        #expect(server.address.contains(",guid="))
        #expect(access(EchoPeers.socketPath(of: server.address), F_OK) == 0)
        let client = try await Connection.open(.peer(server.address))
        await eventually("it is not listed") { await server.connections.count == 1 }
        await client.close()
        await server.close()
    }

    @Test func closingEndsListeningOnly() async throws {
        let peers = try await EchoPeers.start()
        let incoming = await peers.server.incoming
        await peers.server.close()
        await peers.server.close()
        #expect(await peers.server.isClosed)
        #expect(access(EchoPeers.socketPath(of: peers.server.address), F_OK) != 0)
        let error = await #expect(throws: ConnectionError.self) {
            try await Connection.open(.peer(peers.server.address))
        }
        #expect(error?.code == .cannotConnect)
        // Existing connections stay, and are listed.
        #expect(try await peers.client.callEcho("Text", "still") as String == "still")
        #expect(try await withDeadline { await incoming.reduce(0) { count, _ in count + 1 } } == 1)
        #expect(await peers.server.incoming.reduce(0) { count, _ in count + 1 } == 1)
        await peers.accepted.close()
        #expect(try await withDeadline { await peers.client.closed } == .disconnected)
        #expect(await peers.server.connections.isEmpty)
    }

    @Test(arguments: [false, true])
    func aClientMayBeTurnedAway(_ byThrowing: Bool) async throws {
        struct Unwelcome: Error {}
        let server = try await PeerServer.listen(at: EchoPeers.address) { peer in
            if byThrowing { throw Unwelcome() }
            peer.close()
        }
        let client = try? await Connection.open(.peer(server.address))
        #expect(try await withDeadline { await client?.closed } != .closedHere)
        #expect(await server.connections.isEmpty)
        #expect(await server.candidateCount == 0)
        await server.close()
    }

    @Test func preparingMayFail() async throws {
        struct Unprepared: Error {}
        let peers = try await EchoPeers.start()
        await #expect(throws: Unprepared.self) {
            try await Connection.open(.peer(peers.server.address)) { _ in throw Unprepared() }
        }
        await peers.stop()
    }

    @Test func nobodyWhoConnectsHasToTalk() async throws {
        let server = try await PeerServer.listen(
            at: EchoPeers.address, on: nil, authenticationLimit: .milliseconds(50), accept: { _ in })
        let silent = try connect(to: server)
        defer { close(silent) }
        await eventually("it was not noticed") { await server.candidateCount == 1 }
        // The server hangs up.
        await eventually("it is kept") { await server.candidateCount == 0 }
        await eventually("the server does not hang up") { isHungUp(silent) }
        await server.close()
    }

    @Test func manyWhoSayNothingAreNotAccepted() async throws {
        // None is dropped meanwhile, however slow this machine is at the moment.
        let server = try await PeerServer.listen(
            at: EchoPeers.address, on: nil, authenticationLimit: .seconds(1000), accept: { _ in })
        // More wait in the kernel; 30 is libdbus's limit there.
        let silent = try (0..<PeerServer.maximumCandidates + 10).map { _ in try connect(to: server) }
        await eventually("they were not noticed") { await server.candidateCount == PeerServer.maximumCandidates }
        for _ in 0..<50 { _ = await server.candidateCount }
        #expect(await server.candidateCount == PeerServer.maximumCandidates)
        for descriptor in silent { close(descriptor) }
        let client = try await withDeadline { try await Connection.open(.peer(server.address)) }
        await eventually("it is not listed") { await server.connections.count == 1 }
        await client.close()
        await server.close()
        #expect(await server.candidateCount == 0)
        #expect(await server.perform { $0.loop.timerCount } == 0)
    }

    /// When `accept` fails, as without free descriptors, the socket stays ready.
    @Test func aFailureToAcceptDoesNotKeepTheThreadBusy() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address)
        let (before, during) = await server.perform { server in
            var before: [pollfd] = []
            server.collect(into: &before)
            for index in before.indices { before[index].revents = Int16(POLLIN) }
            server.handle(before[...])  // no client waits
            var during: [pollfd] = []
            server.collect(into: &during)
            return (before.count, during.count)
        }
        #expect(before == 1)
        #expect(during == 0)
        let client = try await withDeadline { try await Connection.open(.peer(server.address)) }
        await client.close()
        await server.close()
    }

    /// The other end never answers.
    @Test func openingCanBeCancelled() async throws {
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var template = Array("/tmp/silent-peer.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/socket"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try #require(withSocketAddress(path) { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
        let opening = Task { _ = try await Connection.open(.peer("unix:path=" + path), on: EventLoop(name: "mute")) }
        let peer = await acceptedClient(of: listener)
        defer { close(peer) }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await withDeadline { try await opening.value } }
        await eventually("the thread still runs") { Threads.named("mute").isEmpty }
    }

    @Test func afterTheEndEverythingIsFreed() async throws {
        let thread = "peers-freed"
        let server: Weak<PeerServer>
        let accepted: Weak<Connection>
        let echo: Weak<Echo>
        let path: String
        do {
            let peers = try await EchoPeers.start(thread: thread)
            (server, accepted, echo) = (Weak(peers.server), Weak(peers.accepted), Weak(peers.echo))
            path = EchoPeers.socketPath(of: peers.server.address)
            let silent = try connect(to: peers.server)
            await eventually("it was not noticed") { await peers.server.candidateCount == 1 }
            await peers.stop()
            await eventually("the server does not hang up") { isHungUp(silent) }
            close(silent)
        }
        await eventually("the server is kept") { server.object == nil }
        await eventually("a connection is kept") { accepted.object == nil }
        await eventually("an owner is kept") { echo.object == nil }
        await eventually("the thread still runs") { Threads.named(thread).isEmpty }
        #expect(access(path, F_OK) != 0)
    }

    /// A server, its connections and a client that hasn't authenticated sleep while another server is busy.
    @Test func nothingWakesAnIdleServer() async throws {
        let busy = try await EchoPeers.start()
        let idle = try await EchoPeers.start(thread: "idle-server")
        let silent = try connect(to: idle.server)
        defer { close(silent) }
        await eventually("it was not noticed") { await idle.server.candidateCount == 1 }
        try await expectRest(of: "idle-server") {
            for _ in 0..<50 { let _: String = try await busy.client.callEcho("Text", "x") }
        }
        #expect(try await idle.client.callEcho("Text", "x") as String == "x")
        await busy.stop()
        await idle.stop()
    }

    private func isHungUp(_ descriptor: CInt) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT)) == 0
    }

    /// Connects, and says nothing.
    private func connect(to server: PeerServer) throws -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let result = withSocketAddress(EchoPeers.socketPath(of: server.address)) { Glibc.connect(descriptor, $0, $1) }
        try #require(result == 0)
        return descriptor
    }
}

extension PeerServer {
    /// Runs code on this server's thread.
    func perform<R: Sendable>(_ body: @Sendable (isolated PeerServer) throws -> R) rethrows -> R { try body(self) }
}
