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

    /// Somebody listens, and ends every connection at once.
    @Test func aServerThatHangsUpIsAnError() async throws {
        let thread = "hung-up"
        let bus = try await PrivateBus.start()
        let path = bus.folder + "/silent"
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { start in
            start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 1) == 0)
        let opening = Task {
            _ = try await Connection.open(.bus("unix:path=" + path), on: EventLoop(name: thread))
        }
        // The connection waits for the greeting; ending it is all that happens to it.
        let peer = await acceptedClient(of: listener)
        close(peer)
        let error = await #expect(throws: ConnectionError.self) {
            try await withDeadline { try await opening.value }
        }
        #expect(error?.code == .cannotConnect)
        await eventually("the thread still runs") { Threads.named(thread).isEmpty }
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

    /// A library that turns the signal off does so for the whole process. libdbus does not where the kernel can be told
    /// with each write that nobody wants it, and so a write to a bus that has died sends none either.
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
        // In one go, so that nothing is read in between that tells of the end.
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

struct ConnectionHandleTests {
    /// `poll` says so of a number that is no descriptor.
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
        handle.handle(descriptors[...])
        connected = handle.isConnected
        #expect(!connected)
        let watches = handle.watches.all.count
        #expect(watches == 0)
    }
}

/// How often this process was told of a broken pipe.
private let brokenPipes = Count()
