import Foundation

/// The cost of adding and removing widgets and of refused calls, and the memory that remains in use.
struct TurnoverBenchmark {
    let rounds: Int
    let scale: Double
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let pairs = 20_000
    private static let manifests = 10_000
    private static let removed = 100
    private static let refusals = 1_000_000

    func run() throws {
        let pairs = Int(Double(Self.pairs) * scale)
        let refusals = Int(Double(Self.refusals) * scale)
        var rows = [
            Row(name: "register and unregister, first tenth of \(pairs): ms/pair", limits: []),
            Row(name: "last tenth: ms/pair", limits: []),
            Row(name: "last tenth, times the first", limits: Thresholds.turnover),
            Row(name: "pairs made within two minutes", limits: []),
            Row(name: "SetHasContent before: µs/call", limits: []),
            Row(name: "SetHasContent after: µs/call", limits: []),
            Row(name: "SetHasContent after, times before", limits: Thresholds.turnover),
            Row(name: "memory that stays: MB", limits: Thresholds.turnoverMegabytes),
            Row(
                name: "longest wait while \(Self.removed) of \(Self.manifests) manifests go: ms",
                limits: Thresholds.removal),
            Row(name: "refused calls, first tenth of \(refusals): CPU µs/call", limits: []),
            Row(name: "last tenth: CPU µs/call", limits: []),
            Row(name: "last tenth, times the first", limits: Thresholds.refusal),
            Row(name: "memory that stays: MB", limits: Thresholds.refusalMegabytes),
        ]
        for round in 0..<rounds {
            progress("widgets that come and go", round, rounds)
            let values = try comings(pairs) + [try removal()] + (try refused(refusals))
            for (index, value) in values.enumerated() { rows[index].samples[.swift, default: []].append(value) }
        }
        printTable("Widgets that come and go", rows, rounds: rounds)
    }

    private func comings(_ pairs: Int) throws -> [Double] {
        try onBus(widgets: 100) { bus, process, _ in
            // Warm up first: the initial allocations don't count as growth.
            _ = try bus.load(Self.name, "turnover", "100")
            let before = try CenterHome.residentMegabytes(process)
            let numbers = try bus.load(Self.name, "turnover", String(pairs))
            let gained = try CenterHome.residentMegabytes(process) - before
            return [
                numbers[0], numbers[1], numbers[1] / numbers[0], numbers[4], numbers[2], numbers[3],
                numbers[3] / numbers[2], gained,
            ]
        }
    }

    private func removal() throws -> Double {
        try onBus(widgets: Self.manifests) { bus, _, home in
            try bus.load(Self.name, "removal", home.manifests.path, String(Self.removed), "8")[0]
        }
    }

    private func refused(_ calls: Int) throws -> [Double] {
        try onBus(widgets: 1) { bus, process, _ in
            _ = try bus.load(Self.name, "refused", "2000", "64")
            let before = try CenterHome.residentMegabytes(process)
            let numbers = try bus.load(Self.name, "refused", String(calls), "64")
            return numbers + [numbers[1] / numbers[0], try CenterHome.residentMegabytes(process) - before]
        }
    }

    private func onBus<Value>(widgets: Int, _ body: (PrivateBus, Process, CenterHome) throws -> Value) throws -> Value {
        let home = try CenterHome(widgets: widgets)
        defer { home.remove() }
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        var rivals = [Rival(library: .swift, command: [todayd], ownName: Self.name)]
        guard let process = try startAll(&rivals, on: bus)[.swift] else {
            throw Trouble(text: "\(todayd) does not run")
        }
        return try body(bus, process, home)
    }
}
