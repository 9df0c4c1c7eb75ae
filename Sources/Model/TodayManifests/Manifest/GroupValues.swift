internal import DBus

/// The values of a group's known keys for one locale, with their line numbers.
struct GroupValues {
    /// The written form of each key's value; other keys are ignored.
    let forms: [String: ManifestValue.Form]
    /// The keys whose values may differ by language.
    let localized: Set<String>
    let locale: LocaleName?
    private(set) var values: [String: DBusValue] = [:]
    /// The line number of each value.
    private(set) var lines: [String: Int] = [:]
    private var ranks: [String: Int] = [:]

    init(_ forms: [String: ManifestValue.Form], localized: Set<String>, _ locale: LocaleName?) {
        self.forms = forms
        self.localized = localized
        self.locale = locale
    }

    /// Stores the value of a line, unless an earlier line matches the locale as well or better.
    mutating func read(_ line: DesktopEntry.Line) throws(ManifestValue.Reason) {
        guard let form = forms[line.key],
            let rank = line.rank(for: locale, isLocalized: localized.contains(line.key))
        else { return }
        let value = try ManifestValue.parse(line.value, as: form)
        if let best = ranks[line.key], best <= rank { return }
        ranks[line.key] = rank
        values[line.key] = value
        lines[line.key] = line.number
    }
}
