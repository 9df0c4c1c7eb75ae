internal import DBus
package import TodayModel

/// The same widget on many machines, as one widget. Pure.
///
/// A change of a machine takes logarithmic time; ``content()`` reads only the machines that it names.
package struct Fleet: Sendable {
    /// The machines that one fleet keeps.
    package static let maximumMachines = 20_000
    /// The machines that are named.
    static let maximumSections = 20

    private var machines: [String: FleetMachine] = [:]
    private var troubles = RankedSet<FleetTrouble>()
    private var progress = RankedSet<FleetNumber>()
    private var values = RankedSet<FleetNumber>()
    package private(set) var offlineCount = 0
    /// The unit of the last chart.
    private var unit: String?
    /// The time of the newest content; never if it is unknown.
    package private(set) var time = Timestamp.never

    package init() {}

    package var count: Int { machines.count }
    package var failingCount: Int { troubles.count - offlineCount }

    package subscript(name: String) -> FleetMachine? { machines[name] }

    /// Adds, changes or, with nil, removes a machine.
    ///
    /// - Returns: Whether the machine fails or is offline since now.
    /// - Throws: A fault if the fleet is full.
    @discardableResult
    package mutating func set(_ name: String, _ machine: FleetMachine?) throws(Fault) -> Bool {
        let former = machines[name]
        if former == machine { return false }
        if former == nil, machines.count >= Self.maximumMachines {
            throw Fault(message: "\(name.excerpt) and others are ignored, because \(count) machines are shown already")
        }
        let formerTrouble = former.flatMap { FleetTrouble($0, name) }
        let trouble = machine.flatMap { FleetTrouble($0, name) }
        if trouble != formerTrouble {
            if let formerTrouble { troubles.remove(formerTrouble) }
            if let trouble { troubles.insert(trouble) }
            offlineCount += (trouble?.kind == .offline ? 1 : 0) - (formerTrouble?.kind == .offline ? 1 : 0)
        }
        Self.replace(Self.number(former, \.progress), Self.number(machine, \.progress), of: name, in: &progress)
        Self.replace(Self.number(former, \.value), Self.number(machine, \.value), of: name, in: &values)
        unit = machine?.unit ?? unit
        time = max(time, machine?.time ?? .never)
        machines[name] = machine
        return trouble != nil && formerTrouble == nil
    }

    /// Returns a number that counts: that of a machine that is reachable.
    private static func number(_ machine: FleetMachine?, _ path: KeyPath<FleetMachine, Double?>) -> Double? {
        guard let machine, !machine.isOffline, let number = machine[keyPath: path], number.isFinite else { return nil }
        return number
    }

    private static func replace(
        _ former: Double?, _ number: Double?, of name: String, in set: inout RankedSet<FleetNumber>
    ) {
        if former == number { return }
        if let former { set.remove(FleetNumber(number: former, machine: name)) }
        if let number { set.insert(FleetNumber(number: number, machine: name)) }
    }

    // MARK: Numbers

    /// The minimum, the median and the maximum of numbers. With an even count, the median is the lower one of both.
    package struct Spread: Hashable, Sendable {
        package let minimum: Double
        package let median: Double
        package let maximum: Double

        init?(_ set: RankedSet<FleetNumber>) {
            if set.isEmpty { return nil }
            minimum = set[0].number
            median = set[(set.count - 1) / 2].number
            maximum = set[set.count - 1].number
        }
    }

    package var progressSpread: Spread? { Spread(progress) }
    package var valueSpread: Spread? { Spread(values) }

    /// The machines that are named, the worst first.
    package var named: [String] { troubles.prefix(Self.maximumSections).map(\.machine) }

    // MARK: Content

    /// The first line, such as `1,000 machines · 3 failing · 12 offline`.
    package var headline: String {
        var parts = [trn("{count} machine", "{count} machines", count)]
        if failingCount > 0 { parts.append(trn("{count} failing", "{count} failing", failingCount)) }
        if offlineCount > 0 { parts.append(trn("{count} offline", "{count} offline", offlineCount)) }
        return parts.joined(separator: " · ")
    }

    /// Returns the content: a headline, the numbers, and a section for each of the worst machines.
    package func content() -> Content {
        if machines.isEmpty { return .text(tr("No machine has reported yet"), color: .secondary) }
        var nodes: [Content] = [.text(headline, style: .headline)]
        if let spread = progressSpread {
            nodes.append(Self.grid(spread) { Language.percent($0) })
        }
        if let spread = valueSpread {
            nodes.append(
                Self.grid(spread) { TopicValue.number($0, decimals: TopicValue.decimals(of: $0)).shown(unit: unit) })
        }
        for name in named { if let machine = machines[name] { nodes.append(Self.section(name, machine)) } }
        let hidden = troubles.count - named.count
        if hidden > 0 {
            nodes.append(.text(trn("and {count} more", "and {count} more", hidden), style: .caption, color: .secondary))
        }
        return .column(nodes)
    }

    private static func grid(_ spread: Spread, _ shown: (Double) -> String) -> Content {
        let texts = [tr("Minimum"), tr("Median"), tr("Maximum")].map {
            Content.text($0, style: .caption, color: .secondary)
        }
        let numbers = [spread.minimum, spread.median, spread.maximum].map { Content.text(shown($0)) }
        return Content(kind: .grid, [.columns: .uint32(3)], children: texts + numbers)
    }

    private static func section(_ name: String, _ machine: FleetMachine) -> Content {
        let title = ForeignText.title(name)
        let isFailing = !machine.isOffline
        var nodes: [Content] = []
        if isFailing, !machine.error.isEmpty { nodes.append(.text(machine.error, color: .error)) }
        nodes += machine.details.map { .text($0, color: machine.isOffline ? .secondary : nil) }
        let values: KeyValuePairs = ["machine": title]
        let label = machine.isOffline ? tr("{machine} is offline", values) : tr("{machine} fails", values)
        return .section(label, id: name, nodes)
    }
}
