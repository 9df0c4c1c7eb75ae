/// An action that a tap can run without the widget's provider. The raw value is the name of the action.
package enum CenterAction: String, CaseIterable, Sendable {
    /// Shows more or less of the widget.
    case toggleDisplayMode = "today.toggle-display-mode"
    /// Updates the widget.
    case refresh = "today.refresh"

    /// The prefix of the center's action names, including those of later versions.
    private static let prefix = "today."

    /// Returns a fault if the name has the center's prefix but isn't one of its actions; otherwise nil.
    package static func fault(in name: String) -> String? {
        guard name.utf8.starts(with: prefix.utf8), Self(rawValue: name) == nil else { return nil }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "\(name.excerpt) isn't one of the center's actions, \(known)"
    }
}
