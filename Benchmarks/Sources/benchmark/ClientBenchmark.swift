import Foundation

/// The cost of a client: one that receives signals with few and with many match rules, and one that makes calls, by
/// hand and with generated code.
struct ClientBenchmark {
    private static let manyRules = 5000
    /// The service on python-dbus doesn't listen to signals.
    private static let listeners: Set<Library> = [.swift, .libdbus, .sdbus, .gdbus]

    let scale: Double
    private var few = Row(name: "signal heard, 1 rule: CPU µs", limits: Thresholds.hearing)
    private var many = Row(name: "signal heard, 5,000 rules: CPU µs", limits: Thresholds.hearing)
    private var growth = Row(name: "the same, 5,000 rules / 1 rule", limits: Thresholds.rules)
    private var ofBus = Row(name: "the bus meanwhile, 5,000 rules: CPU µs/signal", limits: [])
    private var byHand = Row(name: "call by hand: CPU µs", limits: [])
    private var generated = Row(name: "call of a generated client: CPU µs", limits: [])
    private var overhead = Row(name: "the same, generated / by hand", limits: Thresholds.generated)

    init(scale: Double) { self.scale = scale }

    var rows: [Row] { [few, many, growth, ofBus, byHand, generated, overhead] }

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
        let calls = try bus.numbers(of: "calls-swift", [service.name, String(Int(20000 * scale))])
        byHand.samples[.swift, default: []].append(calls[0])
        generated.samples[.swift, default: []].append(calls[1])
        overhead.samples[.swift, default: []].append(calls[2])
    }
}
