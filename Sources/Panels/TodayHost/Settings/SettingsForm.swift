package import DBus
package import TodayModel

/// The changes that a form requests of the center.
package struct SettingsChange: Hashable, Sendable {
    /// The values to set, by key.
    package var values: [String: DBusValue]
    /// The settings to unset.
    package var resets: [String]
}

extension CenterClient {
    /// Applies a change. The part that can be refused comes first, so that a refusal changes nothing.
    package func make(_ change: SettingsChange, of identifier: WidgetIdentifier) async throws {
        if !change.values.isEmpty { try await setSettings(change.values, of: identifier) }
        if !change.resets.isEmpty { try await resetSettings(change.resets, of: identifier) }
    }
}

/// The settings of one widget, or of an instance to add, while a user changes them. Nothing is sent before the user
/// submits. Pure.
package struct SettingsForm: Hashable, Sendable {
    /// The effect of a submission.
    package enum Purpose: Hashable, Sendable {
        /// Changes the settings of the widget.
        case change
        /// Adds an instance of the widget. Until then, the instance doesn't exist.
        case add
    }

    /// The result of a submission.
    package enum Outcome: Hashable, Sendable {
        /// The form can close.
        case close
        /// A field has a fault.
        case keepOpen(key: String)
        case send(SettingsChange)
    }

    package let identifier: WidgetIdentifier
    package let purpose: Purpose
    /// The widget's name; never empty.
    package private(set) var name: String
    package private(set) var fields: [SettingsField]
    /// Whether a change is on its way to the center.
    package private(set) var isSending = false
    private var isRemoved = false
    private var isCenterUnavailable = false
    private var refusal: String?

    /// Creates the form of a widget; nil if it has no settings.
    package init?(_ widget: WidgetProperties, _ purpose: Purpose = .change) {
        if widget.settingsSchema.isEmpty { return nil }
        identifier = widget.identifier
        self.purpose = purpose
        name = widget.title
        fields = widget.settingsFields(purpose)
    }

    /// The heading.
    package var title: String {
        purpose == .add ? tr("Add {name}", ["name": name]) : tr("Settings for {name}", ["name": name])
    }

    /// The text of the button that submits the form.
    package var submitLabel: String { purpose == .add ? tr("Add") : tr("Done") }

    /// Whether closing the form would lose anything.
    package var hasChanges: Bool { fields.contains(where: \.isChanged) }

    /// Whether the user can submit changes.
    package var isReady: Bool { !isSending && !isRemoved && !isCenterUnavailable }

    /// The message above the fields; nil for none.
    package var message: String? {
        if isCenterUnavailable { return tr("Can’t reach Today. Your changes are kept.") }
        if isRemoved { return tr("This widget was removed.") }
        return refusal.map { reason in
            let values: KeyValuePairs = ["reason": reason]
            return purpose == .add ? tr("Can’t add it: {reason}", values) : tr("Can’t save: {reason}", values)
        }
    }

    // MARK: User actions

    private mutating func change(_ key: String, _ body: (inout SettingsField) -> Void) {
        if let index = fields.firstIndex(where: { $0.key == key }) { body(&fields[index]) }
    }

    /// Sets the input of a field.
    package mutating func set(_ text: String, for key: String) {
        refusal = nil
        change(key) { $0.set(text) }
    }

    /// Steps to the next or previous number.
    package mutating func step(_ key: String, by count: Int) {
        change(key) { $0.set($0.stepped(by: count)) }
    }

    /// Notes that the user moves on to another field.
    package mutating func leave(_ key: String) { change(key) { $0.leave() } }

    /// Resets all fields to the author's defaults.
    package mutating func reset() {
        refusal = nil
        for index in fields.indices { fields[index].reset() }
    }

    /// Submits the form.
    package mutating func submit() -> Outcome {
        for index in fields.indices { fields[index].leave() }
        if let field = fields.first(where: { $0.fault != nil }) { return .keepOpen(key: field.key) }
        guard hasChanges || purpose == .add else { return .close }
        guard isReady else { return .keepOpen(key: fields[0].key) }
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

    /// Applies a refusal of the center.
    ///
    /// - Returns: the key of the field that the refusal names.
    package mutating func fail(_ error: any Error) -> String? {
        isSending = false
        if let error = error as? CenterError, error.code == .invalidSetting {
            // The message starts with the path of the value.
            for field in fields where error.message.hasPrefix(field.key + ": ") {
                change(field.key) { $0.refuse(String(error.message.dropFirst(field.key.count + 2))) }
                return field.key
            }
        }
        refusal = Refusal(error).description
        return nil
    }

    // MARK: Values from the center

    /// Applies the current properties of the widget to all fields that the user hasn't changed.
    ///
    /// - Parameters:
    ///   - widget: nil if the widget no longer exists.
    ///   - isCenterUnavailable: whether the center is currently unavailable.
    package mutating func apply(_ widget: WidgetProperties?, isCenterUnavailable: Bool) {
        self.isCenterUnavailable = isCenterUnavailable
        if isCenterUnavailable { return }
        isRemoved = widget?.settingsSchema.isEmpty ?? true
        guard let widget, !isRemoved else { return }
        name = widget.title
        if fields.map(\.declaration) == widget.settingsSchema.declarations {
            if purpose == .add { return }
            for field in fields { change(field.key) { $0.apply(widget.settings[field.key]) } }
        } else {
            let former = fields
            fields = widget.settingsFields(purpose)
            for field in former { change(field.key) { $0.keep(field) } }
        }
    }
}

extension WidgetProperties {
    /// Returns the fields of a form. An instance to add begins with the author's defaults.
    fileprivate func settingsFields(_ purpose: SettingsForm.Purpose) -> [SettingsField] {
        settingsSchema.declarations.map { SettingsField($0, purpose == .add ? nil : settings[$0.key]) }
    }
}
