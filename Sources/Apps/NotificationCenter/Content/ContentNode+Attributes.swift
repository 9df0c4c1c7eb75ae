internal import DBus
public import TodayModel

// The attributes of every kind of node.

extension ContentNode {
    /// Sets the name of the node, which must be unique in the tree. Panels use it for animations, so keep it the same
    /// across updates.
    public func id(_ id: String) -> WidgetContent { setting(.id, .string(id)) }

    /// Calls ``NCWidgetProviding/widgetPerformAction(_:parameter:)`` on a tap. The center performs its own actions,
    /// whose names begin with `today.`. Replaces a closure and a URL.
    public func action(_ name: NCActionName, parameter: NCValue? = nil) -> WidgetContent {
        var content = setting(.action, .string(name.rawValue))
        content.attributes[.parameter] = parameter?.dbusValue
        content.attributes[.url] = nil
        content.tapHandler = nil
        return content
    }

    /// Calls a closure on a tap. The panels then show the widget's new content. Replaces an action and a URL.
    public func onTap(_ handler: @escaping @WidgetActor @Sendable () async throws -> Void) -> WidgetContent {
        var content = widgetContent
        for name in [ContentAttribute.action, .parameter, .url] { content.attributes[name] = nil }
        content.tapHandler = { _ in try await handler() }
        return content
    }

    /// Opens a URL on a tap. Replaces an action and a closure.
    public func url(_ url: String) -> WidgetContent {
        var content = setting(.url, .string(url))
        content.attributes[.action] = nil
        content.attributes[.parameter] = nil
        content.tapHandler = nil
        return content
    }

    /// Sets whether the user can tap the node.
    public func enabled(_ isEnabled: Bool = true) -> WidgetContent { setting(.enabled, .boolean(isEnabled)) }

    /// Shows the node only in these display modes.
    public func modes(_ modes: NCWidgetDisplayMode...) -> WidgetContent {
        setting(.modes, .strings(modes.map(\.rawValue)))
    }

    /// Shows the node from this time on. The panel does this without an update.
    public func showAfter(_ moment: Timestamp) -> WidgetContent { setting(.showAfter, .uint64(moment.microseconds)) }

    /// Shows the node until this time. The panel does this without an update.
    public func showBefore(_ moment: Timestamp) -> WidgetContent {
        setting(.showBefore, .uint64(moment.microseconds))
    }

    /// Sets the text to show while the pointer rests on the node.
    public func tooltip(_ text: String) -> WidgetContent { setting(.tooltip, .string(text)) }

    /// Sets the text that a screen reader reads instead of the node.
    public func accessibilityLabel(_ text: String) -> WidgetContent { setting(.accessibleLabel, .string(text)) }

    /// Sets the text that a panel shows if it doesn't know the kind of the node.
    public func fallback(_ text: String) -> WidgetContent { setting(.fallback, .string(text)) }

    /// Hides the node while the session is locked.
    public func privacySensitive(_ isSensitive: Bool = true) -> WidgetContent {
        setting(.private, .boolean(isSensitive))
    }

    /// Sets an attribute that is newer than this library.
    public func attribute(_ name: String, _ value: NCValue) -> WidgetContent {
        var content = widgetContent
        content.attributes[name] = value.dbusValue
        return content
    }

    private func setting(_ name: ContentAttribute, _ value: DBusValue) -> WidgetContent {
        var content = widgetContent
        content.attributes[name] = value
        return content
    }
}
