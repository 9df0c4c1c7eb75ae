import Foundation

/// today-bridge with a fleet over a real broker, compared with a client that only reads; and with the widgets of another
/// center over a real ssh, compared with that center's own signals.
struct BridgeBenchmark {
    let rounds: Int
    let scale: Double
    let todayd: String
    let bridge: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let bridgeName = "org.todaycenter.Bridge"
    private static let mosquitto = Tool(path: "/usr/sbin/mosquitto", package: "mosquitto")
    private static let reader = Tool(path: "/usr/bin/mosquitto_sub", package: "mosquitto-clients")
    private static let sshd = Tool(path: "/usr/sbin/sshd", package: "openssh-server")

    private var machines: Int { scale < 1 ? 1000 : 10_000 }
    private var widgets: Int { scale < 1 ? 20 : 200 }
    private var seconds: Int { scale < 1 ? 10 : 30 }

    func run() throws {
        try CenterHome.check(todayd)
        try CenterHome.check(
            bridge,
            build: "swift build -c release --static-swift-stdlib --traits Bridge --scratch-path .build/bridge "
                + "--product today-bridge")
        for tool in [Self.mosquitto, Self.reader, Self.sshd] { _ = try tool.url }
        var cpu = Row(name: "\(machines) machines, a change of each in 10 s: CPU %", limits: Thresholds.fleetCPU)
        var memory = Row(name: "memory: MB", limits: Thresholds.fleetMegabytes)
        var first = Row(name: "the first failure: ms to the signal", limits: Thresholds.fleetFirst)
        var other = Row(name: "another failure: ms to the signal, p99", limits: Thresholds.fleetOther)
        var local = Row(name: "\(widgets) widgets, each changes once a second: ms to the signal, p50", limits: [])
        var mirrored = Row(name: "the same, p50 as a multiple of the other center's own", limits: Thresholds.mirrored)
        var slow = Row(name: "the same: ms, p99", limits: Thresholds.mirroredSlow)
        for round in 0..<rounds {
            progress("bridge", round, rounds)
            let fleet = try self.fleet()
            cpu.samples[.swift, default: []].append(fleet.cpu)
            cpu.samples[.mosquittoSub, default: []].append(fleet.ofReader)
            memory.samples[.swift, default: []].append(fleet.megabytes)
            memory.samples[.mosquittoSub, default: []].append(fleet.megabytesOfReader)
            first.samples[.swift, default: []].append(fleet.first)
            other.samples[.swift, default: []].append(fleet.other)
            let mirror = try self.mirror()
            local.samples[.swift, default: []].append(mirror.here50)
            local.samples[.there, default: []].append(mirror.there50)
            mirrored.samples[.swift, default: []].append(mirror.here50 / mirror.there50)
            slow.samples[.swift, default: []].append(mirror.here99)
            slow.samples[.there, default: []].append(mirror.there99)
        }
        printTable("Beyond one machine", [cpu, memory, first, other, local, mirrored, slow], rounds: rounds)
    }

    // MARK: A fleet

    private struct FleetFigures {
        let cpu, ofReader, megabytes, megabytesOfReader, first, other: Double
    }

    private func fleet() throws -> FleetFigures {
        let home = try BridgeHome("fleet")
        defer { home.remove() }
        let port = try BridgeHome.freePort()
        try home.write(
            "mosquitto.conf",
            "listener \(port) 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\npersistence false\n")
        try home.configure(
            """
            [Broker local]
            Address=mqtt://127.0.0.1:\(port)
            [Subscription disks]
            Broker=local
            Topic=todaycenter/1/+/org.example.Disk/#
            Group=true

            """)
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        let broker = try bus.run([Self.mosquitto.path, "-c", home.path("mosquitto.conf")])
        try BridgeHome.wait(forPort: port, broker)
        _ = try running(bus.start([todayd], name: Self.name))
        let process = try running(bus.start([bridge], name: Self.bridgeName))
        let reader = try bus.run([Self.reader.path, "-h", "127.0.0.1", "-p", "\(port)", "-t", "todaycenter/1/#"])
        let numbers = try bus.numbers(
            of: "fleet",
            [
                "\(port)", "\(machines)", "\(machines / 10)", "\(seconds)",
                "/org/todaycenter/NotificationCenter1/widget/org_2etodaycenter_2eremote_2elocal_2edisks",
                "\(reader.processIdentifier)",
            ])
        guard numbers.count == 7 else { throw Trouble(text: "fleet printed \(numbers)") }
        return FleetFigures(
            cpu: numbers[5], ofReader: numbers[6], megabytes: try CenterHome.residentMegabytes(process),
            megabytesOfReader: try CenterHome.residentMegabytes(reader), first: numbers[0], other: numbers[2])
    }

