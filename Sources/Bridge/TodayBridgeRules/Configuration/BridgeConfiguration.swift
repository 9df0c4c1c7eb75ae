package import DBus
package import TodayManifests
internal import TodayModel

/// The configuration of today-bridge: the groups of `bridge.conf`(5).
///
/// A fault in a group disables this group only.
package struct BridgeConfiguration: Sendable, Equatable {
    package private(set) var hosts: [HostGroup] = []
    package private(set) var brokers: [BrokerGroup] = []
    package private(set) var subscriptions: [SubscriptionGroup] = []
    package private(set) var publications: [PublishGroup] = []
    /// The reasons why groups are disabled, by line.
    package private(set) var faults: [ManifestFault] = []
    /// Keys that have no effect, by line.
    package private(set) var warnings: [ManifestFault] = []

    /// The kinds of all groups by name, sound or not.
    package private(set) var kinds: [String: GroupKind] = [:]

    /// Makes a configuration without groups.
    package init() {}

    /// Reads the text of a configuration file.
    package init(_ text: String) {
        let (groups, strays) = DesktopEntry.soundGroups(in: text)
        faults = strays
        for group in groups {
            do throws(ManifestFault) { try add(group) } catch { faults.append(error) }
        }
        checkReferences(to: groups)
        faults.sort { $0.line < $1.line }
    }

    /// The names of all sound groups, in the order hosts, brokers, subscriptions, publications.
    package var names: [String] {
        hosts.map(\.name) + brokers.map(\.name) + subscriptions.map(\.name) + publications.map(\.name)
    }

    private mutating func add(_ group: DesktopEntry.Group) throws(ManifestFault) {
        let words = group.name.split(separator: " ", maxSplits: 1).map(String.init)
        guard let kind = words.first.flatMap(GroupKind.init(rawValue:)) else {
            throw ManifestFault(
                line: group.number,
                message: "[\(group.name)] isn't a group: the groups are Host, Broker, Subscription and Publish")
        }
        let name = words.count > 1 ? words[1] : ""
        guard Self.isName(name) else {
            throw ManifestFault(
                line: group.number,
                message: "\(name.excerpt) isn't the name of a group: a letter, then up to 31 letters, digits, _ and -")
        }
        if let other = kinds[name] {
            throw ManifestFault(
                line: group.number, message: "the name \(name.excerpt) is taken by [\(other.rawValue) \(name)]")
        }
        kinds[name] = kind
        if let fault = group.fault { throw fault }
        var values = BridgeValues(group)
        switch kind {
        case .host: hosts.append(try HostGroup(name, &values))
        case .broker: brokers.append(try BrokerGroup(name, &values))
        case .subscription: subscriptions.append(try SubscriptionGroup(name, &values))
        case .publish: publications.append(try PublishGroup(name, &values))
        }
        warnings += values.unknown
    }

    /// Disables the groups that name a missing broker.
    private mutating func checkReferences(to groups: [DesktopEntry.Group]) {
        let known = Set(brokers.map(\.name))
        func fault(_ kind: GroupKind, _ name: String, _ broker: String) -> ManifestFault? {
            if known.contains(broker) { return nil }
            let group = groups.first { $0.name == "\(kind.rawValue) \(name)" }
            return group.map { group in
                BridgeValues(group).fault("Broker", "\(broker.excerpt) isn't the name of a working [Broker] group")
            }
        }
        faults += subscriptions.compactMap { fault(.subscription, $0.name, $0.broker) }
        faults += publications.compactMap { fault(.publish, $0.name, $0.broker) }
        subscriptions.removeAll { !known.contains($0.broker) }
        publications.removeAll { !known.contains($0.broker) }
    }

    /// Whether this is the name of a group: `[A-Za-z][A-Za-z0-9_-]{0,31}`.
    package static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 32 else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
        return isLetter(first)
            && name.utf8.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }
}

/// The first word of a group's header.
package enum GroupKind: String, CaseIterable, Sendable {
    case host = "Host"
    case broker = "Broker"
    case subscription = "Subscription"
    case publish = "Publish"
}

/// `[Host NAME]`: another machine whose widgets are shown here, over ssh.
package struct HostGroup: Sendable, Equatable {
    package let name: String
    /// The destination of ssh, `[user@]host`.
    package let address: String
    /// The session bus of the machine.
    package let busAddress: BusAddress
    /// The widgets to show.
    package let widgets: [WidgetPattern]
    /// Whether taps are sent to the other machine.
    package let taps: Bool

    init(_ name: String, _ values: inout BridgeValues) throws(ManifestFault) {
        self.name = name
        address = try values.required("Address")
        let port = try values.integer("Port", in: 1...65535).map { UInt16($0) }
        do { busAddress = try .ssh(address, port: port) } catch { throw values.fault("Address", "\(error)") }
        widgets = try values.patterns("Widgets") ?? [.all]
        taps = try values.boolean("Taps") ?? true
    }
}

