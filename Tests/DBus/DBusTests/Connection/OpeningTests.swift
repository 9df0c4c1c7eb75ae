import DBusTesting
import Glibc
import Testing

@testable import DBus

struct OpeningTests {
    @Test func aConnectionHasItsOwnName() async throws {
        let bus = try await PrivateBus.start()
        let (first, second) = try await bus.connectPair()
        #expect(first.uniqueName?.isUnique == true)
        #expect(first.uniqueName != second.uniqueName)
        let names: [String] = try await first.call(.bus, path: .bus, interface: .bus, "ListNames")
        #expect(Set(names) == Set(["org.freedesktop.DBus", first.uniqueName?.rawValue, second.uniqueName?.rawValue]))
    }

    @Test(arguments: [
        "unix:path=/nonexistent/socket", "unix:path=/nonexistent\0/socket", "", "nonsense", "unix:", "unix:path=",
        "other:path=/tmp", "unix:path=/dev/null",
    ])
    func aBadAddressIsAnError(_ address: String) async {
        let error = await #expect(throws: ConnectionError.self) { try await Connection.open(.bus(address)) }
        #expect(error?.code == .cannotConnect)
        #expect(error?.message.isEmpty == false)
    }

    /// The server listens, and closes every connection at once.
    @Test func aServerThatHangsUpIsAnError() async throws {
        let thread = "hung-up"
        let bus = try await PrivateBus.start()
        let path = bus.folder + "/silent"
        let listener = try Listener(path)
        let opening = Task {
            _ = try await Connection.open(.bus("unix:path=" + path), on: EventLoop(name: thread))
        }
        // The connection waits for the greeting; ending it is all that happens to it.
        close(await listener.acceptOne())
        let error = await #expect(throws: ConnectionError.self) {
            try await withDeadline { try await opening.value }
        }
        #expect(error?.code == .cannotConnect)
        await eventually("the thread still runs") { Threads.named(thread).isEmpty }
    }

    /// The server listens, and never answers. Other connections on the same loop aren't blocked.
    @Test func aServerThatNeverAnswersIsAnError() async throws {
        let bus = try await PrivateBus.start()
        let listener = try Listener(bus.folder + "/silent")
        let other = try await bus.connect()
        let error = await #expect(throws: ConnectionError.self) {
            try await withDeadline {
                try await Connection.open(listener.address, on: other.loop, timeout: .milliseconds(30))
            }
        }
        #expect(error?.code == .cannotConnect)
        #expect(error?.message.hasSuffix("no answer within 0.03 seconds") == true)
        #expect(await other.perform { $0.loop.timerCount } == 0)
        // The socket was closed on this side.
        #expect(listener.readToTheEnd(await listener.acceptOne()))
        let _: String = try await other.call(.bus, path: .bus, interface: .bus, "GetId")
    }

    /// `connect` itself blocks then, and nothing ends it but the listener.
    @Test(arguments: [false, true])
    func aServerThatIsFullHoldsUpNobody(_ cancelling: Bool) async throws {
        let bus = try await PrivateBus.start()
        let listener = try Listener(bus.folder + "/full", backlog: 0)
        let waiting = listener.fill()
        defer { for socket in waiting { close(socket) } }
        let other = try await bus.connect()
        let opening = Task {
            try await Connection.open(
                listener.address, on: other.loop, timeout: cancelling ? .seconds(100) : .milliseconds(30))
        }
        for _ in 0..<10 { let _: String = try await other.call(.bus, path: .bus, interface: .bus, "GetId") }
        if cancelling { opening.cancel() }
        let outcome = try await withDeadline { await opening.result }
        switch outcome {
        case .success: Issue.record("nobody can have answered")
        case .failure(let error):
            if cancelling {
                #expect(error is CancellationError)
            } else {
                #expect((error as? ConnectionError)?.code == .cannotConnect)
            }
        }
        // A connection that is still made after that is closed at once.
        for _ in waiting { close(await listener.acceptOne()) }
        if !cancelling { #expect(listener.readToTheEnd(await listener.acceptOne())) }
    }

    @Test(arguments: [.zero, .seconds(-5)] as [Duration])
    func noTimeIsTooShort(_ timeout: Duration) async throws {
        let bus = try await PrivateBus.start()
        let error = await #expect(throws: ConnectionError.self) {
            try await Connection.open(.bus(bus.address), timeout: timeout)
        }
        #expect(error?.code == .cannotConnect)
    }

    /// Waits until only `watcher` is connected, with a name or without one yet.
    private func expectNobodyElse(_ watcher: Connection) async throws {
        try await eventually("connections are left") {
            let counts: [String: DBusValue] = try await watcher.call(
                .bus, path: .bus, interface: "org.freedesktop.DBus.Debug.Stats", "GetStats")
            return counts["ActiveConnections"] == .uint32(1) && counts["IncompleteConnections"] == .uint32(0)
        }
    }

    @Test func openingCanBeCancelledAtAnyMoment() async throws {
        let bus = try await PrivateBus.start()
        let watcher = try await bus.connect()
        let loop = EventLoop(name: "any-moment")
        // The moments are spread over the time that it takes.
        let clock = ContinuousClock()
        let usual = try await clock.measure { try await bus.connect(on: loop).close() }
        for round in 0..<40 {
            let opening = Task { _ = try await bus.connect(on: loop) }
            let moment = clock.now + usual * round / 30
            while clock.now < moment { await Task.yield() }
            opening.cancel()
            _ = await opening.result
        }
        try await expectNobodyElse(watcher)
    }

    /// The socket is connected, and the answer to Hello does not come.
    @Test func openingCanBeCancelledWhileTheBusHangs() async throws {
        let bus = try await PrivateBus.start()
        let watcher = try await bus.connect()
        let daemon: UInt32 = try await watcher.call(
            .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", "org.freedesktop.DBus")
        #expect(kill(pid_t(daemon), SIGSTOP) == 0)
        let opening = Task { _ = try await bus.connect(on: watcher.loop) }
        // The watcher's own source and that of the new connection.
        await eventually("it does not connect") { await watcher.perform { $0.loop.sourceCount } == 2 }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await withDeadline { try await opening.value } }
        #expect(await watcher.perform { $0.loop.sourceCount } == 1)
        #expect(await watcher.perform { $0.loop.timerCount } == 0)
        #expect(kill(pid_t(daemon), SIGCONT) == 0)
        try await expectNobodyElse(watcher)
        bus.stop()
    }

    @Test func openingCanBeCancelled() async throws {
        let bus = try await PrivateBus.start()
        let opening = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await bus.connect(on: EventLoop(name: "cancelled"))
        }
        await #expect(throws: CancellationError.self) { try await opening.value }
        await eventually("the thread still runs") { Threads.named("cancelled").isEmpty }
    }

    /// A library that turns the signal off does so for the whole process. libdbus leaves it on where the kernel can
    /// suppress the signal for each write, so a write to a dead bus sends none either.
    @Test func theBrokenPipeSignalIsLeftAlone() async throws {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in brokenPipes.add() }
        #expect(sigaction(SIGPIPE, &action, nil) == 0)
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let server = try await PeerServer.listen(at: EchoPeers.address)
        let peer = try await Connection.open(.peer(server.address))
        bus.stop()
        await eventually("it is not listed") { await server.connections.count == 1 }
        // All at once, so that no read in between reports the end.
        await connection.perform { for _ in 0..<3 { try? $0.emit("/", "org.example.Test", "Gone") } }
        await peer.perform { peer in for _ in 0..<3 { try? peer.emit("/", "org.example.Test", "Gone") } }
        await server.close()
        await peer.close()
        var after = sigaction()
        #expect(sigaction(SIGPIPE, nil, &after) == 0)
        let handlers = [action, after].map { unsafeBitCast($0.__sigaction_handler.sa_handler, to: Int.self) }
        #expect(handlers[0] == handlers[1])
        #expect(brokenPipes.value == 0)
    }

    @Test func addressesComeFromTheEnvironment() throws {
        #expect(
            try BusAddress.session.resolved { $0 == "DBUS_SESSION_BUS_ADDRESS" ? "unix:path=/x" : nil }
                == "unix:path=/x")
        #expect(
            try BusAddress.session.resolved { $0 == "XDG_RUNTIME_DIR" ? "/run/user/1 ü,;" : nil }
                == "unix:path=/run/user/1%20%c3%bc%2c%3b/bus")
        #expect(throws: ConnectionError.self) { try BusAddress.session.resolved { _ in nil } }
        #expect(try BusAddress.system.resolved { _ in nil } == "unix:path=/var/run/dbus/system_bus_socket")
        #expect(try BusAddress.system.resolved { _ in "unix:path=/y" } == "unix:path=/y")
        #expect(try BusAddress.peer("unix:path=/z").resolved() == "unix:path=/z")
        #expect(!BusAddress.peer("").isBus && BusAddress.session.isBus)
    }
}

