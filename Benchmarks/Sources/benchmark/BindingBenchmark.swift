import Foundation

/// Services that do the same work, each written with another library.
struct BindingBenchmark {
    let rounds: Int
    let scale: Double

    private struct Case {
        let title: String
        let arguments: [String]
        let count: Int
        var unit = "call"
    }

    private static let cases = [
        Case(title: "Ping, 1 in flight", arguments: ["ping", "1"], count: 4000),
        Case(title: "Ping", arguments: ["ping", "64"], count: 16000),
        Case(title: "Echo (sb)", arguments: ["echo", "64"], count: 16000),
        Case(title: "GiveProperties, 4 KiB a{sv}", arguments: ["give-properties", "64"], count: 4000),
        Case(title: "TakeProperties, 4 KiB a{sv}", arguments: ["take-properties", "64"], count: 4000),
        Case(title: "GiveStrings, 1,000", arguments: ["give-strings", "64"], count: 1200),
        Case(title: "TakeStrings, 1,000", arguments: ["take-strings", "64"], count: 1200),
        Case(title: "signals (ut)", arguments: ["signals"], count: 30000, unit: "signal"),
    ]

    /// Pairs of cases whose difference is the cost of the argument alone.
    private static let codecs = [
        ("encode 4 KiB a{sv}", 3), ("decode 4 KiB a{sv}", 4), ("encode 1,000 strings", 5), ("decode 1,000 strings", 6),
    ]

    func run() throws {
        guard let script = Bundle.module.path(forResource: "echo", ofType: "py") else {
            throw Trouble(text: "echo.py is not beside the program; build all rivals with: swift build -c release")
        }
        var rivals = [
            Rival(library: .swift, command: [try Tool.built("echo-swift").path]),
            Rival(library: .libdbus, command: [try Tool.built("echo-libdbus").path]),
            Rival(library: .sdbus, command: [try Tool.built("echo-sdbus").path], packages: "libsystemd-dev"),
            Rival(library: .gdbus, command: [try Tool.built("echo-gdbus").path], packages: "libglib2.0-dev"),
        ]
        do {
            let python = try Tool.python.url.path
            rivals.append(Rival(library: .python, command: [python, script], packages: Tool.python.package))
        } catch let trouble as Trouble {
            print("skipped: python-dbus: \(trouble.text)")
        }

        var rates = Self.cases.map { Row(name: "\($0.title): \($0.unit)s/s", limits: Thresholds.throughput) }
        var times = Self.cases.map { Row(name: "\($0.title): CPU µs/\($0.unit)", limits: Thresholds.cpu) }
        var clients = ClientBenchmark(scale: scale)
        for round in 0..<rounds {
            progress("binding", round, rounds)
            let bus = try PrivateBus()
            defer { bus.stop() }
            _ = try startAll(&rivals, on: bus)
            for (index, test) in Self.cases.enumerated() {
                for rival in rotated(rivals, by: round) {
                    let count = max(20, Int(Double(test.count) * scale))
                    let numbers = try bus.load(
                        [rival.name, test.arguments[0], String(count)] + test.arguments.dropFirst())
                    rates[index].samples[rival.library, default: []].append(numbers[0])
                    times[index].samples[rival.library, default: []].append(numbers[1])
                }
            }
            try clients.measure(rotated(rivals, by: round), on: bus)
        }
        let codecs = Self.codecs.map { title, index in
            var row = Row(name: "\(title): CPU µs", limits: Thresholds.codec)
            for (library, all) in times[index].samples {
                row.samples[library] = zip(all, times[1].samples[library] ?? []).map { $0 - $1 }
            }
            return row
        }
        let rows = zip(rates, times).flatMap { [$0, $1] } + codecs
        printTable("Binding, 64 calls in flight unless it says otherwise", rows, rounds: rounds)
        printTable("Clients", clients.rows, rounds: rounds)
    }
}

/// Reports progress on standard error.
func progress(_ what: String, _ round: Int, _ rounds: Int) {
    FileHandle.standardError.write(Data("\(what): round \(round + 1) of \(rounds)\n".utf8))
}
