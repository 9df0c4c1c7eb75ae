package import DBus

/// The declaration of a widget's setting: a group `[Setting KEY]` of a manifest, or one dictionary of the definition's
/// `SettingsSchema`.
public struct SettingDeclaration: Hashable, Sendable {
    /// The name for programs: `[A-Za-z][A-Za-z0-9_-]*`, at most 64 bytes. `Title` names the widget.
    public var key: String
    /// The name for users.
    public var name: String
    /// The type of the setting.
    public var type: SettingType
    /// The value until the user sets one.
    public var defaultValue: SettingValue
    /// The allowed values; empty for any type but `choice`.
    public var choices: [String] = []
    /// The names of the choices for users, in the same order; empty if the choices are their own names.
    public var choiceNames: [String] = []
    /// The least and the greatest number.
    public var minimum: SettingValue?
    public var maximum: SettingValue?
    /// The text in an empty field.
    public var placeholder = ""
    /// One sentence about the setting.
    public var description = ""
    /// Whether a text must not be empty.
    public var isRequired = false

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: The name for users; nil for the key.
    ///   - choiceNames: The names of the choices for users, as many as there are choices; none if the choices are their
    ///     own names.
    ///   - defaultValue: The default; nil for the default of the type: an empty text, the first choice, the number
    ///     nearest to 0, or false.
    /// - Throws: A fault whose path starts with the invalid key of the dictionary, such as `Choices[1]`.
    public init(
        _ key: String, _ type: SettingType, name: String? = nil, default defaultValue: SettingValue? = nil,
        choices: [String] = [], choiceNames: [String] = [], minimum: SettingValue? = nil, maximum: SettingValue? = nil,
        placeholder: String = "", description: String = "", isRequired: Bool = false
    ) throws(Fault) {
        self.key = key
        self.name = name ?? key
        self.type = type
        self.choices = choices
        self.choiceNames = choiceNames
        self.minimum = minimum
        self.maximum = maximum
        self.placeholder = placeholder
        self.description = description
        self.isRequired = isRequired
        self.defaultValue = .boolean(false)
        try checkItself()
        self.defaultValue = defaultValue ?? ownDefault
        do { try checkFits(self.defaultValue) } catch { throw error.below("Default") }
    }

    /// The length of all its texts.
    var byteCount: Int {
        ([key, name, placeholder, description, defaultValue.written] + choices + choiceNames)
            .reduce(0) { $0 + $1.utf8.count }
    }

    /// The key whose value names the widget.
    public static let titleKey = "Title"
    static let keyBytes = 64
    static let maximumChoices = 64

    /// The default value of the type.
    private var ownDefault: SettingValue {
        switch type {
        case .string, .file, .folder: return .text("")
        case .choice: return .text(choices.first ?? "")
        case .colorRole: return .text(ContentColor.primary.rawValue)
        case .boolean: return .boolean(false)
        case .integer, .number:
            let zero: SettingValue = type == .integer ? .integer(0) : .number(0)
            if let minimum, zero.isBelow(minimum) { return minimum }
            if let maximum, maximum.isBelow(zero) { return maximum }
            return zero
        }
    }

    private func checkItself() throws(Fault) {
        if let reason = Self.fault(inKey: key) { throw Fault(path: "Key", message: "\(key.excerpt) \(reason)") }
        if type == .choice, choices.isEmpty {
            throw Fault(path: "Choices", message: "a setting of type choice needs at least one")
        }
        if type != .choice, !choices.isEmpty {
            throw Fault(
                path: "Choices", message: "only a setting of type choice has some, and this is \(type.rawValue)")
        }
        if choices.count > Self.maximumChoices {
            throw Fault(path: "Choices", message: "\(choices.count) are more than \(Self.maximumChoices)")
        }
        for (index, choice) in choices.enumerated() {
            if choice.isEmpty { throw Fault(path: "Choices[\(index)]", message: "it is empty") }
            if choices[..<index].contains(choice) {
                throw Fault(path: "Choices[\(index)]", message: "\(choice.excerpt) appears twice")
            }
        }
        if !choiceNames.isEmpty {
            if type != .choice {
                throw Fault(
                    path: "ChoiceNames",
                    message: "only a setting of type choice has some, and this is \(type.rawValue)")
            }
            if choiceNames.count != choices.count {
                throw Fault(
                    path: "ChoiceNames",
                    message: "the number of names, \(choiceNames.count), isn't that of Choices, \(choices.count)")
            }
        }
        for (path, bound) in [("Minimum", minimum), ("Maximum", maximum)] where bound != nil && !type.isNumeric {
            throw Fault(path: path, message: "only numbers have one, and this is \(type.rawValue)")
        }
        if let minimum, let maximum, maximum.isBelow(minimum) {
            throw Fault(path: "Maximum", message: "\(maximum.excerpt) is below the minimum \(minimum.excerpt)")
        }
        if isRequired, !type.isText {
            throw Fault(path: "Required", message: "only a text can be required, and this is \(type.rawValue)")
        }
    }

