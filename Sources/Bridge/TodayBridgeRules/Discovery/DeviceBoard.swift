package import DBus
package import TodayModel

/// The devices that Home Assistant discovery announces at one broker, their values and availability. Pure.
package struct DeviceBoard: Sendable {
    /// The entities of one device.
    package static let maximumEntities = 64
    /// The devices of one broker.
    package static let maximumDevices = 256
    /// The entities of all devices of one broker.
    package static let maximumTotal = 4096

    /// A message that carries out a tap.
    package struct Command: Hashable, Sendable {
        package let topic: String
        package let payload: String
        /// Whether the device answers with its state.
        package let isAnswered: Bool
    }

    /// A template that isn't supported, so that the whole payload is shown.
    package struct UnsupportedTemplate: Hashable, Sendable, CustomStringConvertible {
        package let device: String
        /// The component and the object of its discovery topic.
        package let entity: String
        package let template: String

        package var description: String {
            "\(device), \(entity): the template \(template.excerpt) isn't supported; the whole payload is shown"
        }
    }

    struct Entity: Sendable {
        var configuration: DiscoveredEntity
        var value: TopicValue?
        var brightness: Double?
        /// The last word of each availability topic; nil before its first message.
        var words: [Bool?]
        /// The last word of all.
        var lastWord: Bool?

        init(_ configuration: DiscoveredEntity) {
            self.configuration = configuration
            words = configuration.availability.map { _ in nil }
        }

        /// Whether the entity can be reached. Before the first word, it can't.
        var isAvailable: Bool {
            if words.isEmpty { return true }
            return switch configuration.availabilityMode {
            case .all: words.allSatisfy { $0 == true }
            case .any: words.contains { $0 == true }
            case .latest: lastWord == true
            }
        }
    }

    private struct Device: Sendable {
        var information: DiscoveredDevice
        var entities: [String: Entity] = [:]
        /// The time of the newest value; never if it is unknown.
        var time = Timestamp.never
    }

    private struct Place: Hashable, Sendable {
        let device: String
        let entity: String
    }

    private var devices: [String: Device] = [:]
    /// The entities of each discovery topic.
    private var announced: [String: Set<Place>] = [:]
    /// The entities that use each topic.
    private var users: [String: Set<Place>] = [:]
    private var total = 0
    /// The topics of entities that haven't read their retained messages.
    private var unread: Set<String> = []

    package init() {}

    /// The identifiers of the devices, in order.
    package var identifiers: [String] { devices.keys.sorted() }
    /// The topics to subscribe to.
    package var topics: Set<String> { Set(users.keys) }

    /// Returns the topics of the entities that are new since the last call. Subscribing to them again brings their
    /// retained messages, even if other entities have read them.
    package mutating func takeUnread() -> Set<String> {
        defer { unread = [] }
        return unread.filter(uses)
    }

    /// Returns whether entities use a topic.
    package func uses(_ topic: String) -> Bool { users[topic] != nil }

    package func information(_ device: String) -> DiscoveredDevice? { devices[device]?.information }
    package func time(_ device: String) -> Timestamp { devices[device]?.time ?? .never }

    /// Whether any entity of a device can be reached.
    package func isAvailable(_ device: String) -> Bool {
        devices[device]?.entities.values.contains(where: \.isAvailable) ?? false
    }

    /// The templates of all devices that aren't supported, in order.
    package var unsupported: [UnsupportedTemplate] {
        let found = devices.values.flatMap { device in
            device.entities.values.flatMap { entity in
                entity.configuration.unsupported.map {
                    UnsupportedTemplate(
                        device: device.information.name, entity: entity.configuration.key, template: $0)
                }
            }
        }
        return found.sorted { ($0.device, $0.entity, $0.template) < ($1.device, $1.entity, $1.template) }
    }

    // MARK: Discovery

    /// Reads a discovery message. An empty payload removes its entities.
    ///
    /// - Returns: The identifiers of the devices that changed, or that no longer exist.
    /// - Throws: The reason why the message is ignored.
    package mutating func discover(
        _ topic: String, _ payload: [UInt8], prefix: String
    ) throws(Fault) -> Set<String> {
        guard let place = DiscoveryTopic(topic, prefix: prefix) else { return [] }
        // Names of actions have its object.
        if topic.utf8.count > 500 || TextRule.fault(in: topic) != nil {
            throw Fault(message: "the topic is too long or has a control character")
        }
        var found: [(DiscoveredDevice, DiscoveredEntity)] = []
        if !payload.isEmpty {
            guard let members = DiscoveryMembers(try Payload.document(try Payload.text(payload))) else {
                throw Fault(message: "the payload isn't a JSON object")
            }
            found = Self.entities(place, topic, members)
        }
        let former = announced[topic] ?? []
        let wanted = Set(found.map { Place(device: $0.0.identifier, entity: $0.1.key) })
        var changed = Set(former.subtracting(wanted).map(\.device))
        for place in former.subtracting(wanted) { remove(place) }
        announced[topic] = wanted.isEmpty ? nil : wanted
        for (information, entity) in found {
            let place = Place(device: information.identifier, entity: entity.key)
            do { try set(place, information, entity) } catch {
                announced[topic]?.remove(place)
                if announced[topic]?.isEmpty == true { announced[topic] = nil }
                throw error
            }
            changed.insert(information.identifier)
        }
        return changed
    }

    private static func entities(
        _ place: DiscoveryTopic, _ topic: String, _ members: DiscoveryMembers
    ) -> [(DiscoveredDevice, DiscoveredEntity)] {
        let device = DiscoveredDevice(members, object: place.object)
        // One message announces all entities of a device.
        if place.component == "device" {
            return members.children("components").prefix(maximumEntities).compactMap { child in
                guard let word = child.members.text("platform"),
                    let component = DiscoveredEntity.Component(rawValue: word),
                    let entity = DiscoveredEntity(
                        component, key: "\(word)/\(place.object)/\(child.name)", child.members)
                else { return nil }
                return (device, entity)
            }
        }
        guard let component = DiscoveredEntity.Component(rawValue: place.component),
            let entity = DiscoveredEntity(component, key: "\(place.component)/\(place.object)", members)
        else { return [] }
        return [(device, entity)]
    }

    private mutating func set(
        _ place: Place, _ information: DiscoveredDevice, _ configuration: DiscoveredEntity
    ) throws(Fault) {
        let former = devices[place.device]?.entities[place.entity]
        if former == nil {
            let name = place.device.excerpt
            if devices[place.device] == nil, devices.count >= Self.maximumDevices {
                throw Fault(
                    message: "\(name) and others are ignored, because \(devices.count) devices are shown already")
            }
            if total >= Self.maximumTotal || devices[place.device]?.entities.count ?? 0 >= Self.maximumEntities {
                throw Fault(message: "the device \(name) has too many entities")
            }
            total += 1
        }
        var entity = Entity(configuration)
        if let former, former.configuration.state == configuration.state {
            (entity.value, entity.brightness) = (former.value, former.brightness)
        }
        if let former, former.configuration.availability == configuration.availability {
            (entity.words, entity.lastWord) = (former.words, former.lastWord)
        }
        for topic in former?.configuration.topics ?? [] { forget(topic, place) }
        for topic in configuration.topics { users[topic, default: []].insert(place) }
        if former?.configuration.topics != configuration.topics { unread.formUnion(configuration.topics) }
        devices[place.device, default: Device(information: information)].entities[place.entity] = entity
        devices[place.device]?.information = information
    }

    private mutating func remove(_ place: Place) {
        guard let entity = devices[place.device]?.entities.removeValue(forKey: place.entity) else { return }
        total -= 1
        for topic in entity.configuration.topics { forget(topic, place) }
        if devices[place.device]?.entities.isEmpty == true { devices[place.device] = nil }
    }

    private mutating func forget(_ topic: String, _ place: Place) {
        users[topic]?.remove(place)
        if users[topic]?.isEmpty == true { users[topic] = nil }
    }

    // MARK: Values

    /// Reads a message of a topic that entities use.
    ///
    /// - Returns: The identifiers of the devices that changed.
    /// - Throws: The reason why the message is ignored.
    package mutating func receive(
        _ topic: String, _ payload: [UInt8], isRetained: Bool, at now: Timestamp
    ) throws(Fault) -> Set<String> {
        guard let places = users[topic] else { return [] }
        let text = try Payload.text(payload)
        let first = text.utf8.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let document = isJSON ? try Payload.document(text) : nil
        let named = document?.members?["last_seen"].flatMap { Timestamp(reported: $0) }
        var changed: Set<String> = []
        for place in places {
            guard var entity = devices[place.device]?.entities[place.entity] else { continue }
            let (isValue, isChange) = entity.receive(topic, text, document)
            if isValue {
                let time = named.map { min($0, now) } ?? (isRetained ? .never : now)
                let known = devices[place.device]?.time ?? .never
                devices[place.device]?.time = max(known, time)
            }
            if isValue || isChange { changed.insert(place.device) }
            devices[place.device]?.entities[place.entity] = entity
        }
        return changed
    }

    // MARK: Taps

    /// Returns the message that carries out a tap; nil if the entity no longer exists or can't do it.
    package mutating func command(_ device: String, _ action: String, _ parameter: DBusValue?) -> Command? {
        guard let (verb, key) = DeviceAction.parts(of: action),
            var entity = devices[device]?.entities[key],
            let (topic, payload) = entity.command(verb, parameter)
        else { return nil }
        devices[device]?.entities[key] = entity
        return Command(topic: topic, payload: payload, isAnswered: entity.configuration.state != nil)
    }

    // MARK: Content

    /// Returns the content of a device: controls, then values, then the rest in a section.
    package func content(of device: String) -> Content {
        guard let device = devices[device] else { return .empty }
        let entities = device.entities.values.sorted {
            ($0.configuration.category, $0.shownName(device.information.name), $0.configuration.key)
                < ($1.configuration.category, $1.shownName(device.information.name), $1.configuration.key)
        }
        var nodes: [Content] = []
        var more: [Content] = []
        var room = Limits.nodes - 4
        for entity in entities {
            let node = entity.content(device: device.information.name)
            room -= node.nodeCount
            if room < 0 { break }
            if entity.configuration.category == .more { more.append(node) } else { nodes.append(node) }
        }
        if !more.isEmpty { nodes.append(.section(tr("Details"), id: "details", more)) }
        return .column(nodes)
    }

    /// Returns the name of an icon for a device.
    package func icon(of device: String) -> String {
        let entities = devices[device]?.entities.values.map(\.configuration) ?? []
        let kinds = Set(entities.map(\.component))
        let classes = Set(entities.compactMap(\.deviceClass))
        if kinds.contains(.light) { return "weather-clear" }
        if kinds.contains(.lock) { return "security-high" }
        if !classes.isDisjoint(with: ["temperature", "humidity"]) { return "weather-few-clouds" }
        if !classes.isDisjoint(with: ["power", "energy", "current", "voltage"]) { return "battery" }
        if !classes.isDisjoint(with: ["motion", "occupancy", "presence"]) { return "user-available" }
        if kinds.contains(.switch) { return "system-shutdown" }
        return "network-wireless"
    }
}

/// The names of actions on the nodes of a device: a verb and the key of an entity.
enum DeviceAction {
    static func name(_ verb: String, _ key: String) -> String { "\(verb) \(key)" }

    static func parts(of action: String) -> (verb: String, key: String)? {
        guard let blank = action.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        return (String(action[..<blank]), String(action[action.utf8.index(after: blank)...]))
    }
}