/// A socket that listens and does no more.
private final class Listener: Sendable {
    private let descriptor: CInt
    private let path: String
    var address: BusAddress { .bus("unix:path=" + path) }

    init(_ path: String, backlog: CInt = 1) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let bound = Self.withAddress(path) { bind(descriptor, $0, $1) }
        try #require(bound == 0 && listen(descriptor, backlog) == 0)
    }

    deinit { close(descriptor) }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { start in
            start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Connects until no more connections are possible, and returns the sockets.
    func fill() -> [CInt] {
        var sockets: [CInt] = []
        while true {
            let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            if Self.withAddress(path, { connect(client, $0, $1) }) != 0 {
                close(client)
                return sockets
            }
            sockets.append(client)
        }
    }

    func acceptOne() async -> CInt { await acceptedClient(of: descriptor) }

    /// Reads and closes a socket. Returns whether the other side has closed it.
    func readToTheEnd(_ peer: CInt) -> Bool {
        defer { close(peer) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(peer, &buffer, buffer.count)
            if count <= 0 { return count == 0 || errno == ECONNRESET }
        }
    }
}

struct ConnectionHandleTests {
    /// `poll` reports `POLLNVAL` for a number that isn't a descriptor.
    @Test(arguments: [POLLNVAL, POLLHUP, POLLERR])
    func aBrokenSocketEndsTheConnection(_ event: CInt) async throws {
        let bus = try await PrivateBus.start()
        let handle = try ConnectionHandle.connect(to: bus.address)
        var connected = handle.isConnected
        #expect(connected)
        var descriptors: [pollfd] = []
        handle.watches.collect(into: &descriptors)
        #expect(descriptors.contains { $0.fd >= 0 })
        for index in descriptors.indices { descriptors[index].revents = Int16(event) }
        _ = handle.handle(descriptors[...])
        connected = handle.isConnected
        #expect(!connected)
        let watches = handle.watches.all.count
        #expect(watches == 0)
    }
}

/// How often this process got a broken pipe signal.
private let brokenPipes = Count()
