package import DBus
package import TodayModel

/// The content that a widget shows for the output of its script, and the effects of taps on it. Only this type has the
/// commands: the content, which is sent over the bus, has only the names of rows.
package struct ScriptView: Sendable {
    /// Valid content; empty if nothing is shown.
    package let content: Content
    /// The effects of taps, by the names of the actions in the content.
    package let actions: [String: ScriptAction]
    /// The largest mode of the widget: expanded if that shows more.
    package let largestDisplayMode: DisplayMode
    /// Whether the script names its own actions, in its own tree.
    private let isOwnTree: Bool

    /// - Parameter name: The name of the widget, which describes pictures that have no text.
    package init(_ output: ScriptOutput, name: String) {
        if let tree = output.content {
            content = tree
            actions = [:]
            isOwnTree = true
            largestDisplayMode = Self.largestMode(of: tree)
            return
        }
        let layout = ScriptLayout(output, name: name)
        content = layout.content
        actions = layout.actions
        isOwnTree = false
        largestDisplayMode = layout.hasMore ? .expanded : .compact
    }

    /// The number of lines that fit in the compact mode.
    private static let compactLines = 5

    /// Returns the largest mode of a tree that doesn't specify it: expanded if it is high, or shows more there.
    private static func largestMode(of tree: Content) -> DisplayMode {
        func text(_ mode: DisplayMode) -> String { tree.plainText(.init(now: .never, displayMode: mode, width: 60)) }
        let expanded = text(.expanded)
        let isHigh = expanded.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count >= compactLines
        return isHigh || text(.compact) != expanded ? .expanded : .compact
    }

    /// Whether it has content to show.
    package var hasContent: Bool { !content.isEmpty }

    /// Returns the effect of a tap that the panel reports with the name of an action, or nil.
    ///
    /// A script with its own tree runs again with `TODAYCENTER_ACTION` and `TODAYCENTER_PARAMETER` in its environment;
    /// a stream reads an object with both. A tap that changes nothing has an empty effect.
    package func action(_ name: String, parameter: DBusValue?) -> ScriptAction? {
        guard isOwnTree else { return actions[name] }
        var action = ScriptAction()
        guard let values = content.values(of: name, reported: parameter.map { [$0] } ?? []) else { return action }
        if content.node(calling: name)?.kind == ContentKind.slider.rawValue { action.slider = name }
        action.refreshes = true
        action.environment["TODAYCENTER_ACTION"] = name
        var members: [String: DBusValue] = ["action": .string(name)]
        if let parameter = values.first {
            action.environment["TODAYCENTER_PARAMETER"] = parameter.scriptJSON
            members["parameter"] = parameter
        }
        action.input = DBusValue.properties(members).json()
        return action
    }
}
