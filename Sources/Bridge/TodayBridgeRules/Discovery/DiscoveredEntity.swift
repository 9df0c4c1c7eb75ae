internal import DBus
internal import TodayModel

/// A topic and the part of its payloads that counts.
struct TemplatedTopic: Hashable, Sendable {
    let topic: String
    let template: ValueTemplate
}

/// One value or control of a device, from a Home Assistant discovery message.
package struct DiscoveredEntity: Hashable, Sendable {
    /// The kinds that are shown.
    package enum Component: String, CaseIterable, Sendable {
        case sensor
        case binarySensor = "binary_sensor"
        case `switch`
        case light, number, button, select, fan, lock, cover
    }

    /// The place of an entity among those of its device.
    enum Category: Int, Comparable, Sendable {
        case control, reading, more
        static func < (left: Category, right: Category) -> Bool { left.rawValue < right.rawValue }
    }

    /// The topics that say whether the entity can be reached.
    struct Availability: Hashable, Sendable {
        let topic: TemplatedTopic
        let available: String
        let unavailable: String
    }

    enum AvailabilityMode: String, Sendable { case all, any, latest }

    /// The brightness of a light.
    struct Brightness: Hashable, Sendable {
        let state: TemplatedTopic?
        /// The topic of commands; nil for the light's own, whose commands are JSON.
        let command: String?
        let scale: Double
    }

    package let key: String
    package let component: Component
    /// The name; nil for the name of the device.
    let name: String?
    let category: Category
    let state: TemplatedTopic?
    /// The topic of commands; nil for an entity that only shows.
    let command: String?
    /// Whether commands and states of a light are JSON objects.
    let isJSON: Bool
    let brightness: Brightness?
    /// The payloads of commands, by action: `on`, `off`, `press`, `open`, `close`, `stop`.
    let payloads: [String: String]
    /// The state that means on.
    let stateOn: String
    let availability: [Availability]
    let availabilityMode: AvailabilityMode
    let unit: String?
    let deviceClass: String?
    let decimals: Int?
    let minimum: Double
    let maximum: Double
    let step: Double?
    let options: [String]
    /// The templates that aren't supported.
    package let unsupported: [String]

    /// The topics to subscribe to.
    var topics: [String] {
        availability.map(\.topic.topic) + [state?.topic, brightness?.state?.topic].compactMap { $0 }
    }

    init?(_ component: Component, key: String, _ members: DiscoveryMembers) {
        self.key = key
        self.component = component
        let deviceClass = members.text("device_class")
        self.deviceClass = deviceClass
        // As in Home Assistant, an entity without a name has that of its class, such as `Battery`.
        name =
            members.has("name")
            ? members.title("name")
            : members.title("device_class").map { word in
                let words = word.split(at: "_").joined(separator: " ")
                return words.prefix(1).uppercased() + words.dropFirst()
            }
        unit = members.title("unit_of_measurement")
        decimals = members.number("suggested_display_precision").map { min(max(Int($0.rounded()), 0), 6) }
        var unsupported: [String] = []
        func templated(_ topic: String, _ template: String) -> TemplatedTopic? {
            guard let topic = members.topic(topic) else { return nil }
            let template = members.text(template).map { ValueTemplate($0) } ?? .whole
            if let text = template.unsupported { unsupported.append(text) }
            return TemplatedTopic(topic: topic, template: template)
        }
        command = members.topic("command_topic")
        isJSON = component == .light && members.text("schema") == "json"
        let hasStateTemplate = component == .light && members.has("state_value_template")
        if isJSON {
            state = members.topic("state_topic").map {
                TemplatedTopic(topic: $0, template: ValueTemplate("{{ value_json.state }}"))
            }
        } else {
            state = templated("state_topic", hasStateTemplate ? "state_value_template" : "value_template")
        }
        brightness = Self.brightness(members, isJSON, templated("brightness_state_topic", "brightness_value_template"))
        payloads = Self.payloads(component, members)
        stateOn = Self.stateOn(component, members)
        availability = Self.availability(members, &unsupported)
        availabilityMode = members.text("availability_mode").flatMap { AvailabilityMode(rawValue: $0) } ?? .latest
        minimum = members.number("min") ?? 1
        maximum = members.number("max") ?? 100
        step = members.number("step").flatMap { $0 > 0 ? $0 : nil } ?? 1
        options = members.texts("options").prefix(64).map { $0 }
        let isMore = ["diagnostic", "config"].contains(members.text("entity_category"))
        let isControl = command != nil && component != .sensor && component != .binarySensor
        category = isMore ? .more : isControl ? .control : .reading
        self.unsupported = unsupported
        if members.boolean("enabled_by_default") == false { return nil }
        if state == nil, command == nil { return nil }
        if component == .number, minimum >= maximum { return nil }
    }

    private static func brightness(
        _ members: DiscoveryMembers, _ isJSON: Bool, _ state: TemplatedTopic?
    ) -> Brightness? {
        let scale = members.number("brightness_scale").flatMap { $0 >= 1 ? $0 : nil } ?? 255
        if isJSON {
            guard members.boolean("brightness") == true, let topic = members.topic("state_topic") else { return nil }
            let state = TemplatedTopic(topic: topic, template: ValueTemplate("{{ value_json.brightness }}"))
            return Brightness(state: state, command: nil, scale: scale)
        }
        guard let command = members.topic("brightness_command_topic") else { return nil }
        return Brightness(state: state, command: command, scale: scale)
    }

    /// The defaults are those of Home Assistant.
    private static func payloads(_ component: Component, _ members: DiscoveryMembers) -> [String: String] {
        func payload(_ name: String, _ standard: String) -> String { members.text("payload_" + name) ?? standard }
        switch component {
        case .button: return ["press": payload("press", "PRESS")]
        case .lock: return ["on": payload("lock", "LOCK"), "off": payload("unlock", "UNLOCK")]
        case .cover:
            return [
                "open": payload("open", "OPEN"), "close": payload("close", "CLOSE"), "stop": payload("stop", "STOP"),
            ]
        default: return ["on": payload("on", "ON"), "off": payload("off", "OFF")]
        }
    }

    private static func stateOn(_ component: Component, _ members: DiscoveryMembers) -> String {
        switch component {
        case .lock: members.text("state_locked") ?? "LOCKED"
        case .binarySensor: members.text("payload_on") ?? "ON"
        default: members.text("state_on") ?? members.text("payload_on") ?? "ON"
        }
    }

    private static func availability(_ members: DiscoveryMembers, _ unsupported: inout [String]) -> [Availability] {
        func entry(_ members: DiscoveryMembers, _ topic: String, _ template: String) -> Availability? {
            guard let topic = members.topic(topic) else { return nil }
            let template = members.text(template).map { ValueTemplate($0) } ?? .whole
            if let text = template.unsupported { unsupported.append(text) }
            return Availability(
                topic: TemplatedTopic(topic: topic, template: template),
                available: members.text("payload_available") ?? "online",
                unavailable: members.text("payload_not_available") ?? "offline")
        }
        let listed = members.objects("availability").prefix(8).compactMap { entry($0, "topic", "value_template") }
        if !listed.isEmpty { return listed }
        return entry(members, "availability_topic", "availability_template").map { [$0] } ?? []
    }
}

/// The device of an entity.
package struct DiscoveredDevice: Hashable, Sendable {
    /// The first of its identifiers.
    package let identifier: String
    package let name: String
    /// Its maker and model; empty if they are unknown.
    package let model: String

    /// - Parameter object: The object of the topic, which identifies an entity without a device.
    init(_ members: DiscoveryMembers, object: String) {
        let device = members["device"].flatMap { DiscoveryMembers($0) }
        let connection = device?["connections"]?.elements?.first?.elements?.compactMap {
            if case .string(let text) = $0.unwrapped { text } else { nil }
        }
        identifier = device?.texts("identifiers").first ?? connection?.joined(separator: "_") ?? object
        name = device?.title("name") ?? members.title("name") ?? ForeignText.title(object)
        model = [device?.title("manufacturer"), device?.title("model")].compactMap { $0 }.joined(separator: " ")
    }
}
