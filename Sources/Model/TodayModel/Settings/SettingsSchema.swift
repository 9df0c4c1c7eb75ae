package import DBus

/// The settings that a widget has, in the order in which a form shows them.
public struct SettingsSchema: Hashable, Sendable {
    /// At most ``Limits/settingsPerWidget``, each with another key.
    public let declarations: [SettingDeclaration]

    /// No settings.
    public init() { declarations = [] }

    /// Makes a schema.
    ///
    /// - Throws: A fault whose path starts with the index, when there are too many or a key is there twice.
    public init(_ declarations: [SettingDeclaration]) throws(Fault) {
        if declarations.count > Limits.settingsPerWidget {
            throw Fault(message: "\(declarations.count) settings, SettingsPerWidget is \(Limits.settingsPerWidget)")
        }
        var keys: Set<String> = []
        for (index, declaration) in declarations.enumerated() where !keys.insert(declaration.key).inserted {
            throw Fault(path: "[\(index)].Key", message: "\(declaration.key.excerpt) is there twice")
        }
        let bytes = declarations.reduce(0) { $0 + $1.byteCount }
        if bytes > Limits.settingsBytes {
            throw Fault(message: "\(bytes) bytes of text in all, SettingsBytes is \(Limits.settingsBytes)")
        }
        self.declarations = declarations
    }

    /// Whether there are none.
    public var isEmpty: Bool { declarations.isEmpty }

    /// The declaration of a setting; nil when there is none of that key.
    public subscript(key: String) -> SettingDeclaration? { declarations.first { $0.key == key } }

    /// Checks values that somebody sets.
    ///
    /// - Parameter set: what is set already, where that fits.
    /// - Throws: A fault whose path is the setting's key.
    package func check(
        _ values: [String: DBusValue], beside set: [String: SettingValue]
    ) throws(Fault) -> [String: SettingValue] {
        var checked: [String: SettingValue] = [:]
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let declaration = try declaration(of: key)
            do { checked[key] = try declaration.value(value) } catch { throw error.below(key) }
        }
        let bytes = fitting(set).merging(checked) { $1 }.byteCount
        if bytes > Limits.settingsBytes {
            throw Fault(message: "all values are \(bytes) bytes long, SettingsBytes is \(Limits.settingsBytes)")
        }
        return checked
    }

    /// The declaration of a setting that somebody names.
    ///
    /// - Throws: A fault that names the settings that there are.
    package func declaration(of key: String) throws(Fault) -> SettingDeclaration {
        if let declaration = self[key] { return declaration }
        let known = declarations.map(\.key).joined(separator: ", ")
        throw Fault(
            message: "there is no setting \(key.excerpt); "
                + (isEmpty ? "the widget has none" : "the settings are \(known)"))
    }

    /// The values in force: what was set where that fits, else the default.
    package func values(_ set: [String: SettingValue]) -> [String: SettingValue] {
        declarations.reduce(into: [:]) { values, declaration in
            values[declaration.key] = fitting(set, declaration) ?? declaration.defaultValue
        }
    }

    /// What the user calls the widget, where its settings have a `Title`; nil otherwise.
    package func title(_ set: [String: SettingValue]) -> String? {
        guard !isEmpty, let declaration = self[SettingDeclaration.titleKey], declaration.type == .string,
            case .text(let title) = fitting(set, declaration) ?? declaration.defaultValue, !ForeignText.isBlank(title)
        else { return nil }
        return title
    }

    /// What was set, without what does not fit any more.
    package func fitting(_ set: [String: SettingValue]) -> [String: SettingValue] {
        declarations.reduce(into: [:]) { values, declaration in
            values[declaration.key] = fitting(set, declaration)
        }
    }

    private func fitting(_ set: [String: SettingValue], _ declaration: SettingDeclaration) -> SettingValue? {
        set[declaration.key].flatMap { try? declaration.value($0.dbusValue) }
    }

    /// The schema as `aa{sv}`.
    package var dictionaries: [[String: DBusValue]] { declarations.map(\.dictionary) }

    /// Reads a schema.
    ///
    /// - Throws: A fault whose path starts with the index, such as `[1].Choices`.
    package init(_ value: DBusValue) throws(Fault) {
        guard let elements = value.elements else {
            throw Fault(message: "\(value.excerpt) is not an array of dictionaries")
        }
        var declarations: [SettingDeclaration] = []
        for (index, element) in elements.enumerated() {
            // More are refused whatever they say.
            if index > Limits.settingsPerWidget { break }
            do { declarations.append(try Self.declaration(element)) } catch { throw error.below("[\(index)]") }
        }
        try self.init(declarations)
    }

    /// What this version understands of a schema that a center has checked, which may be of a later version.
    package init(understoodOf value: DBusValue) {
        let declarations = (value.elements ?? []).compactMap { try? Self.declaration($0) }
        self = (try? SettingsSchema(declarations)) ?? SettingsSchema()
    }

    private static func declaration(_ value: DBusValue) throws(Fault) -> SettingDeclaration {
        guard case .dictionary(let entries, _, _) = value.unwrapped else {
            throw Fault(message: "\(value.excerpt) is not a dictionary")
        }
        var values: [String: DBusValue] = [:]
        for entry in entries { if case .string(let key) = entry.key { values[key] = entry.value.unwrapped } }
        return try SettingDeclaration(values)
    }

    /// The schema as a value, `aa{sv}`.
    package var dbusValue: DBusValue { .array(dictionaries.map { .properties($0) }, of: "a{sv}") }
}

extension [String: SettingValue] {
    /// Length of all values, as text.
    package var byteCount: Int { values.reduce(0) { $0 + $1.written.utf8.count } }

    /// The values as `a{sv}`.
    package var dictionary: [String: DBusValue] { mapValues(\.dbusValue) }
}
