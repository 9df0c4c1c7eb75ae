import DBusTesting
import Glibc
import SSHTesting
import Testing
import TodayPlatform

@testable import DBus

/// Connections over a real ssh to a real sshd on this machine.
struct SSHConnectionTests {
    private func address(of server: SSHServer, host: String = SSHServer.host) throws -> BusAddress {
        var destination = try SSHDestination(host)
        destination.program = server.clientFolder + "/ssh"
        return BusAddress(kind: .ssh(destination))
    }

    private func start() async throws -> (PrivateBus, SSHServer) {
        let bus = try await PrivateBus.start()
        return (bus, try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": bus.address]))
    }

    /// The processes of this one that run ssh for a server, and those of any ssh that ended and wasn't collected.
    private func children(of server: SSHServer) -> [ProcessStat] {
        ProcessFile.numbers(in: "/proc").compactMap(ProcessStat.of).filter { process in
            guard process.parent == getpid() else { return false }
            if process.isOver { return ProcessFile.read("/proc/\(process.number)/comm") == "ssh\n" }
            let words = ProcessFile.read("/proc/\(process.number)/cmdline") ?? ""
            return words.contains(server.clientFolder + "/ssh") || words.contains(server.folder + "/ssh_config")
        }
    }

    private func failure(_ address: BusAddress) async -> SSHFailure? {
        let error = await #expect(throws: ConnectionError.self) { try await Connection.open(address) }
        #expect(error?.code == .cannotConnect && error?.message == error?.sshFailure?.description)
        return error?.sshFailure
    }

    @Test func anotherMachinesBusIsLikeAnyOther() async throws {
        let (bus, server) = try await start()
        let there = try await bus.connect()
        let here = try await Connection.open(try address(of: server))
        #expect(here.sshHost == SSHServer.host && there.sshHost == nil)
        try await there.requestName("org.example.There")
        #expect(try await here.owner(of: "org.example.There") == there.uniqueName)
        let names: [String] = try await here.call(.bus, "ListNames")
        #expect(names.contains(try #require(here.uniqueName).rawValue))
        // ssh ends with the connection, and is collected.
        #expect(children(of: server).contains { !$0.isOver })
        await here.close()
        await eventually("ssh still runs") { children(of: server).isEmpty }
    }

    @Test func aLostMachineEndsTheConnection() async throws {
        let (bus, server) = try await start()
        let here = try await Connection.open(try address(of: server))
        try await server.kill()
        #expect(try await withDeadline { await here.closed } == .disconnected)
        guard case .unreachable? = await failure(try address(of: server))?.reason else {
            Issue.record("a dead server is reachable")
            return
        }
        try await server.restart()
        let next = try await Connection.open(try address(of: server))
        let _: String = try await next.call(.bus, "GetId")
        await next.close()
        withExtendedLifetime(bus) {}
        await eventually("ssh still runs") { children(of: server).isEmpty }
    }

    /// Nothing answers, and no connection is closed. ssh notices that itself.
    @Test func aSilentMachineEndsTheConnection() async throws {
        let (bus, server) = try await start()
        let here = try await Connection.open(try address(of: server))
        server.pause()
        defer { server.resume() }
        #expect(try await withDeadline { await here.closed } == .disconnected)
        withExtendedLifetime(bus) {}
    }

    @Test func aFailureHasItsReason() async throws {
        let (bus, server) = try await start()
        let good = try address(of: server)
        let unknown = await failure(try address(of: server, host: "nowhere.invalid"))
        #expect(
            unknown?.reason
                == .unreachable("ssh: Could not resolve hostname nowhere.invalid: Name or service not known"))
        try server.forgetHost()
        #expect(await failure(good)?.reason == .unreachable("Host key verification failed"))
        try server.refuseKeys()
        withExtendedLifetime(bus) {}
        var missing = try SSHDestination("nas")
        missing.program = "/nonexistent/ssh"
        #expect(await failure(BusAddress(kind: .ssh(missing)))?.reason == .bridgeNotFound)
    }

    @Test func aRefusedKeyIsNamed() async throws {
        let server = try await SSHServer.start()
        try server.refuseKeys()
        guard case .unreachable(let text)? = await failure(try address(of: server))?.reason else {
            Issue.record("the key is accepted")
            return
        }
        #expect(text.hasSuffix("Permission denied (publickey)"))
    }

    @Test func aMachineWithoutBusOrBridgeIsNamed() async throws {
        let server = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        #expect(await failure(try address(of: server))?.reason == .busNotFound)
        let bare = try await SSHServer.start(["PATH": "/nonexistent"])
        #expect(await failure(try address(of: bare))?.reason == .bridgeNotFound)
        await eventually("a dead ssh remains") { children(of: bare).isEmpty }
    }

    @Test func aCanceledAttemptEndsSSH() async throws {
        let (bus, server) = try await start()
        server.pause()
        let opening = Task { try await Connection.open(try address(of: server)) }
        await eventually("ssh doesn't start") { !children(of: server).isEmpty }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        await eventually("ssh still runs") { children(of: server).isEmpty }
        server.resume()
        withExtendedLifetime(bus) {}
    }
}
