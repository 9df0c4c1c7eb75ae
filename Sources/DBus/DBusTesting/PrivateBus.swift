public import DBus
internal import Dispatch
internal import Glibc
internal import TodayPlatform

/// The message bus of one test: a real `dbus-daemon` in a temporary folder, without any other clients.
///
/// ```swift
/// let bus = try await PrivateBus.start()
/// let (service, client) = try await bus.connectPair()
/// ```
///
/// The daemon ends with ``stop()``, when the last reference is released, or with the test process. The file
/// `dbus-daemon.log` in ``folder`` has the standard error of the daemon and of the programs that it activates.
public final class PrivateBus: Sendable {
    /// The server address, for `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String
    /// A temporary folder that exists as long as the bus: HOME and all XDG folders of ``environment`` are below it.
    public let folder: String
    /// The folder for activation files; see ``addService(_:exec:)``.
    public let servicesFolder: String
    private let daemon: ChildProcess

    /// The reason why a bus can't be started.
    public struct StartError: Error, Sendable, CustomStringConvertible {
        /// A sentence without a period at the end.
        public let description: String
    }

    private init(address: String, folder: String, servicesFolder: String, daemon: ChildProcess) {
        self.address = address
        self.folder = folder
        self.servicesFolder = servicesFolder
        self.daemon = daemon
    }

    deinit { stop() }

    /// Starts a daemon and waits until it listens.
    ///
    /// - Parameter refused: names that can't be owned, as if a system policy denied them.
    /// - Throws: ``StartError``, for example when `dbus-daemon` is not found.
    public static func start(refusing refused: [BusName] = []) async throws -> PrivateBus {
        try await start(refusing: refused, matchRules: 50_000)
    }

    /// Starts a daemon that accepts at most so many match rules from each connection.
    package static func start(refusing refused: [BusName] = [], matchRules: Int) async throws -> PrivateBus {
        await RunningBuses.shared.enter()
        do {
            return try await withCheckedThrowingContinuation { continuation in
                // Starting blocks on a pipe, so it must run on a thread that may block. That thread must live as long
                // as the process, because the daemon dies with the thread that started it.
                SpawningThread.shared.run {
                    continuation.resume(with: Result { try startBlocking(refused, matchRules) })
                }
            }
        } catch {
            RunningBuses.shared.leave()
            throw error
        }
    }

    private static func startBlocking(_ refused: [BusName], _ matchRules: Int) throws -> PrivateBus {
        let folder = try makeFolder()
        let services = folder + "/services"
        for name in ["services", "home", "data", "config", "state", "cache", "runtime"] {
            mkdir(folder + "/" + name, 0o700)
        }
        try write(configuration(folder: folder, services: services, refused, matchRules), to: folder + "/bus.conf")
        var channel: [CInt] = [-1, -1]
        guard pipe(&channel) == 0 else { throw StartError(description: "cannot create a pipe: errno \(errno)") }
        defer { close(channel[0]) }
        var request = ChildProcess.Request([
            "dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(folder)/bus.conf", "--print-address=3",
        ])
        request.environment = environment(address: nil, folder: folder)
        request.extra = channel[1]
        // A daemon that can't raise its limit of open files logs that at each start.
        let log = folder + "/dbus-daemon.log"
        let messages = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if messages >= 0 { request.error = messages }
        defer { if messages >= 0 { close(messages) } }
        let daemon: ChildProcess
        do { daemon = try ChildProcess.spawn(request) } catch {
            close(channel[1])
            throw StartError(description: "\(error) (Debian package: dbus-daemon)")
        }
        close(channel[1])
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while read(channel[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
        guard !text.isEmpty else {
            _ = daemon.wait()
            let words = (try? TextFile.read(log, maximumBytes: 64 << 10)).map { ": \($0.suffix(1000))" } ?? ""
            FolderContents.removeTree(folder)
            throw StartError(description: "dbus-daemon ended before it listened\(words)")
        }
        return PrivateBus(
            address: String(decoding: text, as: UTF8.self), folder: folder, servicesFolder: services, daemon: daemon)
    }

    private static func makeFolder() throws -> String {
        var template = Array(((Environment["TMPDIR"] ?? "/tmp") + "/private-bus.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartError(description: "cannot create a temporary folder: errno \(errno)")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func configuration(
        folder: String, services: String, _ refused: [BusName], _ matchRules: Int
    ) -> String {
        let refusals = refused.map { "<deny own=\"\($0)\"/>" }.joined()
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder)/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(services)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
                \(refusals)
              </policy>
              <limit name="max_completed_connections">100000</limit>
              <limit name="max_incomplete_connections">10000</limit>
              <limit name="max_connections_per_user">100000</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">\(matchRules)</limit>
              <limit name="service_start_timeout">60000</limit>
              <limit name="auth_timeout">300000</limit>
            </busconfig>

            """
    }

    static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw StartError(description: "cannot write \(path): errno \(errno)") }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw StartError(description: "cannot write \(path): errno \(errno)") }
    }

    private static func environment(address: String?, folder: String) -> [String: String] {
        var environment = Environment.current
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DBUS_SYSTEM_BUS_ADDRESS", "LANGUAGE"] {
            environment[name] = nil
        }
        environment["LC_ALL"] = "C.UTF-8"
        environment["HOME"] = folder + "/home"
        environment["XDG_DATA_HOME"] = folder + "/data"
        environment["XDG_DATA_DIRS"] = folder + "/data-dirs"
        environment["XDG_CONFIG_HOME"] = folder + "/config"
        environment["XDG_STATE_HOME"] = folder + "/state"
        environment["XDG_CACHE_HOME"] = folder + "/cache"
        environment["XDG_RUNTIME_DIR"] = folder + "/runtime"
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        return environment
    }

    /// The environment for programs that use this bus and must not touch the user's files.
    public var environment: [String: String] { Self.environment(address: address, folder: folder) }

    /// Adds an activation file for a name. It takes effect immediately. The program must exit when its bus ends;
    /// otherwise it outlives the test.
    public func addService(_ name: BusName, exec: String) async throws {
        try Self.write(
            "[D-BUS Service]\nName=\(name)\nExec=\(exec)\n", to: "\(servicesFolder)/\(name).service")
        let connection = try await connect()
        try await connection.call(.bus, "ReloadConfig")
        await connection.close()
    }

    /// Opens a connection to this bus.
    ///
    /// - Parameter loop: a thread to share; nil starts one for this connection.
    public func connect(on loop: EventLoop? = nil) async throws -> Connection {
        try await Connection.open(.bus(address), on: loop)
    }

    /// Opens two connections: one for a service, one for its client.
    public func connectPair() async throws -> (service: Connection, client: Connection) {
        (try await connect(), try await connect())
    }

    /// Ends the daemon immediately, as a crash would, and removes the folder.
    public func stop() {
        guard stopped.claim() else { return }
        daemon.signal(SIGKILL)
        _ = daemon.wait()
        FolderContents.removeTree(folder)
        RunningBuses.shared.leave()
    }

    private let stopped = OnceFlag()
}
