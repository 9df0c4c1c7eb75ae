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
        text = self.value.written
    }

    package var key: String { declaration.key }

    /// The value of the input, or the reason why the input isn't a value of the setting.
    var reading: Result<SettingValue, Fault> {
        Result { () throws(Fault) in
            try declaration.value(written: declaration.type.isNumeric ? Self.number(text) : text)
        }
    }

    /// Returns a number with a dot, because many places use a decimal comma.
    private static func number(_ text: String) -> String {
        let text = text.trimmingSpaces
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.escaping { $0 == "," ? "." : nil }
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
        set(declaration.defaultValue.written)
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
            return SettingValue.number(min(max(sum, least), most)).written
        default: return text
        }
    }

    // MARK: Values from the center

    mutating func apply(_ new: DBusValue?) {
        let new = declaration.reading(new)
        if new == value { return }
        let wasChanged = isChanged
        value = new
        if !wasChanged { text = new.written }
        newValue = isChanged ? new : nil
    }

    /// Keeps the input of a former field when the declaration changes, if the type is the same.
    mutating func keep(_ former: SettingsField) {
        guard former.isChanged, former.declaration.type == declaration.type else { return }
        (text, wasLeft, isReset) = (former.text, former.wasLeft, former.isReset)
        if isReset { text = declaration.defaultValue.written }
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
        if let newValue { lines.append("Changed elsewhere to \(shown(newValue)).") }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var range: String {
        func text(_ value: SettingValue?) -> String? {
            value.map { $0.written.utf8.first == UInt8(ascii: "-") ? "−" + $0.written.dropFirst() : $0.written }
        }
        return switch (text(declaration.minimum), text(declaration.maximum)) {
        case (let minimum?, let maximum?): "From \(minimum) to \(maximum)."
        case (let minimum?, nil): "At least \(minimum)."
        case (nil, let maximum?): "At most \(maximum)."
        case (nil, nil): ""
        }
    }

    private func shown(_ value: SettingValue) -> String {
        switch value {
        case .text(""): "nothing"
        case .text(let text): "“" + ForeignText.title(declaration.label(of: text)) + "”"
        case .boolean(let flag): flag ? "on" : "off"
        case .integer, .number: value.written
        }
    }

    /// The fault of the input, as a sentence without a period; nil if it has none, or while the user types.
    package var fault: String? {
        if let refusal { return refusal.capitalizedAtStart }
        guard wasLeft, case .failure(let fault) = reading else { return nil }
        return fault.message.capitalizedAtStart
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
            ContentColor.allCases.map { Choice(value: $0.rawValue, name: $0.rawValue.capitalizedAtStart, color: $0) }
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

extension String {
    fileprivate var trimmingSpaces: String {
        let text = drop { $0.isWhitespace }
        return String(text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.endIndex)])
    }

    /// The string with a capital first letter.
    var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
