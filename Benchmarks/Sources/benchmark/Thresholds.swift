/// What every measurement has to reach, in one place. A ratio is ours divided by the rival's.
enum Thresholds {
    /// Calls and signals per second.
    static let throughput: [Limit] = [.atLeast(0.95, of: .libdbus), .atLeast(1, of: .gdbus)]
    /// CPU time of the service per call and per signal.
    static let cpu: [Limit] = [.atMost(1.5, of: .libdbus), .atMost(1, of: .gdbus)]
    /// What writing or reading a large argument adds to the CPU time of an empty call.
    static let codec: [Limit] = [.atMost(2, of: .libdbus), .atMost(1, of: .gdbus)]

    /// CPU time of a client per signal, with one match rule and with thousands; and the latter divided by the former.
    static let hearing: [Limit] = [.atMost(1, of: .gdbus)]
    static let rules: [Limit] = [.atMostAbsolute(3)]
    /// CPU time of a call with a generated client, divided by that of the same by hand.
    static let generated: [Limit] = [.atMostAbsolute(1.02)]

    static let centerThroughput: [Limit] = [.atLeast(0.95, of: .libdbus)]
    static let centerThroughputInFlight: [Limit] = [.atLeast(0.95, of: .libdbus), .atLeast(2, of: .gdbus)]
    static let centerCPU: [Limit] = [.atMost(1.5, of: .libdbus)]
    static let managedObjects: [Limit] = [.atMost(0.5, of: .libdbus)]
    /// From the provider's call to the panel's signal.
    static let push: [Limit] = [.atMost(1.3, of: .libdbus)]
    static let start: [Limit] = [.atMost(3, of: .libdbus)]
    static let residentMegabytes: [Limit] = [.atMostAbsolute(14)]

    /// The p99 of another client's waits while five connections flood the service.
    static let flooded: [Limit] = [.atMost(1, of: .libdbus), .atMost(1, of: .gdbus)]
    /// The same in µs, where the flood expects no replies.
    static let floodedUnanswered: [Limit] = [.atMostAbsolute(50_000)]
    /// The same divided by that of a quiet service, where the flood waits for its replies.
    static let floodedToQuiet: [Limit] = [.atMostAbsolute(5)]
    static let floodFaults: [Limit] = [.atMostAbsolute(0)]
    static let floodMegabytes: [Limit] = [.atMostAbsolute(64)]
    /// Another client's longest wait in ms while ten connections send huge messages.
    static let hugeWait: [Limit] = [.atMostAbsolute(500)]
    /// CPU time in ms for refusing JSON with 960 KB of escapes: 50 MB/s.
    static let json: [Limit] = [.atMostAbsolute(19.2)]

    /// How much more a call costs when 20,000 widgets have come and gone.
    static let turnover: [Limit] = [.atMostAbsolute(1.5)]
    static let turnoverMegabytes: [Limit] = [.atMostAbsolute(4)]
    /// How much more a refused call costs when a million have been refused.
    static let refusal: [Limit] = [.atMostAbsolute(1.2)]
    static let refusalMegabytes: [Limit] = [.atMostAbsolute(2)]
    /// A client's longest wait in ms while manifests are removed.
    static let removal: [Limit] = [.atMostAbsolute(50)]

    /// CPU time of a run of a script, besides what the script itself takes.
    static let scriptCPU: [Limit] = [.atMost(1, of: .waybar)]
    static let scriptRunsWithNobody: [Limit] = [.atMostAbsolute(0)]
    static let scriptMegabytes: [Limit] = [.atMostAbsolute(12)]

    /// From exec to the first card on the screen.
    static let panelLaunch: [Limit] = [.atMost(1.5, of: .gtk)]
    static let panelMemory: [Limit] = [.atMost(1.5, of: .gtk)]
    /// How long the panel's main loop is busy at most, in ms: a frame at 60 Hz; up to so many cards.
    static let panelFrame: [Limit] = [.atMostAbsolute(16.7)]
    static let panelFrameCards = 20
}

/// One thing that a measurement has to reach.
enum Limit {
    case atLeast(Double, of: Library)
    case atMost(Double, of: Library)
    case atMostAbsolute(Double)

    /// As the table shows it.
    var text: String {
        switch self {
        case .atLeast(let ratio, let library): "≥ \(ratio.short) × \(library.title)"
        case .atMost(let ratio, let library): "≤ \(ratio.short) × \(library.title)"
        case .atMostAbsolute(let value): "≤ \(value.short)"
        }
    }
}

/// What a service or a panel is written with.
enum Library: String, CaseIterable {
    case swift, libdbus, sdbus, gdbus, python, gtk, waybar, i3blocks

    var title: String {
        switch self {
        case .swift: "ours"
        case .libdbus: "bare C"
        case .sdbus: "sd-bus"
        case .gdbus: "GDBus"
        case .python: "python-dbus"
        case .gtk: "bare GTK"
        case .waybar: "Waybar"
        case .i3blocks: "i3blocks"
        }
    }
}
