/// What a tap can do without the widget's provider. The raw value is the name of the action.
package enum CenterAction: String, CaseIterable, Sendable {
    /// Shows more or less of the widget.
    case toggleDisplayMode = "today.toggle-display-mode"
    /// Updates the widget.
    case refresh = "today.refresh"

    /// Names that begin so are the center's, those of later versions included.
    private static let prefix = "today."

    /// Returns what is wrong with the name of an action, or nil: it is among the center's, and none of them.
    package static func fault(in name: String) -> String? {
        guard name.utf8.starts(with: prefix.utf8), Self(rawValue: name) == nil else { return nil }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "\(name.excerpt) is none of the center's actions, \(known)"
    }
}
