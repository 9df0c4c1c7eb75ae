package import DBus

/// The settings of a widget, in the order in which a form shows them.
public struct SettingsSchema: Hashable, Sendable {
    /// At most ``Limits/settingsPerWidget`` declarations with unique keys.
    public let declarations: [SettingDeclaration]

    /// Makes a schema without settings.
    public init() { declarations = [] }

    /// Makes a schema.
    ///
    /// - Throws: A fault whose path starts with the index, if the list is too long or a key appears twice.
    public init(_ declarations: [SettingDeclaration]) throws(Fault) {
        if declarations.count > Limits.settingsPerWidget {
            throw Fault(message: "\(declarations.count) settings, SettingsPerWidget is \(Limits.settingsPerWidget)")
        }
        var keys: Set<String> = []
        for (index, declaration) in declarations.enumerated() where !keys.insert(declaration.key).inserted {
            throw Fault(path: "[\(index)].Key", message: "\(declaration.key.excerpt) appears twice")
        }
        let bytes = declarations.reduce(0) { $0 + $1.byteCount }
        if bytes > Limits.settingsBytes {
            throw Fault(message: "\(bytes) bytes of text in all, SettingsBytes is \(Limits.settingsBytes)")
        }
        self.declarations = declarations
    }

    private init(unchecked declarations: [SettingDeclaration]) { self.declarations = declarations }

    /// The schema without what a manifest can translate.
    package var untranslated: SettingsSchema {
        SettingsSchema(
            unchecked: declarations.map {
                var declaration = $0
                (declaration.name, declaration.placeholder, declaration.description) = ("", "", "")
                declaration.choiceNames = []
                return declaration
            })
    }

    /// Whether it has no settings.
    public var isEmpty: Bool { declarations.isEmpty }

    /// The declaration of a setting; nil if the key is unknown.
    public subscript(key: String) -> SettingDeclaration? { declarations.first { $0.key == key } }

    /// Checks new values.
    ///
    /// - Parameter set: The values that are already set and fit.
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

    /// Returns the declaration of a setting.
    ///
    /// - Throws: A fault that lists the known settings, if the key is unknown.
    package func declaration(of key: String) throws(Fault) -> SettingDeclaration {
        if let declaration = self[key] { return declaration }
        let known = declarations.map(\.key).joined(separator: ", ")
        throw Fault(
            message: "unknown setting \(key.excerpt); "
                + (isEmpty ? "the widget has no settings" : "the settings are \(known)"))
    }

    /// Returns the values in force: the set value if it fits, else the default.
    package func values(_ set: [String: SettingValue]) -> [String: SettingValue] {
        declarations.reduce(into: [:]) { values, declaration in
            values[declaration.key] = fitting(set, declaration) ?? declaration.defaultValue
        }
    }

    /// Returns the user's name for the widget if its settings have a `Title`; otherwise nil.
    package func title(_ set: [String: SettingValue]) -> String? {
        guard !isEmpty, let declaration = self[SettingDeclaration.titleKey], declaration.type == .string,
            case .text(let title) = fitting(set, declaration) ?? declaration.defaultValue, !ForeignText.isBlank(title)
        else { return nil }
        return title
    }

    /// Returns the set values that still fit.
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
            // Longer lists are refused anyway.
            if index > Limits.settingsPerWidget { break }
            do { declarations.append(try Self.declaration(element)) } catch { throw error.below("[\(index)]") }
        }
        try self.init(declarations)
    }

    /// Reads the declarations that this version understands. A center has checked the schema, but may be of a later
    /// version.
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
    /// The length of all values, as text.
    package var byteCount: Int { values.reduce(0) { $0 + $1.written.utf8.count } }

    /// The values as `a{sv}`.
    package var dictionary: [String: DBusValue] { mapValues(\.dbusValue) }
}
