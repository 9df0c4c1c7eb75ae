internal import DBus
public import TodayModel

// The attributes of every kind of node.

extension ContentNode {
    /// Names the node, uniquely in the tree. Panels animate by it, so it stays the same over updates.
    public func id(_ id: String) -> WidgetContent { setting(.id, .string(id)) }

    /// Has a tap call ``NCWidgetProviding/widgetPerformAction(_:parameter:)``, or for the actions of the center, whose
    /// names begin with `today.`, the center. It replaces a closure and a URL.
    public func action(_ name: NCActionName, parameter: NCValue? = nil) -> WidgetContent {
        var content = setting(.action, .string(name.rawValue))
        content.attributes[.parameter] = parameter?.dbusValue
        content.attributes[.url] = nil
        content.tapHandler = nil
        return content
    }

    /// Has a tap call a closure. What the widget shows after it goes to the panels. It replaces an action and a URL.
    public func onTap(_ handler: @escaping @WidgetActor @Sendable () async throws -> Void) -> WidgetContent {
        var content = widgetContent
        for name in [ContentAttribute.action, .parameter, .url] { content.attributes[name] = nil }
        content.tapHandler = { _ in try await handler() }
        return content
    }

    /// Has a tap open a URL. It replaces an action and a closure.
    public func url(_ url: String) -> WidgetContent {
        var content = setting(.url, .string(url))
        content.attributes[.action] = nil
        content.attributes[.parameter] = nil
        content.tapHandler = nil
        return content
    }

    /// Whether it can be tapped.
    public func enabled(_ isEnabled: Bool = true) -> WidgetContent { setting(.enabled, .boolean(isEnabled)) }

    /// Shows the node in these display modes only.
    public func modes(_ modes: NCWidgetDisplayMode...) -> WidgetContent {
        setting(.modes, .strings(modes.map(\.rawValue)))
    }

    /// Shows the node from this moment on. The panel does it by itself.
    public func showAfter(_ moment: Timestamp) -> WidgetContent { setting(.showAfter, .uint64(moment.microseconds)) }

    /// Shows the node up to this moment. The panel does it by itself.
    public func showBefore(_ moment: Timestamp) -> WidgetContent {
        setting(.showBefore, .uint64(moment.microseconds))
    }

    /// A text that shows when the pointer rests on the node.
    public func tooltip(_ text: String) -> WidgetContent { setting(.tooltip, .string(text)) }

    /// What a screen reader says instead of the node.
    public func accessibilityLabel(_ text: String) -> WidgetContent { setting(.accessibleLabel, .string(text)) }

    /// What a panel shows that does not know the kind of the node.
    public func fallback(_ text: String) -> WidgetContent { setting(.fallback, .string(text)) }

    /// Hides the node while the session is locked.
    public func privacySensitive(_ isSensitive: Bool = true) -> WidgetContent {
        setting(.private, .boolean(isSensitive))
    }

    /// Sets an attribute that came after this library.
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
