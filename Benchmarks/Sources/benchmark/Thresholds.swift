/// The targets of all measurements. A ratio is ours divided by the rival's.
enum Thresholds {
    /// Calls or signals per second.
    static let throughput: [Limit] = [.atLeast(0.95, of: .libdbus), .atLeast(1, of: .gdbus)]
    /// CPU time of the service per call or per signal.
    static let cpu: [Limit] = [.atMost(1.5, of: .libdbus), .atMost(1, of: .gdbus)]
    /// The CPU time of writing or reading a large argument, beyond that of an empty call.
    static let codec: [Limit] = [.atMost(2, of: .libdbus), .atMost(1, of: .gdbus)]

    /// CPU time of a client per signal, with one match rule and with thousands; and the ratio of the second to the
    /// first.
    static let hearing: [Limit] = [.atMost(1, of: .gdbus)]
    static let rules: [Limit] = [.atMostAbsolute(3)]
    /// CPU time of a call with a generated client, divided by that of the same call by hand.
    static let generated: [Limit] = [.atMostAbsolute(1.02)]

    static let centerThroughput: [Limit] = [.atLeast(0.95, of: .libdbus)]
    static let centerThroughputInFlight: [Limit] = [.atLeast(0.95, of: .libdbus), .atLeast(2, of: .gdbus)]
    static let centerCPU: [Limit] = [.atMost(1.3, of: .libdbus)]
    static let managedObjects: [Limit] = [.atMost(0.5, of: .libdbus)]
    /// From the provider's call to the panel's signal.
    static let push: [Limit] = [.atMost(1.05, of: .libdbus)]
    static let start: [Limit] = [.atMost(3, of: .libdbus)]
    static let residentMegabytes: [Limit] = [.atMostAbsolute(14)]

    /// The p99 of another client's wait times while five connections flood the service.
    static let flooded: [Limit] = [.atMost(1, of: .libdbus), .atMost(1, of: .gdbus)]
    /// The same in µs, if the flood expects no replies.
    static let floodedUnanswered: [Limit] = [.atMostAbsolute(50_000)]
    /// The same divided by that of a quiet service, if the flood waits for its replies.
    static let floodedToQuiet: [Limit] = [.atMostAbsolute(5)]
    static let floodFaults: [Limit] = [.atMostAbsolute(0)]
    static let floodMegabytes: [Limit] = [.atMostAbsolute(64)]
    /// Another client's longest wait in ms while ten connections send huge messages.
    static let hugeWait: [Limit] = [.atMostAbsolute(500)]
    /// CPU time in ms for refusing JSON with 960 KB of escapes: 50 MB/s.
    static let json: [Limit] = [.atMostAbsolute(19.2)]

    /// The increase in the cost of a call after 20,000 widgets were added and removed.
    static let turnover: [Limit] = [.atMostAbsolute(1.5)]
    static let turnoverMegabytes: [Limit] = [.atMostAbsolute(4)]
    /// The increase in the cost of a refused call after a million refusals.
    static let refusal: [Limit] = [.atMostAbsolute(1.2)]
    static let refusalMegabytes: [Limit] = [.atMostAbsolute(2)]
    /// A client's longest wait in ms while manifests are removed.
    static let removal: [Limit] = [.atMostAbsolute(50)]

    /// CPU time per run of a script, excluding the script itself.
    static let scriptCPU: [Limit] = [.atMost(1, of: .waybar)]
    static let scriptRunsWithNobody: [Limit] = [.atMostAbsolute(0)]
    static let scriptMegabytes: [Limit] = [.atMostAbsolute(12)]

    /// today-bridge with a fleet: CPU in percent of a core, memory, and ms from a message to the signal: of the first
    /// failure, and the p99 of others.
    static let fleetCPU: [Limit] = [.atMostAbsolute(10)]
    static let fleetMegabytes: [Limit] = [.atMostAbsolute(40)]
    static let fleetFirst: [Limit] = [.atMostAbsolute(100)]
    static let fleetOther: [Limit] = [.atMostAbsolute(1500)]
    /// Widgets over ssh: the p50 as a multiple of that of the other center, and the p99 in ms.
    static let mirrored: [Limit] = [.atMostAbsolute(6)]
    static let mirroredSlow: [Limit] = [.atMostAbsolute(100)]

    /// From exec to the first card on the screen.
    static let panelLaunch: [Limit] = [.atMost(1.2, of: .gtk)]
    static let panelMemory: [Limit] = [.atMost(1.1, of: .gtk)]
    /// CPU time of the main thread for the paint of a frame.
    static let panelPaint: [Limit] = [.atMost(1.2, of: .gtk)]
    /// Launch and memory with the renderer that the panel chooses.
    static let panelRenderer: [Limit] = [.atMost(1, of: .gl)]
    /// The longest time in ms for which the panel's main loop may be busy, or the CPU time of update and layout: one frame
    /// at 60 Hz; and the number of cards up to which this applies.
    static let panelFrame: [Limit] = [.atMostAbsolute(16.7)]
    static let panelFrameCards = 20
}

/// A target of a measurement.
enum Limit {
    case atLeast(Double, of: Library)
    case atMost(Double, of: Library)
    case atMostAbsolute(Double)

    /// The text for the table.
    var text: String {
        switch self {
        case .atLeast(let ratio, let library): "≥ \(ratio.short) × \(library.title)"
        case .atMost(let ratio, let library): "≤ \(ratio.short) × \(library.title)"
        case .atMostAbsolute(let value): "≤ \(value.short)"
        }
    }
}

/// The library or program on which a service, panel or bar is based.
enum Library: String, CaseIterable {
    case swift, libdbus, sdbus, gdbus, python, gtk, gl, waybar, i3blocks, mosquittoSub, there

    var title: String {
        switch self {
        case .swift: "ours"
        case .libdbus: "bare C"
        case .sdbus: "sd-bus"
        case .gdbus: "GDBus"
        case .python: "python-dbus"
        case .gtk: "bare GTK"
        case .gl: "ours with GL"
        case .waybar: "Waybar"
        case .i3blocks: "i3blocks"
        case .mosquittoSub: "mosquitto_sub"
        case .there: "the other center"
        }
    }
}
