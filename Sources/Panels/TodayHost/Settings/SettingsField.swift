internal import DBus
package import TodayModel

/// One setting in a form: the user's input and its faults. Pure.
package struct SettingsField: Hashable, Sendable {
    package let declaration: SettingDeclaration
    /// The user's input as people write it.
    package private(set) var text: String
    /// The value in force.
    private var value: SettingValue
    /// A value that came from elsewhere while the user was changing the setting.
    private var newValue: SettingValue?
    /// The reason why the center refused the input.
    private var refusal: String?
    /// Whether the user has left the field. Faults aren't shown while the user types.
    private var wasLeft = false
    /// Whether the setting is to become unset.
    package private(set) var isReset = false

    init(_ declaration: SettingDeclaration, _ value: DBusValue?) {
        self.declaration = declaration
        self.value = declaration.reading(value)
        text = self.value.typed
    }

    package var key: String { declaration.key }

    /// The value of the input, or the reason why the input isn't a value of the setting.
    var reading: Result<SettingValue, Fault> {
        Result { () throws(Fault) in
            try declaration.value(written: declaration.type.isNumeric ? Self.number(text) : text)
        }
    }

    /// Returns a number with the digits, the minus and the dot of a program. Many places use a decimal comma, some also
    /// other digits. A number with several separators is ambiguous, so it keeps them.
    private static func number(_ text: String) -> String {
        var scalars = text.trimmingSpaces.unicodeScalars.map { scalar -> Unicode.Scalar in
            if let digit = scalar.properties.numericValue, scalar.properties.generalCategory == .decimalNumber {
                return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
            }
            return scalar == "−" ? "-" : scalar
        }
        let separators: [Unicode.Scalar] = [",", "."] + Array(Language.decimalSeparator.unicodeScalars)
        let places = scalars.indices.filter { separators.contains(scalars[$0]) }
        if places.count == 1, let place = places.first { scalars[place] = "." }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether the input differs from the value in force.
    package var isChanged: Bool { (try? reading.get()) != value }

    // MARK: User actions

    mutating func set(_ text: String) {
        if text == self.text { return }
        self.text = text
        refusal = nil
        isReset = false
        if !isChanged { newValue = nil }
    }

    mutating func leave() { wasLeft = true }

    mutating func reset() {
        set(declaration.defaultValue.typed)
        isReset = true
        wasLeft = false
    }

    /// Returns the next or previous number; the input if it isn't a number.
    func stepped(by count: Int) -> String {
        guard let minimum = declaration.least, let maximum = declaration.greatest else { return text }
        // A number that is out of range leads back into the range.
        switch try? SettingValue(written: Self.number(text), as: declaration.type) {
        case .integer(let number):
            let (sum, isTooMuch) = number.addingReportingOverflow(Int64(count))
            guard case (.integer(let least), .integer(let most)) = (minimum, maximum), !isTooMuch else { return text }
            return String(min(max(sum, least), most))
        case .number(let number):
            guard case (.number(let least), .number(let most)) = (minimum, maximum) else { return text }
            let step = most - least <= 10 ? 10.0 : 1
            let sum = ((number * step).rounded() + Double(count)) / step
            return SettingValue.number(min(max(sum, least), most)).typed
        default: return text
        }
    }

    // MARK: Values from the center

    mutating func apply(_ new: DBusValue?) {
        let new = declaration.reading(new)
        if new == value { return }
        let wasChanged = isChanged
        value = new
        if !wasChanged { text = new.typed }
        newValue = isChanged ? new : nil
    }

    /// Keeps the input of a former field when the declaration changes, if the type is the same.
    mutating func keep(_ former: SettingsField) {
        guard former.isChanged, former.declaration.type == declaration.type else { return }
        (text, wasLeft, isReset) = (former.text, former.wasLeft, former.isReset)
        if isReset { text = declaration.defaultValue.typed }
    }

    mutating func refuse(_ reason: String) { refusal = reason }

    // MARK: Presentation

    /// The name; never empty.
    package var name: String {
        let name = ForeignText.title(declaration.name)
        return name.isEmpty ? key : name
    }

    /// The text that an empty field shows.
    package var placeholder: String { ForeignText.title(declaration.placeholder) }

    /// Notes about the setting; empty for none.
    package var details: String {
        var lines = [ForeignText.title(declaration.description), range]
        if let newValue { lines.append(news(of: newValue)) }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var range: String {
        switch (declaration.minimum?.shown, declaration.maximum?.shown) {
        case (let minimum?, let maximum?):
            tr("From {minimum} to {maximum}.", ["minimum": minimum, "maximum": maximum])
        case (let minimum?, nil): tr("At least {minimum}.", ["minimum": minimum])
        case (nil, let maximum?): tr("At most {maximum}.", ["maximum": maximum])
        case (nil, nil): ""
        }
    }

    private func news(of value: SettingValue) -> String {
        switch value {
        // Translators: another program has emptied the setting that the user is changing.
        case .text(""): tr("Changed elsewhere to nothing.")
        case .text(let text):
            tr("Changed elsewhere to “{text}”.", ["text": ForeignText.title(declaration.label(of: text))])
        // A switch that the user changes has no third position, so only numbers are left.
        case .boolean, .integer, .number: tr("Changed elsewhere to {number}.", ["number": value.typed])
        }
    }

    /// The fault of the input, as a sentence without a period; nil if it has none, or while the user types.
    package var fault: String? {
        if let refusal { return refusal.capitalizedAtStart }
        guard wasLeft, case .failure(let fault) = reading else { return nil }
        return words(for: fault)
    }

    /// Returns the fault in words for users: those of the value's type.
    private func words(for fault: Fault) -> String {
        switch declaration.type {
        case .integer, .number:
            let number = try? SettingValue(written: Self.number(text), as: declaration.type)
            guard let number else {
                let values: KeyValuePairs = ["text": text.trimmingSpaces.excerpt]
                return declaration.type == .integer
                    ? tr("{text} is not a whole number", values) : tr("{text} is not a number", values)
            }
            if let least = declaration.minimum, number.isBelow(least) {
                return tr("{number} is below {minimum}", ["number": number.typed, "minimum": least.typed])
            }
            guard let most = declaration.maximum else { return fault.message }
            return tr("{number} is above {maximum}", ["number": number.typed, "maximum": most.typed])
        case .string, .choice, .colorRole, .file, .folder:
            // Translators: the setting must not be empty.
            if text.isEmpty { return tr("Required") }
            if text.utf8.count > Limits.settingBytes { return tr("The text is too long") }
            if declaration.type == .file || declaration.type == .folder {
                return tr("{text} is not an absolute path", ["text": text.excerpt])
            }
            return tr("{text} can’t be used", ["text": text.excerpt])
        case .boolean: return fault.message
        }
    }

    /// The values to choose from; empty if the value is typed or switched.
    package var choices: [Choice] {
        switch declaration.type {
        case .choice:
            declaration.choices.map { choice in
                let name = ForeignText.title(declaration.label(of: choice))
                return Choice(value: choice, name: name.isEmpty ? choice.excerpt : name)
            }
        case .colorRole:
            ContentColor.allCases.map { Choice(value: $0.rawValue, name: $0.label, color: $0) }
        case .string, .integer, .number, .boolean, .file, .folder: []
        }
    }

    /// One of several values.
    package struct Choice: Hashable, Sendable {
        package var value: String
        /// The name that is shown.
        package var name: String
        /// The color of the choice.
        package var color: ContentColor?
    }
}

extension SettingDeclaration {
    /// Returns the value of a widget's setting; the default if the widget has no value that fits the type.
    fileprivate func reading(_ value: DBusValue?) -> SettingValue {
        value.flatMap { try? SettingValue($0, as: type) } ?? defaultValue
    }

    fileprivate var least: SettingValue? {
        minimum ?? (type == .integer ? .integer(.min) : type == .number ? .number(-.greatestFiniteMagnitude) : nil)
    }

    fileprivate var greatest: SettingValue? {
        maximum ?? (type == .integer ? .integer(.max) : type == .number ? .number(.greatestFiniteMagnitude) : nil)
    }
}

extension SettingValue {
    /// The value as a user types it: as it is written, but with the language's decimal separator.
    fileprivate var typed: String {
        guard case .number = self else { return written }
        return written.escaping { $0 == "." ? Language.decimalSeparator : nil }
    }

    /// The number in a sentence, with a typographic minus.
    fileprivate var shown: String { typed.escaping { $0 == "-" ? "−" : nil } }
}

extension ContentColor {
    /// The name for users.
    fileprivate var label: String {
        switch self {
        // Translators: the role of a color, as those that follow.
        case .primary: trc("color", "Primary")
        case .secondary: trc("color", "Secondary")
        case .accent: trc("color", "Accent")
        case .success: trc("color", "Success")
        case .warning: trc("color", "Warning")
        case .error: trc("color", "Error")
        }
    }
}

extension String {
    /// The string without white space at its ends.
    var trimmingSpaces: String {
        let text = drop { $0.isWhitespace }
        return String(text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.endIndex)])
    }

    /// The string with a capital first letter.
    fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
