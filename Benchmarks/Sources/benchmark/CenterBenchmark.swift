import Foundation

/// The service against programs that do as much of its work as is measured.
struct CenterBenchmark {
    let rounds: Int
    let scale: Double
    /// The service's program.
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let widgets = 100

    func run() throws {
        guard FileManager.default.isExecutableFile(atPath: todayd) else {
            throw Trouble(
                text: "there is no \(todayd); in the folder above: "
                    + "swift build -c release --static-swift-stdlib --product todayd")
        }
        if try Data(contentsOf: URL(fileURLWithPath: todayd)).range(of: Data("libswiftCore.so".utf8)) != nil {
            print("\(todayd) is linked with shared Swift libraries: its start and memory are not those of a release")
        }
        var rivals = [
            Rival(library: .swift, command: [todayd], ownName: Self.name),
            Rival(library: .libdbus, command: [try Self.bare()]),
            Rival(library: .gdbus, command: [try Tool.built("center-gdbus").path], packages: "libglib2.0-dev"),
        ]
        var single = [
            Row(name: "SetHasContent, 1 in flight: calls/s", limits: Thresholds.centerThroughput),
            Row(name: "SetHasContent, 1 in flight: CPU µs/call", limits: Thresholds.centerCPU),
        ]
        var many = [
            Row(name: "SetHasContent, 64 in flight: calls/s", limits: Thresholds.centerThroughputInFlight),
            Row(name: "SetHasContent, 64 in flight: CPU µs/call", limits: Thresholds.centerCPU),
        ]
        var objects = [
            Row(name: "GetManagedObjects, 100 widgets: µs/call", limits: Thresholds.managedObjects),
            Row(name: "GetManagedObjects, 100 widgets: CPU µs/call", limits: Thresholds.managedObjects),
        ]
        var start = Row(name: "exec to name owned, 100 manifests: ms", limits: Thresholds.start)
        var memory = Row(name: "resident memory, 100 widgets: MB", limits: Thresholds.residentMegabytes)

        let folder = try makeManifests()
        defer { try? FileManager.default.removeItem(at: folder) }
        var replySizes: Set<Double> = []
        for round in 0..<rounds {
            progress("center", round, rounds)
            let bus = try PrivateBus(environment: [
                "HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": folder.path,
                "XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path, "LC_ALL": "C.UTF-8",
            ])
            defer { bus.stop() }
            let running = try startAll(&rivals, on: bus)
            _ = try bus.load(Self.name, "fill")
            let order = rotated(rivals, by: round)
            for rival in order {
                add(try bus.load(rival.name, "set-has-content", calls(4000), "1"), to: &single, rival.library)
            }
            for rival in order {
                add(try bus.load(rival.name, "set-has-content", calls(16000), "64"), to: &many, rival.library)
            }
            for rival in order where rival.library != .gdbus {
                let numbers = try bus.load(rival.name, "managed-objects", calls(200), "1")
                add([1e6 / numbers[0], numbers[1]], to: &objects, rival.library)
                replySizes.insert(numbers[2])
            }
            if let process = running[.swift] {
                memory.samples[.swift, default: []].append(try residentMegabytes(process))
                bus.end(process)
            }
            let other = "org.example.Start"
            let commands = [(Library.swift, Self.name, [todayd]), (.libdbus, other, [try Self.bare(), other])]
            for (library, name, command) in round % 2 == 0 ? commands : commands.reversed() {
                let numbers = try bus.load([name, "start", "5"] + command)
                start.samples[library, default: []].append(numbers[0])
            }
        }
        if let least = replySizes.min(), let most = replySizes.max(), most > least * 1.05 {
            print("the replies to GetManagedObjects differ: \(Int(least)) and \(Int(most)) bytes")
        }
        printTable("Center", single + many + objects + [start, memory], rounds: rounds)
    }

    private static func bare() throws -> String { try Tool.built("center-libdbus").path }

    private func calls(_ count: Int) -> String { String(max(20, Int(Double(count) * scale))) }

    private func add(_ numbers: [Double], to rows: inout [Row], _ library: Library) {
        for index in rows.indices { rows[index].samples[library, default: []].append(numbers[index]) }
    }

    /// A data folder with widgets that anybody may push to.
    private func makeManifests() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(getpid())")
        let manifests = folder.appendingPathComponent("todaycenter/widgets")
        try FileManager.default.createDirectory(at: manifests, withIntermediateDirectories: true)
        for index in 0..<Self.widgets {
            let file = manifests.appendingPathComponent(String(format: "org.example.Widget%03d.widget", index))
            try "[Widget]\nName=Widget number \(index)\n".write(to: file, atomically: false, encoding: .utf8)
        }
        return folder
    }

    private func residentMegabytes(_ process: Process) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan) / 1000
    }
}
