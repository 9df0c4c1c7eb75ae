import Foundation

/// Many scripts that run once per second: the script host with the center, compared with bars that run scripts
/// themselves.
struct ScriptsBenchmark {
    let rounds: Int
    let scale: Double
    let todayd: String
    let scripts: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let count = 50

    private var seconds: Int { scale < 1 ? 5 : 20 }
    private var secondsWithNobody: Int { scale < 1 ? 10 : 60 }

    func run() throws {
        try CenterHome.check(todayd)
        try CenterHome.check(
            scripts, build: "swift build -c release --static-swift-stdlib --product today-scripts")
        var runs = Row(name: "\(Self.count) scripts at one run a second, 1 panel: runs/s", limits: [])
        var three = Row(name: "3 panels: runs/s", limits: [])
        var cpu = Row(name: "1 panel: CPU µs/run besides the script", limits: Thresholds.scriptCPU)
        var cpuOfThree = Row(name: "3 panels: CPU µs/run besides the script", limits: [])
        var nobody = Row(
            name: "nobody looks: runs in \(secondsWithNobody) s", limits: Thresholds.scriptRunsWithNobody)
        var memory = Row(name: "resident memory of the host: MB", limits: Thresholds.scriptMegabytes)
        let bars: [any ScriptBar] = [Waybar(), I3Blocks()].filter { bar in
            guard let missing = bar.tools.first(where: { !FileManager.default.isExecutableFile(atPath: $0.path) })
            else { return true }
            print("skipped: \(bar.library.title): there is no \(missing.path) (apt-get install \(missing.package))")
            return false
        }
        for round in 0..<rounds {
            progress("scripts", round, rounds)
            let one = try ours(panels: 1, seconds)
            runs.samples[.swift, default: []].append(one.runs)
            cpu.samples[.swift, default: []].append(one.cpu)
            memory.samples[.swift, default: []].append(one.megabytes)
            let many = try ours(panels: 3, seconds)
            three.samples[.swift, default: []].append(many.runs)
            cpuOfThree.samples[.swift, default: []].append(many.cpu)
            let none = try ours(panels: 0, secondsWithNobody)
            nobody.samples[.swift, default: []].append(none.runs * Double(secondsWithNobody))
            for bar in bars {
                let numbers = try run(bar)
                runs.samples[bar.library, default: []].append(numbers.runs)
                cpu.samples[bar.library, default: []].append(numbers.cpu)
                memory.samples[bar.library, default: []].append(numbers.megabytes)
            }
        }
        printTable("Scripts", [runs, cpu, three, cpuOfThree, nobody, memory], rounds: rounds)
    }

    // MARK: Ours

    private func ours(panels: Int, _ seconds: Int) throws -> ScriptFigures {
        let home = try ScriptHome(count: Self.count)
        defer { home.remove() }
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        guard case .running(let center) = try bus.start([todayd], name: Self.name) else {
            throw Trouble(text: "\(todayd) does not run")
        }
        let host = try bus.run([scripts])
        // A panel that is visible for a moment makes each script run once.
        let first = try bus.run([Tool.built("load").path, Self.name, "look", "1", "3"])
        try home.wait(forRuns: Self.count)
        first.waitUntilExit()
        // The center and the script host notice closed panels after a short delay.
        sleep(2)
        if panels > 0 {
            _ = try bus.run([Tool.built("load").path, Self.name, "look", String(panels), String(seconds + 30)])
            sleep(2)
        }
        return try home.measure([center, host], memoryOf: host, seconds)
    }

    // MARK: Bars

    private func run(_ bar: any ScriptBar) throws -> ScriptFigures {
        let home = try ScriptHome(count: Self.count)
        defer { home.remove() }
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        let process = try bar.start(home, bus)
        try home.wait(forRuns: Self.count)
        sleep(2)
        return try home.measure([process], memoryOf: process, seconds)
    }
}

/// The results of a program that runs scripts.
struct ScriptFigures {
    /// Runs per second.
    let runs: Double
    /// CPU time in µs per run.
    let cpu: Double
    let megabytes: Double
}

/// A home folder with scripts that count their runs.
struct ScriptHome {
    let folder: URL
    let count: Int