    private func running(_ started: PrivateBus.Started) throws -> Process {
        switch started {
        case .running(let process): return process
        case .failed(let reason): throw Trouble(text: reason)
        }
    }

    // MARK: Another center

    private struct MirrorFigures {
        let there50, there99, here50, here99: Double
    }

    private func mirror() throws -> MirrorFigures {
        let there = try CenterHome(widgets: widgets)
        defer { there.remove() }
        let home = try BridgeHome("mirror")
        defer { home.remove() }
        let other = try PrivateBus(environment: there.environment)
        defer { other.stop() }
        _ = try running(other.start([todayd], name: Self.name))
        let port = try BridgeHome.freePort()
        let daemon = try home.startSSH(Self.sshd.path, port: port, bus: other.address)
        defer {
            daemon.terminate()
            daemon.waitUntilExit()
        }
        try BridgeHome.wait(forPort: port, daemon)
        try home.configure("[Host other]\nAddress=127.0.0.1\nPort=\(port)\n")
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        _ = try running(bus.start([todayd], name: Self.name))
        _ = try running(bus.start([bridge], name: Self.bridgeName))
        let numbers = try bus.numbers(of: "mirror", [other.address, "other", "\(widgets)", "\(seconds)"])
        guard numbers.count == 5, numbers[4] == 0 else { throw Trouble(text: "mirror printed \(numbers)") }
        return MirrorFigures(there50: numbers[0], there99: numbers[1], here50: numbers[2], here99: numbers[3])
    }
}

/// The home of a bridge, with its configuration, and the files of the servers that it talks to.
private struct BridgeHome {
    let folder: URL

    init(_ name: String) throws {
        folder = URL(fileURLWithPath: "/tmp/bridge-\(name)-\(getpid())")
        try? FileManager.default.removeItem(at: folder)
        for part in ["config/todaycenter", "bin"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(part), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    func configure(_ text: String) throws { try write("config/todaycenter/bridge.conf", text) }

    var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_CONFIG_HOME": path("config"), "XDG_DATA_HOME": folder.path,
            "XDG_DATA_DIRS": path("none"), "XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "LC_ALL": "C.UTF-8",
            "PATH": path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
        ]
    }

    /// Starts an ssh server that leads to a bus, and makes `ssh` in this home know it.
    func startSSH(_ program: String, port: Int, bus: String) throws -> Process {
        for key in ["host", "user"] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/ssh-keygen")
            process.arguments = ["-q", "-t", "ed25519", "-N", "", "-f", path(key)]
            try process.run()
            process.waitUntilExit()
        }
        try FileManager.default.copyItem(atPath: path("user.pub"), toPath: path("keys"))
        try write(
            "sshd.conf",
            """
            Port \(port)
            ListenAddress 127.0.0.1
            HostKey \(path("host"))
            AuthorizedKeysFile \(path("keys"))
            PidFile none
            StrictModes no
            UsePAM no
            SetEnv DBUS_SESSION_BUS_ADDRESS="\(bus)"

            """)
        try write(
            "bin/ssh",
            """
            #!/bin/sh
            exec /usr/bin/ssh -F none -i '\(path("user"))' -o StrictHostKeyChecking=no \
            -o UserKnownHostsFile=/dev/null "$@"

            """, mode: 0o755)
        // sshd takes this folder for its unprivileged child.
        try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        let process = Process()
        // A shell is between, because sshd closes all descriptors of its parent. Process would take that for its end.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"trap 'kill "$!"' TERM; "$@" & wait"#, "sh", program, "-D", "-e", "-f", path("sshd.conf"),
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        if code != 0 { throw Trouble(text: "no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits until a server takes connections.
    static func wait(forPort port: Int, _ server: Process) throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline, server.isRunning {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if code == 0 { return }
            usleep(50_000)
        }
        throw Trouble(text: "the server on port \(port) doesn't start")
    }
}
