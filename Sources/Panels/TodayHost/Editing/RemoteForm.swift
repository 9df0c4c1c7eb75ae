internal import DBus
internal import TodayModel

/// A computer or an MQTT broker whose widgets the user wants here, while the user types it. Pure.
package struct RemoteForm: Hashable, Sendable {
    /// The fields, with those that only a broker has at the end.
    package private(set) var fields: [SettingsField]

    private enum Key: String {
        case name = "Name"
        case address = "Address"
        case discovery = "Discovery"
        case user = "User"
    }

    /// The topic prefix of Home Assistant.
    private static let discoveryPrefix = "homeassistant"

    /// Creates an empty form.
    package init() {
        let declarations = [
            try? SettingDeclaration(
                Key.name.rawValue, .string, name: tr("Name"), placeholder: "nas",
                description: tr("A name of your choice, without spaces."), isRequired: true),
            try? SettingDeclaration(
                Key.address.rawValue, .string, name: tr("Address"),
                // Translators: examples of the addresses of a computer and of an MQTT broker.
                placeholder: tr("me@nas or mqtts://broker"),
                description: tr("A computer that ssh connects to without a password, or an MQTT broker."),
                isRequired: true),
            try? SettingDeclaration(
                Key.discovery.rawValue, .boolean, name: tr("Show devices of Home Assistant"), default: .boolean(true),
                description: tr("Also those of Zigbee2MQTT, Tasmota and ESPHome.")),
            try? SettingDeclaration(
                Key.user.rawValue, .string, name: tr("User"),
                // Translators: todaycenter-bridge(5) is a page of the manual.
                description: tr("Optional. For the password and certificates, see todaycenter-bridge(5).")),
        ]
        fields = declarations.compactMap(\.self).map { SettingsField($0, nil) }
    }

    private func text(_ key: Key) -> String { fields.first { $0.key == key.rawValue }?.text.trimmingSpaces ?? "" }

    private mutating func change(_ key: String, _ body: (inout SettingsField) -> Void) {
        if let index = fields.firstIndex(where: { $0.key == key }) { body(&fields[index]) }
    }

    /// The name of the computer or broker.
    package var name: String { text(.name) }

    /// Whether the user has typed a name or an address.
    package var hasInput: Bool { !name.isEmpty || !text(.address).isEmpty }

    /// Returns whether a field matters for the address.
    package func isShown(_ field: SettingsField) -> Bool {
        let isBroker = text(.address).contains("://")
        return isBroker || field.declaration.isRequired
    }

    // MARK: User actions

    /// Sets the input of a field.
    package mutating func set(_ text: String, for key: String) { change(key) { $0.set(text) } }

    /// Notes that the user moves on to another field.
    package mutating func leave(_ key: String) { change(key) { $0.leave() } }

    /// Submits the form.
    ///
    /// - Returns: the key of a field with a fault; nil if the form can be sent.
    package mutating func submit() -> String? {
        for index in fields.indices { fields[index].leave() }
        return fields.first { isShown($0) && $0.fault != nil }?.key
    }

    /// The arguments of `todayctl` that add the computer or broker. No input becomes an option or another key.
    package var addition: [String] {
        var arguments = ["remote", "add", "--", name, "Address=" + text(.address)]
        for field in fields where isShown(field) {
            switch Key(rawValue: field.key) {
            case .discovery where field.text == String(true): arguments.append("Discovery=" + Self.discoveryPrefix)
            case .user: arguments.append("User=" + text(.user))
            case .name, .address, .discovery, nil: break
            }
        }
        return arguments
    }

    /// Handles that `todayctl remote add` has failed.
    ///
    /// - Parameters:
    ///   - reason: The reason, which starts with a key if the value of this key is wrong.
    ///   - isRefusal: Whether the reason is the input.
    /// - Returns: The key of the field to look at.
    package mutating func fail(_ reason: String, isRefusal: Bool) -> String {
        let key = fields.map(\.key).first { reason.hasPrefix($0 + ": ") }
        let reason = key.map { String(reason.dropFirst($0.count + 2)) } ?? reason
        let field = key ?? Key.name.rawValue
        if isRefusal { change(field) { $0.refuse(reason) } }
        return field
    }
}
