internal import DBus
package import TodayModel

/// One setting in a form: what the user has typed or chosen, and what is wrong with it. Pure.
package struct SettingsField: Hashable, Sendable {
    package let declaration: SettingDeclaration
    /// What the user has typed or chosen, as people write it.
    package private(set) var text: String
    /// What is in force.
    private var value: SettingValue
    /// What somebody else has set while the user was changing it.
    private var news: SettingValue?
    /// Why the center did not take what is typed.
    private var refusal: String?
    /// Whether the user is done with it for now. Nobody is told what is wrong with half a number.
    private var isLeft = false
    /// Whether it is to be as if it had never been set.
    package private(set) var isReset = false

    init(_ declaration: SettingDeclaration, _ value: DBusValue?) {
        self.declaration = declaration
        self.value = declaration.reading(value)
        text = self.value.written
    }

    package var key: String { declaration.key }

    /// What is typed, or why that is no value of the setting.
    var reading: Result<SettingValue, Fault> {
        Result { () throws(Fault) in
            try declaration.value(written: declaration.type.isNumeric ? Self.number(text) : text)
        }
    }

    /// Numbers are written with a comma in many places.
    private static func number(_ text: String) -> String {
        let text = text.trimmingSpaces
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.escaping { $0 == "," ? "." : nil }
    }

    /// Whether it is another value than the one in force.
    package var isChanged: Bool { (try? reading.get()) != value }

    // MARK: What the user does

    mutating func set(_ text: String) {
        if text == self.text { return }
        self.text = text
        refusal = nil
        isReset = false
        if !isChanged { news = nil }
    }

    mutating func leave() { isLeft = true }

    mutating func reset() {
        set(declaration.defaultValue.written)
        isReset = true
        isLeft = false
    }

    /// The next number, or the one before; what is typed when that is no number.
    func stepped(by count: Int) -> String {
        guard let minimum = declaration.least, let maximum = declaration.greatest else { return text }
        // Even a number that is out of range leads back into it.
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

    // MARK: What the center says

    mutating func take(_ new: DBusValue?) {
        let new = declaration.reading(new)
        if new == value { return }
        let wasChanged = isChanged
        value = new
        if !wasChanged { text = new.written }
        news = isChanged ? new : nil
    }

    /// What was typed stays with the setting when its declaration changes, as far as it is of the same type.
    mutating func keep(_ former: SettingsField) {
        guard former.isChanged, former.declaration.type == declaration.type else { return }
        (text, isLeft, isReset) = (former.text, former.isLeft, former.isReset)
        if isReset { text = declaration.defaultValue.written }
    }

    mutating func refuse(_ reason: String) { refusal = reason }

    // MARK: What is shown

    /// The name; never empty.
    package var name: String {
        let name = ForeignText.title(declaration.name)
        return name.isEmpty ? key : name
    }

    /// What an empty field shows.
    package var placeholder: String { ForeignText.title(declaration.placeholder) }

    /// What is to be known of it; empty for nothing.
    package var details: String {
        var lines = [ForeignText.title(declaration.description), range]
        if let news { lines.append("Meanwhile it was set to \(Self.shown(news)).") }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var range: String {
        switch (declaration.minimum?.written, declaration.maximum?.written) {
        case (let minimum?, let maximum?): "From \(minimum) to \(maximum)."
        case (let minimum?, nil): "At least \(minimum)."
        case (nil, let maximum?): "At most \(maximum)."
        case (nil, nil): ""
        }
    }

    private static func shown(_ value: SettingValue) -> String {
        switch value {
        case .text(""): "nothing"
        case .text(let text): "“" + ForeignText.title(text) + "”"
        case .boolean(let flag): flag ? "on" : "off"
        case .integer, .number: value.written
        }
    }

    /// What is wrong with it, as a sentence without its full stop; nil as long as nothing is, or the user still types.
    package var fault: String? {
        if let refusal { return refusal.capitalizedAtStart }
        guard isLeft, case .failure(let fault) = reading else { return nil }
        return fault.message.capitalizedAtStart
    }

    /// What may be chosen; empty where it is typed or switched.
    package var choices: [Choice] {
        switch declaration.type {
        case .choice:
            declaration.choices.map { choice in
                let name = ForeignText.title(choice)
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
        /// As it is shown.
        package var name: String
        /// The colour that goes with it.
        package var color: ContentColor?
    }
}

extension SettingDeclaration {
    /// The value of a widget's setting; the default when it says none that fits the type.
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

    /// What begins with a word begins with a capital letter.
    var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
