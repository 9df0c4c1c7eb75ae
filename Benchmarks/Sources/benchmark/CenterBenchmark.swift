import Foundation

/// The service compared with programs that do the measured part of its work.
struct CenterBenchmark {
    let rounds: Int
    let scale: Double
    /// The service's program.
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let widgets = 100

    func run() throws {
        try CenterHome.check(todayd)
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
        var pushing = [
            Row(name: "push to the panel's signal, p50: µs", limits: Thresholds.push),
            Row(name: "push to the panel's signal: CPU µs/push", limits: Thresholds.centerCPU),
        ]
        var start = Row(name: "exec to name owned, 100 manifests and snapshots: ms", limits: Thresholds.start)
        var memory = Row(name: "resident memory, 100 widgets: MB", limits: Thresholds.residentMegabytes)

        let home = try CenterHome(widgets: Self.widgets)
        defer { home.remove() }
        var replySizes: Set<Double> = []
        for round in 0..<rounds {
            progress("center", round, rounds)
            let bus = try PrivateBus(environment: home.environment)
            defer { bus.stop() }
            let running = try startAll(&rivals, on: bus)
            _ = try bus.load(Self.name, "fill", String(Self.widgets))
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
            for rival in order where rival.library != .gdbus {
                // The number of pushes that a widget accepts at once, minus the one that filled it.
                let pushes = calls(800)
                add(try bus.load(rival.name, "push", pushes, String(Self.widgets), "1"), to: &pushing, rival.library)
            }
            if let process = running[.swift] {
                memory.samples[.swift, default: []].append(try CenterHome.residentMegabytes(process))
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
        printTable("Center", single + many + objects + pushing + [start, memory], rounds: rounds)
    }

    private static func bare() throws -> String { try Tool.built("center-libdbus").path }

    private func calls(_ count: Int) -> String { String(max(20, Int(Double(count) * scale))) }

    private func add(_ numbers: [Double], to rows: inout [Row], _ library: Library) {
        for index in rows.indices { rows[index].samples[library, default: []].append(numbers[index]) }
    }
}
