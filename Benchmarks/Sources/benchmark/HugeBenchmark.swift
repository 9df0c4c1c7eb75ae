import Foundation

/// The wait times of another client while ten connections send huge messages at once, and the memory that remains in
/// use.
struct HugeBenchmark {
    let rounds: Int
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let bareName = "org.example.Bare"
    private static let connections = 10

    /// The kind and size for the load's case.
    private static let calls = [
        (title: "30 MB", kind: "bytes", size: 30_000_000), (title: "70 MB", kind: "bytes", size: 70_000_000),
        (title: "1,000,000 nodes", kind: "children", size: 1_000_000),
    ]

    func run() throws {
        let home = try CenterHome(widgets: Self.connections)
        defer { home.remove() }
        var rows: [Row] = []
        for call in Self.calls {
            // The bus checks each node before it forwards a message, and does nothing else in the meantime.
            let limits = call.kind == "children" ? [] : Thresholds.hugeWait
            var longest = Row(name: "\(call.title): another client's longest wait, ms", limits: limits)
            var ofBus = Row(name: "\(call.title): longest wait for the bus itself, ms", limits: [])
            var seconds = Row(name: "\(call.title): until the last reply, s", limits: [])
            var lost = Row(name: "\(call.title): calls without a reply", limits: Thresholds.floodFaults)
            var peak = Row(name: "\(call.title): peak memory, MB", limits: Thresholds.floodMegabytes)
            var after = Row(name: "\(call.title): memory 1 s later, MB", limits: Thresholds.floodMegabytes)
            for round in 0..<rounds {
                progress("\(Self.connections) calls of \(call.title)", round, rounds)
                let bus = try PrivateBus(environment: home.environment)
                defer { bus.stop() }
                var rivals = [
                    Rival(library: .swift, command: [todayd], ownName: Self.name),
                    // Without widgets it refuses at once: this is the cost of libdbus alone.
                    Rival(
                        library: .libdbus, command: [try Tool.built("center-libdbus").path, Self.bareName, "0"],
                        ownName: Self.bareName),
                ]
                let running = try startAll(&rivals, on: bus)
                for rival in rotated(rivals, by: round) {
                    let numbers = try bus.load(
                        rival.name, "huge", call.kind, String(Self.connections), String(call.size))
                    guard let process = running[rival.library] else { continue }
                    peak.samples[rival.library, default: []].append(try CenterHome.megabytes("VmHWM", process))
                    usleep(1_000_000)
                    after.samples[rival.library, default: []].append(try CenterHome.megabytes("VmRSS", process))
                    longest.samples[rival.library, default: []].append(numbers[0])
                    ofBus.samples[rival.library, default: []].append(numbers[1])
                    seconds.samples[rival.library, default: []].append(numbers[5])
                    lost.samples[rival.library, default: []].append(numbers[3] + numbers[4])
                }
            }
            rows += [longest, ofBus, seconds, lost, peak, after]
        }
        rows.append(try json())
        printTable(
            "\(Self.connections) connections send a huge UpdateWidget at once, bare C reads and refuses it", rows,
            rounds: rounds)
    }

    /// Measures a text that is refused, and is the most expensive to parse.
    private func json() throws -> Row {
        var row = Row(name: "960 KB of escapes in JSON: CPU ms until refused", limits: Thresholds.json)
        let home = try CenterHome(widgets: Self.connections)
        defer { home.remove() }
        for _ in 0..<rounds {
            let bus = try PrivateBus(environment: home.environment)
            defer { bus.stop() }
            var rivals = [Rival(library: .swift, command: [todayd], ownName: Self.name)]
            _ = try startAll(&rivals, on: bus)
            row.samples[.swift, default: []] += try bus.load(Self.name, "json", "960000", "5")
        }
        return row
    }
}