    /// Returns the name of a choice for users: the choice itself if it has no other name.
    public func label(of choice: String) -> String {
        guard let index = choices.firstIndex(of: choice), choiceNames.indices.contains(index),
            !ForeignText.isBlank(choiceNames[index])
        else { return choice }
        return choiceNames[index]
    }

    /// Returns why the key of a setting isn't valid, as the end of a sentence.
    private static func fault(inKey key: String) -> String? {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
        let bytes = key.utf8
        if bytes.count > keyBytes { return "is longer than \(keyBytes) bytes" }
        let isValid = bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
        guard let first = bytes.first, isLetter(first), isValid else {
            return "is not a letter with letters, digits, _ and - behind it"
        }
        return nil
    }

    /// Reads and checks a new value.
    ///
    /// - Throws: A fault without a path that names the value.
    package func value(_ value: DBusValue) throws(Fault) -> SettingValue {
        try checked(SettingValue(value, as: type))
    }

    /// Reads a value in its written form.
    ///
    /// - Throws: A fault without a path that names the value.
    package func value(written text: String) throws(Fault) -> SettingValue {
        try checked(SettingValue(written: text, as: type))
    }

    private func checked(_ value: SettingValue) throws(Fault) -> SettingValue {
        try checkFits(value)
        if isRequired, value == .text("") { throw Fault(message: "required") }
        return value
    }

    /// Checks a value, but not that it isn't empty: a required value may be missing at first.
    private func checkFits(_ value: SettingValue) throws(Fault) {
        if let minimum, value.isBelow(minimum) {
            throw Fault(message: "\(value.excerpt) is below \(minimum.excerpt)")
        }
        if let maximum, maximum.isBelow(value) {
            throw Fault(message: "\(value.excerpt) is above \(maximum.excerpt)")
        }
        guard case .text(let text) = value else { return }
        if text.utf8.count > Limits.settingBytes {
            throw Fault(
                message: "\(text.excerpt) is \(text.utf8.count) bytes long, SettingBytes is \(Limits.settingBytes)")
        }
        switch type {
        case .choice where !choices.contains(text):
            throw Fault(message: "\(text.excerpt) isn't one of \(choices.joined(separator: ", "))")
        case .colorRole where ContentColor(rawValue: text) == nil:
            let roles = ContentColor.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(message: "\(text.excerpt) isn't one of \(roles)")
        case .file, .folder:
            if !text.isEmpty, text.utf8.first != UInt8(ascii: "/") {
                throw Fault(message: "\(text.excerpt) is not an absolute path")
            }
        default: break
        }
    }
}

extension SettingDeclaration {
    /// The keys of the dictionary.
    package static let keys = [
        "Key", "Name", "Type", "Default", "Choices", "ChoiceNames", "Minimum", "Maximum", "Placeholder", "Description",
        "Required",
    ]

    /// Reads a declaration. Unknown keys are ignored.
    ///
    /// - Throws: A fault whose path starts with the key of the dictionary.
    package init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        guard let key = try values.text("Key") else { throw Fault(path: "Key", message: "it is absent") }
        if try values.text("Type") == "secret" {
            throw Fault(
                path: "Type",
                message: "\"secret\" isn't a type: every program on the bus can read settings; keep secrets in the "
                    + "keyring, org.freedesktop.secrets")
        }
        let type = try values.word("Type", SettingType.self) ?? .string
        func value(_ name: String) throws(Fault) -> SettingValue? {
            guard let value = dictionary[name] else { return nil }
            do { return try SettingValue(value, as: type) } catch { throw error.below(name) }
        }
        // A bound of a type that isn't numeric is refused, whatever its value.
        func bound(_ name: String) throws(Fault) -> SettingValue? {
            type.isNumeric ? try value(name) : dictionary[name].map { _ in .number(0) }
        }
        try self.init(
            key, type, name: values.nonEmptyText("Name"), default: value("Default"),
            choices: values.strings("Choices") ?? [], choiceNames: values.strings("ChoiceNames") ?? [],
            minimum: bound("Minimum"), maximum: bound("Maximum"), placeholder: values.text("Placeholder") ?? "",
            description: values.text("Description") ?? "", isRequired: values.boolean("Required") ?? false)
    }

    /// The declaration as `a{sv}`: always key, name, type and default; the others if they aren't empty.
    package var dictionary: [String: DBusValue] {
        var values: [String: DBusValue] = [
            "Key": .string(key), "Name": .string(name), "Type": .string(type.rawValue),
            "Default": defaultValue.dbusValue,
        ]
        if !choices.isEmpty { values["Choices"] = .strings(choices) }
        if !choiceNames.isEmpty { values["ChoiceNames"] = .strings(choiceNames) }
        values["Minimum"] = minimum?.dbusValue
        values["Maximum"] = maximum?.dbusValue
        if !placeholder.isEmpty { values["Placeholder"] = .string(placeholder) }
        if !description.isEmpty { values["Description"] = .string(description) }
        if isRequired { values["Required"] = .boolean(true) }
        return values
    }
}