/// `[Broker NAME]`: an MQTT broker.
package struct BrokerGroup: Sendable, Equatable {
    package let name: String
    package let address: BrokerAddress
    package let user: String?
    /// The file with the password; nil for the Secret Service.
    package let passwordFile: String?
    package let caFile: String?
    package let clientID: String?
    /// The topic prefix of Home Assistant discovery; nil without discovery.
    package let discovery: String?

    init(_ name: String, _ values: inout BridgeValues) throws(ManifestFault) {
        self.name = name
        let text = try values.required("Address")
        do { address = try BrokerAddress(text) } catch { throw values.fault("Address", error.text) }
        user = try values.text("User")
        passwordFile = try values.path("PasswordFile")
        caFile = try values.path("CAFile")
        clientID = try values.text("ClientID")
        discovery = try values.text("Discovery")
        let insecure = try values.boolean("Insecure") ?? false
        if user != nil, !address.isEncrypted, !address.isLoopback, !insecure {
            throw values.fault(
                "Address",
                "\(text.excerpt) would send the password unencrypted: use mqtts://, or set Insecure=true")
        }
        if let discovery, let reason = TopicFilter.fault(inTopic: discovery) {
            throw values.fault("Discovery", reason)
        }
    }
}

/// The address of an MQTT broker, `mqtt://host[:port]` or `mqtts://host[:port]`.
package struct BrokerAddress: Sendable, Equatable {
    package let host: String
    package let port: UInt16
    package let isEncrypted: Bool
    /// The address as it is written.
    package let text: String

    /// Whether the broker runs on this machine.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    init(_ text: String) throws(ManifestValue.Reason) {
        self.text = text
        let reason = ManifestValue.Reason(text: "\(text.excerpt) isn't mqtts://HOST or mqtt://HOST, with a port or not")
        let rest: Substring
        if text.hasPrefix("mqtts://") {
            (rest, isEncrypted) = (text.dropFirst(8), true)
        } else if text.hasPrefix("mqtt://") {
            (rest, isEncrypted) = (text.dropFirst(7), false)
        } else {
            throw reason
        }
        var host = rest
        var portText: Substring?
        if rest.utf8.first == UInt8(ascii: "["), let end = rest.utf8.firstIndex(of: UInt8(ascii: "]")) {
            host = rest[rest.index(after: rest.startIndex)..<end]
            let tail = rest[rest.index(after: end)...]
            if !tail.isEmpty, tail.first != ":" { throw reason }
            portText = tail.isEmpty ? nil : tail.dropFirst()
        } else if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            (host, portText) = (rest[..<colon], rest[rest.index(after: colon)...])
        }
        let isHost = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, isHost, host.first != "-" else { throw reason }
        self.host = String(host)
        if let portText {
            guard let port = UInt16(portText), port > 0 else { throw reason }
            self.port = port
        } else {
            port = isEncrypted ? 8883 : 1883
        }
    }
}

/// `[Subscription NAME]`: widgets of MQTT topics.
package struct SubscriptionGroup: Sendable, Equatable {
    /// How values are shown.
    package enum Kind: String, CaseIterable, Sendable { case text, progress, chart, list, content }

    package let name: String
    package let broker: String
    package let topic: TopicFilter
    /// The path of the value in a JSON payload; nil for the whole payload.
    package let value: JSONPath?
    /// The path of the time in a JSON payload; nil if it has none.
    package let time: JSONPath?
    /// The name of the widget.
    package let title: String?
    package let icon: String?
    package let unit: String?
    package let minimum: Double?
    package let maximum: Double?
    package let kind: Kind
    /// Whether each topic is a widget, rather than a row.
    package let each: Bool
    /// Whether all machines are one widget with their number, failures and extremes.
    package let group: Bool
    /// The age at which a topic counts as unreachable; nil for never.
    package let expires: Duration?

    init(_ name: String, _ values: inout BridgeValues) throws(ManifestFault) {
        self.name = name
        broker = try values.required("Broker")
        let filter = try values.required("Topic")
        if let reason = TopicFilter.fault(in: filter) { throw values.fault("Topic", reason) }
        topic = TopicFilter(unchecked: filter)
        value = try values.jsonPath("Value")
        time = try values.jsonPath("Time")
        title = try values.text("Name")
        icon = try values.text("Icon")
        if let icon, let reason = IconRule.fault(in: icon) { throw values.fault("Icon", reason) }
        unit = try values.text("Unit")
        minimum = try values.number("Minimum")
        maximum = try values.number("Maximum")
        if let minimum, let maximum, minimum >= maximum {
            throw values.fault("Maximum", "\(maximum) isn't above Minimum, \(minimum)")
        }
        if let word = try values.text("Kind") {
            guard let kind = Kind(rawValue: word) else {
                throw values.fault("Kind", "\(word.excerpt) isn't text, progress, chart, list or content")
            }
            self.kind = kind
        } else {
            kind = .text
        }
        each = try values.boolean("Each") ?? false
        group = try values.boolean("Group") ?? false
        if each, group { throw values.fault("Each", "Each and Group can't both be true") }
        expires = try values.duration("Expires")
    }
}

/// `[Publish NAME]`: widgets of this machine that are sent to a broker.
package struct PublishGroup: Sendable, Equatable {
    package let name: String
    package let broker: String
    package let widgets: [WidgetPattern]
    /// The name of this machine in topics; nil for the host name.
    package let machine: String?
    /// Whether private nodes are sent.
    package let isPrivate: Bool
    /// Whether taps are accepted from the broker.
    package let taps: Bool

    init(_ name: String, _ values: inout BridgeValues) throws(ManifestFault) {
        self.name = name
        broker = try values.required("Broker")
        guard let widgets = try values.patterns("Widgets") else {
            throw ManifestFault(line: values.group.number, key: "Widgets", message: "the key is required")
        }
        self.widgets = widgets
        machine = try values.text("Machine")
        if let machine, let reason = TopicFilter.fault(inLevel: machine) { throw values.fault("Machine", reason) }
        isPrivate = try values.boolean("Private") ?? false
        taps = try values.boolean("Taps") ?? false
    }
}
