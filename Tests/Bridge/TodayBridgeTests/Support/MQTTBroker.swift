import DBus
import DBusTesting
import Glibc
import Testing
import TodayPlatform

/// A real `mosquitto` on a port of its own, and the programs `mosquitto_pub` and `mosquitto_sub` as other clients.
///
/// It keeps retained messages when it is killed. It ends with the test process, or with ``stop()``.
final class MQTTBroker: Sendable {
    struct Security: Sendable {
        var isEncrypted = false
        var user: (name: String, password: String)?
    }

    let port: UInt16
    /// The folder with its files, and with the throw-away certificate authority `ca.pem`.
    let folder: String
    private let security: Security
    private let process: Locked<ToolRun?> = Locked(nil)

    private init(_ port: UInt16, _ folder: String, _ security: Security) {
        self.port = port
        self.folder = folder
        self.security = security
    }

    deinit {
        stop()
        FolderContents.removeTree(folder)
    }

    static func start(_ security: Security = Security(), settings: String = "") async throws -> MQTTBroker {
        var template = Array("/tmp/today-mqtt-XXXXXX".utf8CString)
        let folder = try #require(
            template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }.map { String(cString: $0) })
        let broker = MQTTBroker(try freePort(), folder, security)
        try await broker.writeFiles(settings)
        try await broker.run()
        return broker
    }

    /// The address for a `[Broker]` group.
    var address: String { "\(security.isEncrypted ? "mqtts" : "mqtt")://localhost:\(port)" }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        try #require(result == 0)
        return UInt16(bigEndian: address.sin_port)
    }

    private func writeFiles(_ settings: String) async throws {
        var lines = [
            "listener \(port) localhost", "user root", "log_dest file \(folder)/log", "log_type all",
            "persistence true",
            "persistence_location \(folder)/", "autosave_on_changes true", "autosave_interval 1",
            "allow_anonymous \(security.user == nil)", settings,
        ]
        if let user = security.user {
            _ = try await tool("mosquitto_passwd", "-b", "-c", folder + "/passwords", user.name, user.password)
            lines.append("password_file \(folder)/passwords")
        }
        if security.isEncrypted {
            try await makeCertificates()
            lines += ["cafile \(folder)/ca.pem", "certfile \(folder)/broker.pem", "keyfile \(folder)/broker.key"]
        }
        try Self.write(lines.joined(separator: "\n") + "\n", to: folder + "/mosquitto.conf")
    }

    private func makeCertificates() async throws {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try await tool(
            [
                "openssl", "req", "-x509", "-days", "2", "-subj", "/CN=Today test", "-keyout", "\(folder)/ca.key",
                "-out",
                "\(folder)/ca.pem",
            ] + key)
        try await tool(
            [
                "openssl", "req", "-subj", "/CN=localhost", "-keyout", "\(folder)/broker.key", "-out",
                "\(folder)/broker.csr",
            ] + key)
        try Self.write("subjectAltName=DNS:localhost\n", to: folder + "/names")
        try await tool(
            "openssl", "x509", "-req", "-days", "2", "-in", "\(folder)/broker.csr", "-CA", "\(folder)/ca.pem", "-CAkey",
            "\(folder)/ca.key", "-CAcreateserial", "-extfile", "\(folder)/names", "-out", "\(folder)/broker.pem")
    }

    static func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try #require(file >= 0)
        defer { close(file) }
        fchmod(file, mode)
        try #require(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    }

    @discardableResult
    private func tool(_ arguments: String...) async throws -> ToolRun.Output { try await tool(arguments) }

    @discardableResult
    private func tool(_ arguments: [String]) async throws -> ToolRun.Output {
        let output = try await ToolRun.start(arguments, environment: Environment.current).finished()
        try #require(output.exit == .status(0), "\(output)")
        return output
    }

    // MARK: The broker's life

    /// Starts it, and waits until it listens.
    func run() async throws {
        let run = try await ToolRun.start(
            ["/usr/sbin/mosquitto", "-c", folder + "/mosquitto.conf"], environment: Environment.current)
        process.withLock { $0 = run }
        let isListening = await poll(within: .seconds(60), every: .milliseconds(5)) {
            RawMQTT.isListening(port: port) ? true : nil
        }
        try #require(isListening == true, "\(log)")
    }

    /// Sends a signal: SIGSTOP and SIGCONT, for example.
    func signal(_ number: Int32) { process.withLock { $0 }?.signal(number) }

    /// Ends it, and waits until it has ended. It stores all messages only with SIGTERM.
    func end(_ signal: Int32 = SIGKILL) async throws {
        let run = process.withLock { $0.take() }
        run?.signal(signal)
        _ = try await run?.finished()
    }

    func stop() {
        let run = process.withLock { $0.take() }
        run?.signal(SIGKILL)
    }

    /// Its log so far.
    var log: String { (try? TextFile.read(folder + "/log", maximumBytes: 16 << 20)) ?? "" }

    /// Waits until today-bridge has subscribed so many times since the broker was made.
    func hasSubscriber(times: Int = 1) async throws {
        let isSubscribed = await poll(within: .seconds(60), every: .milliseconds(10)) {
            self.log.split(separator: "\n").count { $0.isSubscription } >= times ? true : nil
        }
        try #require(isSubscribed == true, "\(log)")
    }

    // MARK: Other clients

    private var clientArguments: [String] {
        var arguments = ["-h", "localhost", "-p", "\(port)", "-V", "mqttv5"]
        if security.isEncrypted { arguments += ["--cafile", folder + "/ca.pem"] }
        if let user = security.user { arguments += ["-u", user.name, "-P", user.password] }
        return arguments
    }

    /// Publishes a message with `mosquitto_pub`.
    func publish(_ payload: String, to topic: String, isRetained: Bool = false, options: [String] = []) async throws {
        let retain = isRetained ? ["-r"] : []
        let message = payload.isEmpty ? ["-n"] : ["-m", payload]
        try await tool(["mosquitto_pub"] + clientArguments + ["-q", "1", "-t", topic] + message + retain + options)
    }

    /// Publishes a file with `mosquitto_pub`.
    func publish(file: String, to topic: String, isRetained: Bool = false) async throws {
        try await tool(
            ["mosquitto_pub"] + clientArguments + ["-q", "1", "-t", topic, "-f", file] + (isRetained ? ["-r"] : []))
    }

    /// Publishes each line of a file as a message with `mosquitto_pub`.
    func publish(linesOf file: String, to topic: String) async throws {
        try await tool(
            ["sh", "-c", #"file="$1"; shift; exec mosquitto_pub "$@" < "$file""#, "sh", file] + clientArguments
                + ["-q", "1", "-t", topic, "-l"])
    }

    /// Follows topics with `mosquitto_sub`, which prints `topic payload` lines or those of a format. Returns when it is
    /// subscribed.
    func follow(_ topic: String, format: String = "%t %p") async throws -> ToolRun {
        let run = try await ToolRun.start(
            ["stdbuf", "-oL", "mosquitto_sub"] + clientArguments + ["-q", "1", "-t", topic, "-F", format, "-d"],
            environment: Environment.current)
        try await run.output { $0.utf8Contains("Subscribed") }
        return run
    }
}

extension Substring {
    /// Whether the line of the log says that today-bridge is subscribed.
    fileprivate var isSubscription: Bool { String(self).utf8Contains("Sending SUBACK to today-bridge") }
}

extension String {
    /// Whether the text contains another, compared by bytes.
    func utf8Contains(_ text: String) -> Bool { utf8.firstRange(of: text.utf8) != nil }
}
