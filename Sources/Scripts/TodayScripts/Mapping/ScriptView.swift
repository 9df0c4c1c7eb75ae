package import DBus
package import TodayModel

/// What a widget shows of the output of its script, and what taps on it do. The commands are here only: the content, which
/// goes over the bus, has nothing but the names of rows.
package struct ScriptView: Sendable {
    /// Valid content; empty when there is nothing to show.
    package let content: Content
    /// What taps do, by the names of the actions in the content.
    package let actions: [String: ScriptAction]
    /// The largest mode of the widget: expanded when that shows more.
    package let largestDisplayMode: DisplayMode
    /// Whether the script names its actions itself, in a tree of its own.
    private let isOwnTree: Bool

    /// - Parameter name: the name of the widget, which describes pictures that have no text.
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

    /// How many lines the compact mode has room for.
    private static let compactLines = 5

    /// The largest mode of a tree that says nothing of it: expanded when it is high, or shows more there.
    private static func largestMode(of tree: Content) -> DisplayMode {
        func text(_ mode: DisplayMode) -> String { tree.plainText(.init(now: .never, displayMode: mode, width: 60)) }
        let expanded = text(.expanded)
        let isHigh = expanded.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count >= compactLines
        return isHigh || text(.compact) != expanded ? .expanded : .compact
    }

    /// Whether there is anything to show.
    package var hasContent: Bool { !content.isEmpty }

    /// What a tap does that the panel reports with the name of an action, or nil.
    ///
    /// A script with a tree of its own runs again with `TODAYCENTER_ACTION` and `TODAYCENTER_PARAMETER` in its
    /// environment; a stream reads an object with both.
    package func action(_ name: String, parameter: DBusValue?) -> ScriptAction? {
        guard isOwnTree else { return actions[name] }
        var action = ScriptAction()
        action.refreshes = true
        action.environment["TODAYCENTER_ACTION"] = name
        var members: [String: DBusValue] = ["action": .string(name)]
        if let parameter {
            action.environment["TODAYCENTER_PARAMETER"] = parameter.json()
            members["parameter"] = parameter
        }
        action.input = DBusValue.properties(members).json()
        return action
    }
}
