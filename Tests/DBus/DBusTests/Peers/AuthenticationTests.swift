import DBusTesting
import Glibc
import TodayPlatform
import Testing

@testable import DBus

/// The clients that a ``PeerServer`` accepts.
struct AuthenticationTests {
    /// Sends lines of the protocol, and prints the first word of each answer, or all of a refusal. It then prints
    /// whether the server hangs up after `BEGIN`.
    private static let stranger = """
        import os, socket, sys
        path, user, *lines = sys.argv[1:]
        if user != "-":
            os.setuid(int(user))
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(20)
        connection.connect(path)
        connection.sendall(b"\\0")
        for line in lines:
            connection.sendall(line.encode() + b"\\r\\n")
            answer = b""
            while not answer.endswith(b"\\r\\n"):
                answer += connection.recv(1)
            print("OK" if answer.startswith(b"OK ") else answer.decode().strip())
        connection.sendall(b"BEGIN\\r\\n")
        if connection.recv(1) == b"":
            print("hung up")
        """

    private func run(_ server: PeerServer, as user: String = "-", _ lines: String...) async throws -> String {
        let run = try await ToolRun.start(
            ["/usr/bin/python3", "-c", Self.stranger, EchoPeers.socketPath(of: server.address), user] + lines,
            environment: ["PATH": "/usr/bin"]
        ).finished()
        #expect(run.exit == .status(0), "\(run)")
        return run.output
    }

    /// A user id as the mechanism EXTERNAL wants it.
    private func external(_ user: UInt32) -> String {
        "AUTH EXTERNAL " + "\(user)".utf8.map { String($0, radix: 16) }.joined()
    }

    @Test func onlyTheKernelIsBelieved() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address)
        // No mechanism, one that proves nothing, one by cookie, and a user that the socket does not belong to.
        let answers = try await run(
            server, "AUTH", "AUTH ANONYMOUS", "AUTH DBUS_COOKIE_SHA1 30", external(getuid() + 1))
        #expect(answers == String(repeating: "REJECTED EXTERNAL\n", count: 4) + "hung up\n")
        #expect(await server.connections.isEmpty)
        await server.close()
    }

    /// The client proves its user, but the server accepts only its own user. Only root can become another user.
    @Test(.enabled(if: getuid() == 0, "only root can be another user, and this is not root"))
    func anotherUserIsNotLetIn() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address)
        #expect(try await run(server, as: "65534", external(65534)) == "OK\nhung up\n")
        #expect(await server.connections.isEmpty)
        #expect(await server.candidateCount == 0)
        await server.close()
    }
}
