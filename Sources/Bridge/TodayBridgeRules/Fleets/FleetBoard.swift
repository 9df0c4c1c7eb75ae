internal import DBus
package import TodayModel

/// The messages of a `[Subscription NAME]` with `Group`, as a fleet. Pure: times are arguments.
///
/// Topics of Today over MQTT have a widget's content and state. For other topics, the levels that the wildcards stand
/// for are the machine, and the payload is its value.
package struct FleetBoard: Sendable {
    package let group: SubscriptionGroup
    package private(set) var fleet = Fleet()
    /// The machines whose last will says that they are gone.
    private var offline: Set<String> = []
    /// The name of the widget on its machines; empty if it is unknown.
    package private(set) var title = ""
    /// The parts that are kept at the broker, by machine.
    private var parts: [String: UInt8] = [:]

    package init(_ group: SubscriptionGroup) { self.group = group }

    /// The topics to subscribe to.
    package var filters: [TopicFilter] { [group.topic] + (PublishedTopic.states(of: group.topic).map { [$0] } ?? []) }

    /// Reads a message.
    ///
    /// - Returns: Whether anything changed, and whether a machine fails or is offline since now.
    /// - Throws: The reason why the message is ignored.
    package mutating func receive(
        _ topic: String, _ payload: [UInt8], isRetained: Bool, at now: Timestamp
    ) throws(Fault) -> (isChanged: Bool, isTrouble: Bool) {
        guard let published = PublishedTopic(topic) else { return try receiveValue(topic, payload, isRetained, now) }
        let name = published.machine
        guard let (_, part) = published.widget else { return try receiveState(of: name, payload) }
        let former = fleet[name]
        var machine = former ?? FleetMachine()
        machine.isOffline = offline.contains(name)
        let flag: UInt8 = part == .content ? 1 : 2
        switch part {
        case .definition:
            if title.isEmpty, !payload.isEmpty { title = try PublishedDefinition(json: try Payload.text(payload)).name }
            return (false, false)
        case .tap: return (false, false)
        case .content, .state:
            if payload.isEmpty {
                parts[name] = (parts[name] ?? 0) & ~flag
                if parts[name] == 0 {
                    parts[name] = nil
                    return (former != nil, try fleet.set(name, nil))
                }
                return (false, false)
            }
        }
        if part == .content {
            machine.show(try Payload.content(try Payload.text(payload)))
            if parts[name, default: 0] & 2 == 0 { machine.time = isRetained ? .never : now }
        } else {
            let state = try PublishedState(json: try Payload.text(payload))
            machine.error = state.errorLine
            machine.attention = state.attention
            machine.time = state.time(isRetained: isRetained, at: now)
        }
        let isTrouble = try fleet.set(name, machine)
        parts[name, default: 0] |= flag
        return (former != machine, isTrouble)
    }

    private mutating func receiveState(
        of name: String, _ payload: [UInt8]
    ) throws(Fault) -> (isChanged: Bool, isTrouble: Bool) {
        let isOffline = payload.elementsEqual(PublishedTopic.offline.utf8)
        if isOffline, offline.count < Fleet.maximumMachines { offline.insert(name) } else { offline.remove(name) }
        guard var machine = fleet[name], machine.isOffline != isOffline else { return (false, false) }
        machine.isOffline = isOffline
        return (true, try fleet.set(name, machine))
    }

    private mutating func receiveValue(
        _ topic: String, _ payload: [UInt8], _ isRetained: Bool, _ now: Timestamp
    ) throws(Fault) -> (isChanged: Bool, isTrouble: Bool) {
        let name = group.topic.name(of: topic)
        let former = fleet[name]
        if payload.isEmpty { return (former != nil, try fleet.set(name, nil)) }
        let reading = try TopicReading(payload, of: group)
        var machine = FleetMachine()
        machine.details = [reading.value.shown(unit: group.unit)]
        machine.value = reading.value.number
        machine.unit = group.unit
        machine.time = reading.time.map { min($0, now) } ?? (isRetained ? .never : now)
        return (former != machine, try fleet.set(name, machine))
    }
}
