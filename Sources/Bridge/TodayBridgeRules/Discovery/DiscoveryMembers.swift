internal import DBus
internal import TodayModel

/// The members of a Home Assistant discovery message, by their long names. A message may use short names, and `~` at
/// the start or end of a topic for its base topic.
struct DiscoveryMembers {
    private let members: [String: DBusValue]
    private let base: String?

    init?(_ value: DBusValue, base: String? = nil) {
        guard let members = value.members else { return nil }
        self.members = members
        if case .string(let text)? = members["~"] { self.base = text } else { self.base = base }
    }

    /// Makes the members of one component of a device, which inherits those that it doesn't have.
    init?(_ value: DBusValue, below device: DiscoveryMembers) {
        guard let own = DiscoveryMembers(value, base: device.base) else { return nil }
        let inherited = device.members.filter {
            [
                "device", "dev", "availability", "avty", "availability_topic", "avty_t",
                "availability_mode", "avty_mode", "state_topic", "stat_t", "command_topic", "cmd_t", "qos",
                "payload_available", "pl_avail", "payload_not_available", "pl_not_avail", "availability_template",
                "avty_tpl",
            ].contains($0.key)
        }
        members = inherited.merging(own.members) { $1 }
        base = own.base
    }

    subscript(name: String) -> DBusValue? { members[name] ?? Self.short[name].flatMap { members[$0] } }

    /// Whether the message has the member, even as null. A name that is null means the name of the device.
    func has(_ name: String) -> Bool { self[name] != nil }

    func text(_ name: String) -> String? {
        switch self[name] {
        case .string(let text): text
        case .boolean(let flag): flag ? "True" : "False"
        case let value?: value.number.map(\.excerpt)
        case nil: nil
        }
    }

    func title(_ name: String) -> String? {
        guard let title = text(name).map({ ForeignText.title($0) }), !title.isEmpty else { return nil }
        return title.utf8.count <= 200 ? title : String(title.unicodeScalars.prefix(50))
    }

    func number(_ name: String) -> Double? {
        guard let number = self[name]?.number, number.isFinite else { return nil }
        return number
    }

    func boolean(_ name: String) -> Bool? { if case .boolean(let flag)? = self[name] { flag } else { nil } }

    /// Returns a topic without wildcards, with its base.
    func topic(_ name: String) -> String? {
        guard case .string(var topic)? = self[name], !topic.isEmpty else { return nil }
        if let base {
            if topic.utf8.first == UInt8(ascii: "~") {
                topic = base + topic.dropFirst()
            } else if topic.utf8.last == UInt8(ascii: "~") {
                topic = topic.dropLast() + base
            }
        }
        return TopicFilter.fault(inTopic: topic) == nil ? topic : nil
    }

    /// The members of a list of objects, or of one object.
    func objects(_ name: String) -> [DiscoveryMembers] {
        guard let value = self[name] else { return [] }
        return (value.elements ?? [value]).compactMap { DiscoveryMembers($0, base: base) }
    }

    /// The objects of an object by their names.
    func children(_ name: String) -> [(name: String, members: DiscoveryMembers)] {
        (self[name]?.members ?? [:]).sorted { $0.key < $1.key }.compactMap { entry in
            DiscoveryMembers(entry.value, below: self).map { (entry.key, $0) }
        }
    }

    func texts(_ name: String) -> [String] {
        guard let value = self[name] else { return [] }
        return (value.elements ?? [value]).compactMap { element in
            if case .string(let text) = element.unwrapped { text } else { element.number.map(\.excerpt) }
        }.filter { TextRule.fault(in: $0) == nil }
    }

    /// The short names of Home Assistant, "MQTT Discovery", "Supported abbreviations".
    private static let short: [String: String] = [
        "availability": "avty", "availability_mode": "avty_mode", "availability_template": "avty_tpl",
        "availability_topic": "avty_t", "brightness_command_topic": "bri_cmd_t", "brightness_scale": "bri_scl",
        "brightness_state_topic": "bri_stat_t", "brightness_value_template": "bri_val_tpl", "command_topic": "cmd_t",
        "command_template": "cmd_tpl", "components": "cmps", "connections": "cns", "device": "dev",
        "device_class": "dev_cla", "enabled_by_default": "en", "entity_category": "ent_cat", "identifiers": "ids",
        "manufacturer": "mf", "model": "mdl", "options": "ops", "payload_available": "pl_avail",
        "payload_close": "pl_cls", "payload_lock": "pl_lock", "payload_not_available": "pl_not_avail",
        "payload_off": "pl_off", "payload_on": "pl_on", "payload_open": "pl_open", "payload_press": "pl_prs",
        "payload_stop": "pl_stop", "payload_unlock": "pl_unlk", "platform": "p", "state_locked": "stat_locked",
        "state_off": "stat_off", "state_on": "stat_on", "state_topic": "stat_t", "state_unlocked": "stat_unlocked",
        "state_value_template": "stat_val_tpl", "suggested_display_precision": "sug_dsp_prc", "topic": "t",
        "unique_id": "uniq_id", "unit_of_measurement": "unit_of_meas", "value_template": "val_tpl",
    ]
}
