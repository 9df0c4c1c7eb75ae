import Foundation

/// The cost of a client: one that receives signals with few and with many match rules, and one that makes calls, by
/// hand and with generated code.
struct ClientBenchmark {
    private static let manyRules = 5000
    /// The service on python-dbus doesn't listen to signals.
    private static let listeners: Set<Library> = [.swift, .libdbus, .sdbus, .gdbus]

    /// The work of a client, and the targets of its CPU time.
    private struct Case {
        let title: String
        /// The argument for the C programs, and that for ours, if it is another one.
        let word: String
        var ours: String?
        let count: Int
        var limits: [Limit] = []
    }

    private static let cases = [
        Case(
            title: "call of 1 kB, 1 in flight, on the loop", word: "serial", count: 8000,
            limits: [.atMost(1.2, of: .libdbus), .atMost(2, of: .sdbus)]),
        Case(
            title: "the same, from the main actor", word: "serial", ours: "serial-main", count: 8000,
            limits: [.atMost(2, of: .libdbus), .atMost(3, of: .sdbus)]),
        Case(
            title: "call of 1 kB, 64 in flight", word: "flight", count: 20000,
            limits: [.atMost(1.3, of: .libdbus), .atMost(1.8, of: .sdbus)]),
        Case(
            title: "GiveProperties, 4 KiB a{sv}", word: "properties", count: 4000,
            limits: [.atMost(1.1, of: .libdbus), .atMost(1.4, of: .sdbus)]),
        Case(
            title: "signal, typed stream", word: "signals", count: 50000,
            limits: [.atMost(1.6, of: .libdbus), .atMost(1.6, of: .sdbus)]),
        Case(
            title: "signal, handler", word: "signals", ours: "signals-handler", count: 50000,
            limits: [.atMost(1.2, of: .sdbus)]),
    ]

    let scale: Double
    private var times = Self.cases.map { Row(name: "\($0.title): µs", limits: []) }
    private var costs = Self.cases.map { Row(name: "\($0.title): CPU µs", limits: $0.limits) }
    private var memory = Row(name: "memory after one call: resident KiB", limits: [])
    private var few = Row(name: "signal heard, 1 rule: CPU µs", limits: Thresholds.hearing)
    private var many = Row(name: "signal heard, 5,000 rules: CPU µs", limits: Thresholds.hearing)
    private var growth = Row(name: "the same, 5,000 rules / 1 rule", limits: Thresholds.rules)
    private var ofBus = Row(name: "the bus meanwhile, 5,000 rules: CPU µs/signal", limits: [])
    private var byHand = Row(name: "call by hand: CPU µs", limits: [])
    private var generated = Row(name: "call of a generated client: CPU µs", limits: [])
    private var overhead = Row(name: "the same, generated / by hand", limits: Thresholds.generated)

    init(scale: Double) { self.scale = scale }

    var rows: [Row] {
        zip(times, costs).flatMap { [$0, $1] } + [memory, few, many, growth, ofBus, byHand, generated, overhead]
    }

    /// Measures one round. The services are already running.
    mutating func measure(_ rivals: [Rival], on bus: PrivateBus) throws {
        for rival in rivals where Self.listeners.contains(rival.library) {
            let signals = String(max(1000, Int(20000 * scale)))
            let one = try bus.load(rival.name, "hear", signals, "1")
            let all = try bus.load(rival.name, "hear", signals, String(Self.manyRules))
            few.samples[rival.library, default: []].append(one[0])
            many.samples[rival.library, default: []].append(all[0])
            growth.samples[rival.library, default: []].append(all[0] / one[0])
            ofBus.samples[rival.library, default: []].append(all[1])
        }
        guard let service = rivals.first(where: { $0.library == .libdbus }) else { return }
        for rival in rivals where Self.listeners.contains(rival.library) {
            let program = "client-\(rival.library.rawValue)"
            for (index, test) in Self.cases.enumerated() {
                let word = rival.library == .swift ? test.ours ?? test.word : test.word
                let count = max(1000, Int(Double(test.count) * scale))
                let figures = try bus.numbers(of: program, [service.name, word, String(count)])
                times[index].samples[rival.library, default: []].append(figures[0])
                costs[index].samples[rival.library, default: []].append(figures[1])
            }
            memory.samples[rival.library, default: []].append(
                try bus.numbers(of: program, [service.name, "memory", "1"])[0])
        }
        let calls = try bus.numbers(of: "calls-swift", [service.name, String(Int(20000 * scale))])
        byHand.samples[.swift, default: []].append(calls[0])
        generated.samples[.swift, default: []].append(calls[1])
        overhead.samples[.swift, default: []].append(calls[2])
    }
}
