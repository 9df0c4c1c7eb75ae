import DBus
import DBusTesting
import Glibc
import TodayPlatform

/// The SSH server of one test: a real `sshd` on 127.0.0.1, for the current user, with its own keys.
///
/// ```swift
/// let server = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": bus.address])
/// let run = try await local.run("todayctl", "--host", SSHServer.host, "list", with: server.environment)
/// ```
///
/// Its client is a program `ssh` in ``clientFolder``, which knows the keys and the server as ``host``.
package final class SSHServer: Sendable {
    /// The name of the server for its client. Don't resolve it otherwise.
    package static let host = "nas.invalid"

    /// The port on 127.0.0.1. It stays the same after ``restart()``.
    package let port: UInt16
    /// A temporary folder with the keys and the configuration.
    package let folder: String
    private let running: Locked<ToolRun?>

    /// The reason why a server can't be started.
    package struct StartError: Error, CustomStringConvertible {
        /// A sentence without a period at the end.
        package let description: String
    }

    private init(port: UInt16, folder: String) {
        (self.port, self.folder) = (port, folder)
        running = Locked(nil)
    }

    deinit {
        signal(SIGKILL)
        FolderContents.removeTree(folder)
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter variables: the environment of commands that the client runs.
    package static func start(_ variables: [String: String] = [:]) async throws -> SSHServer {
        let server = SSHServer(port: try freePort(), folder: try makeFolder())
        try await server.prepare(variables)
        try await server.restart()
        return server
    }

    // MARK: Client

    /// The folder with the client, for the front of `PATH`.
    package var clientFolder: String { folder + "/bin" }

    /// Variables for a program that uses the client.
    package var environment: [String: String] {
        ["PATH": "\(clientFolder):\(Environment["PATH"] ?? "/usr/bin:/bin")"]
    }

    /// Makes the client use other keys than the server accepts.
    package func refuseKeys() throws { try write("", to: "authorized") }

    /// Makes the client no longer know the server's key.
    package func forgetHost() throws { try write("", to: "known") }

    // MARK: Life

    /// Kills the server and its sessions, as if the machine had crashed.
    package func kill() async throws {
        signal(SIGKILL)
        _ = try await running.withLock { $0 }?.finished()
        running.withLock { $0 = nil }
    }

    /// Stops the server and its sessions, as if the network were cut: connections stay open, and nothing answers.
    package func pause() { signal(SIGSTOP) }

    /// Continues after ``pause()``.
    package func resume() { signal(SIGCONT) }

    /// Starts the server again after ``kill()``, on the same port.
    package func restart() async throws {
        // Nothing writes to standard output; sshd logs to standard error.
        let run = try await ToolRun.start(
            ["sh", "-c", #"exec "$0" -D -e -f "$1" 2>&1"#, Self.program, folder + "/sshd_config"],
            environment: Environment.current)
        running.withLock { $0 = run }
        try await run.output { $0.contains("Server listening on 127.0.0.1") }
    }

    /// The log of the server since its last start.
    package var log: String { running.withLock { $0?.text ?? "" } }

    /// Signals the server and all its descendants, each of which leads a session.
    private func signal(_ number: Int32) {
        guard let run = running.withLock({ $0 }), run.isRunning else { return }
        let processes = ProcessFile.numbers(in: "/proc").compactMap(ProcessStat.of)
        var found = [run.id]
        var index = 0
        while index < found.count {
            found += processes.filter { $0.parent == found[index] }.map(\.number)
            index += 1
        }
        for id in found { Glibc.kill(id, number) }
    }

    // MARK: Files

    private static var program: String {
        Environment.locate("sshd", path: (Environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin") ?? "sshd"
    }

    private func prepare(_ variables: [String: String]) async throws {
        // As root, sshd needs the folder that its package creates at each start of the system.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        mkdir(clientFolder, 0o700)
        for name in ["host", "user"] {
            let run = try await ToolRun.start(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(name)"],
                environment: Environment.current
            ).finished()
            guard run.exit == .status(0) else { throw StartError(description: "ssh-keygen: \(run.error)") }
        }
        try write(try TextFile.read(folder + "/user.pub", maximumBytes: 4096), to: "authorized")
        let key = try TextFile.read(folder + "/host.pub", maximumBytes: 4096).split(separator: " ").prefix(2)
        try write("\(Self.host) \(key.joined(separator: " "))\n", to: "known")
        let set = variables.map { "SetEnv \($0.key)=\"\($0.value)\"\n" }.sorted().joined()
        try write(
            """
            ListenAddress 127.0.0.1
            Port \(port)
            HostKey \(folder)/host
            AuthorizedKeysFile \(folder)/authorized
            StrictModes no
            PidFile none
            UsePAM no
            PermitRootLogin yes
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            \(set)
            """, to: "sshd_config")
        try write(
            """
            Host \(Self.host)
                HostName 127.0.0.1
                HostKeyAlias \(Self.host)
                Port \(port)
                IdentityFile \(folder)/user
                IdentitiesOnly yes
                UserKnownHostsFile \(folder)/known
                GlobalKnownHostsFile /dev/null

            """, to: "ssh_config")
        let client = Environment.locate("ssh") ?? "ssh"
        try write("#!/bin/sh\nexec '\(client)' -F '\(folder)/ssh_config' \"$@\"\n", to: "bin/ssh")
        chmod(clientFolder + "/ssh", 0o755)
    }

    private func write(_ text: String, to name: String) throws {
        guard let file = fopen("\(folder)/\(name)", "w") else {
            throw StartError(description: "cannot write \(folder)/\(name): errno \(errno)")
        }
        fputs(text, file)
        fclose(file)
    }

    private static func makeFolder() throws -> String {
        var template = Array(((Environment["TMPDIR"] ?? "/tmp") + "/ssh-server.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartError(description: "cannot create a temporary folder: errno \(errno)")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns a port that no program of this machine uses at the moment.
    private static func freePort() throws -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, size) == 0 && getsockname(socket, pointer, &size) == 0
            }
        }
        guard isBound else { throw StartError(description: "no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
