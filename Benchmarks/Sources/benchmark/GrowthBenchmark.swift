import Foundation

/// The growth of the service's cost with the number of widgets and panels, compared with C programs in the same run.
struct GrowthBenchmark {
    let rounds: Int
    let scale: Double
    let todayd: String

    private static let name = "org.todaycenter.NotificationCenter1"
    private static let bareName = "org.example.Bare"
    private static let widgetCounts = [10, 100, 500]
    private static let panelCounts = [1, 4, 16]
    private static let settingsCounts = [0, 1, 10]
    /// Each round takes long, and the rounds differ little.
    private static let turnoverRounds = 3

    /// One figure at every size, in order of size.
    private struct Figure {
        let name: String
        var samples: [[Double]]
        var bare: [[Double]]

        init(_ name: String, _ sizes: [Int]) {
            self.name = name
            samples = sizes.map { _ in [] }
            bare = sizes.map { _ in [] }
        }

        mutating func add(_ ours: Double, _ theirs: Double, at index: Int) {
            samples[index].append(ours)
            bare[index].append(theirs)
        }

        /// Our median and the ratio to the C program's, for each size.
        var cells: [String] {
            zip(samples, bare).map { ours, theirs in
                guard let middle = median(ours) else { return "–" }
                let ratios = zip(ours, theirs).filter { $0.1.isFinite }.map { $0 / $1 }
                return middle.measured + (median(ratios).map { String(format: " (%.2f)", $0) } ?? "")
            }
        }
    }

    func run() throws {
        try CenterHome.check(todayd)
        try growWidgets()
        try growPanels()
        try growSettings()
        try TurnoverBenchmark(rounds: min(rounds, Self.turnoverRounds), scale: scale, todayd: todayd).run()
    }

    private func growWidgets() throws {
        let sizes = Self.widgetCounts
        var flagCPU = Figure("SetHasContent, 64 in flight: CPU µs/call", sizes)
        var objects = Figure("GetManagedObjects: CPU µs/widget", sizes)
        var latency = Figure("push to the panel's signal, p50: µs", sizes)
        var pushCPU = Figure("push to the panel's signal: CPU µs/push", sizes)
        var start = Figure("exec to name owned: ms", sizes)
        var memory = Figure("resident memory: MB", sizes)
        for (index, widgets) in sizes.enumerated() {
            let home = try CenterHome(widgets: widgets)
            defer { home.remove() }
            for round in 0..<rounds {
                progress("\(widgets) widgets", round, rounds)
                try onBus(home, widgets: widgets) { bus, process in
                    let flags = try both { try bus.load($0, "set-has-content", calls(16000), "64")[1] }
                    flagCPU.add(flags.ours, flags.bare, at: index)
                    let lists = try both {
                        try bus.load($0, "managed-objects", calls(20000 / widgets), "1")[1] / Double(widgets)
                    }
                    objects.add(lists.ours, lists.bare, at: index)
                    let count = pushes(widgets)
                    let trips = try both { try bus.load($0, "push", count, String(widgets), "1") }
                    latency.add(trips.ours[0], trips.bare[0], at: index)
                    pushCPU.add(trips.ours[1], trips.bare[1], at: index)
                    memory.add(try CenterHome.residentMegabytes(process), .nan, at: index)
                    bus.end(process)
                    let other = "org.example.Start"
                    let ours = try bus.load([Self.name, "start", "3", todayd])[0]
                    start.add(ours, try bus.load([other, "start", "3", try Self.bare(), other])[0], at: index)
                }
            }
        }
        printGrowth("widgets", sizes, [flagCPU, objects, latency, pushCPU, start, memory])
    }

    private func growPanels() throws {
        let sizes = Self.panelCounts
        let widgets = 100
        var latency = Figure("push to the first panel's signal, p50: µs", sizes)
        var pushCPU = Figure("push: CPU µs/push", sizes)
        let home = try CenterHome(widgets: widgets)
        defer { home.remove() }
        for (index, panels) in sizes.enumerated() {
            for round in 0..<rounds {
                progress("\(panels) panels", round, rounds)
                try onBus(home, widgets: widgets) { bus, _ in
                    let trips = try both {
                        try bus.load($0, "push", pushes(widgets), String(widgets), String(panels))
                    }
                    latency.add(trips.ours[0], trips.bare[0], at: index)
                    pushCPU.add(trips.ours[1], trips.bare[1], at: index)
                }
            }
        }
        printGrowth("panels", sizes, [latency, pushCPU])
    }

    /// Measures settings, which the C program doesn't have.
    private func growSettings() throws {
        let sizes = Self.settingsCounts
        let widgets = 100
        var objects = Figure("GetManagedObjects: CPU µs/widget", sizes)
        var latency = Figure("push to the panel's signal, p50: µs", sizes)
        var pushCPU = Figure("push to the panel's signal: CPU µs/push", sizes)
        let homes = try sizes.map { try CenterHome(widgets: widgets, settings: $0) }
        defer { for home in homes { home.remove() } }
        for round in 0..<rounds {
            for (index, home) in homes.enumerated() {
                progress("\(sizes[index]) settings", round, rounds)
                try onBus(home, widgets: widgets) { bus, _ in
                    let lists = try both {
                        try bus.load($0, "managed-objects", calls(20000 / widgets), "1")[1] / Double(widgets)
                    }
                    objects.add(lists.ours, lists.bare, at: index)
                    let trips = try both { try bus.load($0, "push", pushes(widgets), String(widgets), "1") }
                    latency.add(trips.ours[0], trips.bare[0], at: index)
                    pushCPU.add(trips.ours[1], trips.bare[1], at: index)
                }
            }
        }
        printGrowth("settings", sizes, [objects, latency, pushCPU])
    }

    /// Runs `body` on a bus with both services; ours has content in every widget.
    private func onBus(_ home: CenterHome, widgets: Int, _ body: (PrivateBus, Process) throws -> Void) throws {
        let bus = try PrivateBus(environment: home.environment)
        defer { bus.stop() }
        var rivals = [
            Rival(library: .swift, command: [todayd], ownName: Self.name),
            Rival(
                library: .libdbus, command: [try Self.bare(), Self.bareName, String(widgets)], ownName: Self.bareName),
        ]
        guard let process = try startAll(&rivals, on: bus)[.swift] else { return }
        _ = try bus.load(Self.name, "fill", String(widgets))
        try body(bus, process)
    }

    private func both<Value>(_ measure: (String) throws -> Value) rethrows -> (ours: Value, bare: Value) {
        (try measure(Self.name), try measure(Self.bareName))
    }

    private static func bare() throws -> String { try Tool.built("center-libdbus").path }

    private func calls(_ count: Int) -> String { String(max(20, Int(Double(count) * scale))) }

    /// The number of pushes, limited to what all widgets together accept at once.
    private func pushes(_ widgets: Int) -> String { String(min(8 * widgets, max(20, Int(800 * scale)))) }

    private func printGrowth(_ what: String, _ sizes: [Int], _ figures: [Figure]) {
        let lines =
            [["ours (ratio to bare C)"] + sizes.map { "\($0) \(what)" }] + figures.map { [$0.name] + $0.cells }
        printMarkdown("Growth with \(what), medians of \(rounds) rounds", lines)
    }
}
