package import DBus
package import TodayModel

/// What a form asks of the center.
package struct SettingsChange: Hashable, Sendable {
    /// What is set, by key.
    package var values: [String: DBusValue]
    /// The settings that are to be as if they had never been set.
    package var resets: [String]
}

extension CenterClient {
    /// Makes a change. What may be refused comes first, so that a refusal changes nothing.
    package func make(_ change: SettingsChange, of identifier: WidgetIdentifier) async throws {
        if !change.values.isEmpty { try await setSettings(change.values, of: identifier) }
        if !change.resets.isEmpty { try await resetSettings(change.resets, of: identifier) }
    }
}

/// The settings of one widget while a user changes them: nothing is sent before the user is done. Pure.
package struct SettingsForm: Hashable, Sendable {
    /// What comes of the user's being done.
    package enum Outcome: Hashable, Sendable {
        /// There is nothing to be done any more.
        case close
        /// Something is wrong with a field.
        case stay(key: String)
        case send(SettingsChange)
    }

    package let identifier: WidgetIdentifier
    /// The widget's name; never empty.
    package private(set) var name: String
    package private(set) var fields: [SettingsField]
    /// Whether a change is on its way to the center.
    package private(set) var isSending = false
    private var isGone = false
    private var isAway = false
    private var refusal: String?

    /// Makes the form of a widget; nil when it has no settings.
    package init?(_ widget: WidgetProperties) {
        if widget.settingsSchema.isEmpty { return nil }
        identifier = widget.identifier
        name = widget.title
        fields = widget.settingsFields
    }

    /// Whether there is anything that would be lost without it.
    package var hasChanges: Bool { fields.contains(where: \.isChanged) }

    /// Whether the user can be done, other than by leaving everything as it was.
    package var isReady: Bool { !isSending && !isGone && !isAway }

    /// What is to be said above the fields; nil for nothing.
    package var message: String? {
        if isAway { return "The service behind Today is gone. What you have typed stays here." }
        if isGone { return "This widget is not there any more." }
        return refusal.map { "This could not be changed: \($0)" }
    }

    // MARK: What the user does

    private mutating func change(_ key: String, _ body: (inout SettingsField) -> Void) {
        if let index = fields.firstIndex(where: { $0.key == key }) { body(&fields[index]) }
    }

    /// Something else is typed or chosen.
    package mutating func set(_ text: String, for key: String) {
        refusal = nil
        change(key) { $0.set(text) }
    }

    /// Goes on to the next number, or back.
    package mutating func step(_ key: String, by count: Int) {
        change(key) { $0.set($0.stepped(by: count)) }
    }

    /// The user goes on to another field.
    package mutating func leave(_ key: String) { change(key) { $0.leave() } }

    /// Everything is to be as its author made it.
    package mutating func reset() {
        refusal = nil
        for index in fields.indices { fields[index].reset() }
    }

    /// The user is done.
    package mutating func submit() -> Outcome {
        for index in fields.indices { fields[index].leave() }
        if let field = fields.first(where: { $0.fault != nil }) { return .stay(key: field.key) }
        guard hasChanges else { return .close }
        guard isReady else { return .stay(key: fields[0].key) }
        var change = SettingsChange(values: [:], resets: [])
        for field in fields {
            if field.isReset {
                change.resets.append(field.key)
            } else if field.isChanged, case .success(let value) = field.reading {
                change.values[field.key] = value.dbusValue
            }
        }
        isSending = true
        refusal = nil
        return .send(change)
    }

    /// The center has refused the change.
    ///
    /// - Returns: the field that it names.
    package mutating func fail(_ error: any Error) -> String? {
        isSending = false
        let reason = Refusal(error).description
        if let error = error as? CenterError, error.code == .invalidSetting {
            for field in fields where reason.hasPrefix(field.key + ": ") {
                change(field.key) { $0.refuse(String(reason.dropFirst(field.key.count + 2))) }
                return field.key
            }
        }
        refusal = reason
        return nil
    }

    // MARK: What the center says

    /// Takes the widget as it is now: what the user has not touched follows.
    ///
    /// - Parameters:
    ///   - widget: nil when there is none any more.
    ///   - isAway: whether there is no center at present.
    package mutating func take(_ widget: WidgetProperties?, isAway: Bool) {
        self.isAway = isAway
        if isAway { return }
        isGone = widget?.settingsSchema.isEmpty ?? true
        guard let widget, !isGone else { return }
        name = widget.title
        if fields.map(\.declaration) == widget.settingsSchema.declarations {
            for field in fields { change(field.key) { $0.take(widget.settings[field.key]) } }
        } else {
            let former = fields
            fields = widget.settingsFields
            for field in former { change(field.key) { $0.keep(field) } }
        }
    }
}

extension WidgetProperties {
    fileprivate var settingsFields: [SettingsField] {
        settingsSchema.declarations.map { SettingsField($0, settings[$0.key]) }
    }
}