    init(count: Int) throws {
        self.count = count
        // Short, because the path of a socket is limited.
        folder = URL(fileURLWithPath: "/tmp/scripts-\(getpid())")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(
            at: scripts, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for index in 0..<count {
            // Run no other program, because the benchmark measures only the program that runs the script.
            let text = "#!/bin/sh\necho x >>'\(counter.path)'\necho \"Script \(index): $$\"\n"
            try text.write(to: script(index), atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script(index).path)
        }
    }

    private var scripts: URL { folder.appendingPathComponent("config/todaycenter/scripts") }
    private var counter: URL { folder.appendingPathComponent("runs") }

    func script(_ index: Int) -> URL { scripts.appendingPathComponent(String(format: "s%02d.1s.sh", index)) }

    var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config", "XDG_DATA_HOME": folder.path,
            "XDG_DATA_DIRS": "/usr/share", "XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "LC_ALL": "C.UTF-8",
        ]
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private var runs: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: counter.path)[.size]
        return (size as? Int ?? 0) / 2
    }

    func wait(forRuns wanted: Int) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while runs < wanted {
            if Date() > deadline { throw Trouble(text: "\(runs) runs of \(wanted) within 30 s") }
            usleep(50_000)
        }
    }

    /// Measures processes for a number of seconds.
    func measure(_ processes: [Process], memoryOf one: Process, _ seconds: Int) throws -> ScriptFigures {
        let start = (runs, try processes.map(Self.cpuSeconds).reduce(0, +), Date())
        sleep(UInt32(seconds))
        let passed = Date().timeIntervalSince(start.2)
        let done = Double(runs - start.0)
        let cpu = try processes.map(Self.cpuSeconds).reduce(0, +) - start.1
        return ScriptFigures(
            runs: done / passed, cpu: done > 0 ? cpu / done * 1e6 : .nan,
            megabytes: try CenterHome.residentMegabytes(one))
    }

    /// Returns the CPU time of all threads of a process, without its children.
    private static func cpuSeconds(_ process: Process) throws -> Double {
        let folder = "/proc/\(process.processIdentifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
            let line = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            return sum + (line.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }
}

/// A bar that runs scripts itself.
protocol ScriptBar {
    var library: Library { get }
    var tools: [Tool] { get }
    /// Starts the bar with all scripts of a home.
    func start(_ home: ScriptHome, _ bus: PrivateBus) throws -> Process
}

/// Waybar on a virtual screen.
struct Waybar: ScriptBar {
    let library = Library.waybar
    let tools = [
        Tool(path: "/usr/bin/waybar", package: "waybar"), Tool(path: "/usr/bin/sway", package: "sway"),
    ]

    func start(_ home: ScriptHome, _ bus: PrivateBus) throws -> Process {
        let names = (0..<home.count).map { String(format: "custom/s%02d", $0) }
        var settings: [String: Any] = ["layer": "top", "modules-left": names]
        for (index, name) in names.enumerated() {
            settings[name] = ["exec": home.script(index).path, "interval": 1]
        }
        let file = home.folder.appendingPathComponent("waybar.json")
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
        // Sway refuses to run as root, so it then runs as UID 65534.
        let desk = home.folder.appendingPathComponent("sway")
        try FileManager.default.createDirectory(at: desk, withIntermediateDirectories: true)
        let sway = desk.appendingPathComponent("config")
        try "output * resolution 1920x1080\n".write(to: sway, atomically: false, encoding: .utf8)
        let isRoot = getuid() == 0
        if isRoot {
            chmod(home.folder.path, 0o755)
            chown(desk.path, 65534, 65534)
        }
        let user = isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        _ = try bus.run(
            user + [tools[1].path, "-c", sway.path],
            [
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
                "XDG_RUNTIME_DIR": desk.path, "HOME": desk.path,
            ])
        let socket = desk.appendingPathComponent("wayland-1").path
        let deadline = Date(timeIntervalSinceNow: 20)
        while !FileManager.default.fileExists(atPath: socket) {
            if Date() > deadline { throw Trouble(text: "sway does not start") }
            usleep(50_000)
        }
        return try bus.run(
            [tools[0].path, "-c", file.path], ["WAYLAND_DISPLAY": socket, "GDK_BACKEND": "wayland"])
    }
}

/// i3blocks, which prints the input of a bar.
struct I3Blocks: ScriptBar {
    let library = Library.i3blocks
    let tools = [Tool(path: "/usr/bin/i3blocks", package: "i3blocks")]

    func start(_ home: ScriptHome, _ bus: PrivateBus) throws -> Process {
        let file = home.folder.appendingPathComponent("i3blocks")
        let blocks = (0..<home.count).map { "[s\($0)]\ncommand=\(home.script($0).path)\ninterval=1\n" }
        try blocks.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        return try bus.run([tools[0].path, "-c", file.path])
    }
}
