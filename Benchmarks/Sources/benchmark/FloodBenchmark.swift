import Foundation

/// The wait times of another client while five connections flood the service, compared with C programs under the same
/// flood; and while ten connections send huge messages.
struct FloodBenchmark {
    let rounds: Int
    let scale: Double
    /// The service's program.
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let widgets = 100
    private static let connections = 5
    private static let inFlight = 64

    /// The calls of the connections.
    private struct Flood {
        let title: String
        /// The case of the load.
        let word: String
        /// The total number of calls without a reply on all connections; nil if the connections wait for replies.
        var unanswered: Int?
        /// Whether the C programs run it too.
        var hasRivals = false
    }

    private static let waiting = [
        Flood(title: "SetHasContent", word: "set-has-content", hasRivals: true),
        Flood(title: "Group.Set", word: "group-set"),
        Flood(title: "Explain", word: "explain"),
        Flood(title: "Introspect", word: "introspect"),
        Flood(title: "GetManagedObjects", word: "managed-objects", hasRivals: true),
    ]

    private static let unanswered = [
        Flood(title: "100,000 SetHasContent", word: "set-has-content", unanswered: 100_000, hasRivals: true),
        Flood(title: "10,000 GetManagedObjects", word: "managed-objects", unanswered: 10_000, hasRivals: true),
        Flood(title: "300,000 PerformUpdate", word: "perform-update", unanswered: 300_000),
    ]

    func run() throws {
        try CenterHome.check(todayd)
        let flooding = "\(Self.connections) connections, \(Self.inFlight) calls of each under way"
        try measure(Self.waiting, "Flood, another client's SetHasContent meanwhile: \(flooding)")
        let leaving = "\(Self.connections) connections, no replies"
        try measure(Self.unanswered, "Flood, another client's SetHasContent meanwhile: \(leaving)")
        try HugeBenchmark(rounds: rounds, todayd: todayd).run()
    }

    private func measure(_ floods: [Flood], _ title: String) throws {
        let home = try CenterHome(widgets: Self.widgets, appGroup: CenterHome.group)
        defer { home.remove() }
        if floods.contains(where: { $0.word == "perform-update" }) { try home.addSlowWidget() }
        var rivals = [
            Rival(library: .swift, command: [todayd], ownName: Self.name),
            Rival(library: .libdbus, command: [try Tool.built("center-libdbus").path]),
            Rival(library: .gdbus, command: [try Tool.built("center-gdbus").path], packages: "libglib2.0-dev"),
        ]
        var figures = floods.map {
            FloodFigures(title: $0.title, isAnswered: $0.unanswered == nil, hasRivals: $0.hasRivals)
        }
        for round in 0..<rounds {
            for (index, flood) in floods.enumerated() {
                progress("flood of \(flood.title)", round, rounds)
                // A separate bus, so that the effects of one flood don't count for the next one.
                let bus = try PrivateBus(environment: home.environment)
                defer { bus.stop() }
                let running = try startAll(&rivals, on: bus)
                _ = try bus.load(Self.name, "fill", String(Self.widgets))
                for rival in rotated(rivals, by: round) where rival.library == .swift || flood.hasRivals {
                    let numbers = try bus.load([rival.name] + arguments(of: flood))
                    let peak = try running[rival.library].map { try CenterHome.megabytes("VmHWM", $0) }
                    figures[index].add(numbers, peakMegabytes: peak ?? .nan, rival.library)
                }
            }
        }
        printTable(title, figures.flatMap(\.rows), rounds: rounds)
    }

    private func arguments(of flood: Flood) -> [String] {
        let samples = String(max(200, Int(2000 * scale)))
        if let count = flood.unanswered {
            let each = Int(Double(count) * scale) / Self.connections
            return ["unanswered", flood.word, String(Self.connections), String(each), samples]
        }
        return ["flood", flood.word, String(Self.connections), String(Self.inFlight), samples]
    }
}

/// The results of one flood.
private struct FloodFigures {
    private(set) var rows: [Row]

    /// - Parameter isAnswered: Whether the flood waits for its replies.
    init(title: String, isAnswered: Bool, hasRivals: Bool) {
        func row(_ name: String, _ limits: [Limit] = []) -> Row { Row(name: "\(title): \(name)", limits: limits) }
        rows = [
            row("p50 when quiet, µs"), row("p99 when quiet, µs"),
            row("p50, µs"),
            row("p99, µs", (hasRivals ? Thresholds.flooded : []) + (isAnswered ? [] : Thresholds.floodedUnanswered)),
            row("longest, µs"),
            row("p99 of the bus itself, µs"),
            row("p50, times quiet"),
            row("p99, times quiet", isAnswered ? Thresholds.floodedToQuiet : []),
            row("calls/s of the flood"),
            row("of these refused, %"),
            row("calls lost, answered twice or out of turn", Thresholds.floodFaults),
            row("peak memory, MB", Thresholds.floodMegabytes),
        ]
    }

    /// - Parameter numbers: The numbers that the load prints.
    mutating func add(_ numbers: [Double], peakMegabytes: Double, _ library: Library) {
        let values =
            numbers[0...5] + [
                numbers[2] / numbers[0], numbers[3] / numbers[1], numbers[7], 100 * numbers[8] / numbers[12],
                numbers[9] + numbers[10] + numbers[11], peakMegabytes,
            ]
        for (index, value) in values.enumerated() { rows[index].samples[library, default: []].append(value) }
    }
}
