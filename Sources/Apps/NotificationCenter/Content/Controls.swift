internal import DBus
public import TodayModel

/// A button.
public struct Button: ContentNode {
    /// What it looks like.
    public typealias Style = ContentButtonStyle

    public let widgetContent: WidgetContent

    /// A button whose tap is answered by the modifiers ``ContentNode/action(_:parameter:)`` or ``ContentNode/url(_:)``.
    ///
    /// - Parameters:
    ///   - label: what stands on it.
    ///   - icon: the name of an icon of the user's theme.
    ///   - style: nil is `normal`.
    public init(_ label: String, icon: String? = nil, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .button,
            [
                .label: .string(label), .icon: icon.map { .string($0) }, .style: style.map { .string($0.rawValue) },
            ])
    }

    /// A button whose tap is answered by a closure. What the widget shows after it goes to the panels.
    public init(
        _ label: String, icon: String? = nil, style: Style? = nil,
        action: @escaping @WidgetActor @Sendable () async throws -> Void
    ) {
        widgetContent = Button(label, icon: icon, style: style).onTap(action)
    }
}

/// A switch. The panel shows the new state at once, and goes back to `isOn` when the tap has been answered.
public struct Toggle: ContentNode {
    public let widgetContent: WidgetContent

    /// A switch whose tap is answered by the modifier ``ContentNode/action(_:parameter:)``, with the new state as its
    /// parameter.
    public init(_ label: String, isOn: Bool) {
        widgetContent = WidgetContent(node: .toggle, [.label: .string(label), .value: .boolean(isOn)])
    }

    /// A switch whose tap is answered by a closure, which gets the new state.
    public init(_ label: String, isOn: Bool, action: @escaping @WidgetActor @Sendable (Bool) async throws -> Void) {
        var content = Toggle(label, isOn: isOn).widgetContent
        content.tapHandler = { parameter in
            guard case .boolean(let state)? = parameter else {
                throw NCWidgetError("the tap of the switch \(label.debugDescription) came without its new state")
            }
            try await action(state)
        }
        widgetContent = content
    }
}
