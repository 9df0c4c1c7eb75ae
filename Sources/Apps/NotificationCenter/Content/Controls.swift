internal import DBus
public import TodayModel

/// A button.
public struct Button: ContentNode {
    /// The appearance of a button.
    public typealias Style = ContentButtonStyle

    public let widgetContent: WidgetContent

    /// Makes a button. Set the effect of its tap with ``ContentNode/action(_:parameter:)`` or ``ContentNode/url(_:)``.
    ///
    /// - Parameters:
    ///   - label: The text on the button.
    ///   - icon: The name of an icon in the user's theme.
    ///   - style: The appearance; nil means `normal`.
    public init(_ label: String, icon: String? = nil, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .button,
            [
                .label: .string(label), .icon: icon.map { .string($0) }, .style: style.map { .string($0.rawValue) },
            ])
    }

    /// Makes a button that calls a closure on a tap. The panels then show the widget's new content.
    public init(
        _ label: String, icon: String? = nil, style: Style? = nil,
        action: @escaping @WidgetActor @Sendable () async throws -> Void
    ) {
        widgetContent = Button(label, icon: icon, style: style).onTap(action)
    }
}

/// A switch. The panel shows the new state at once, and shows `isOn` again when the tap has been handled.
public struct Toggle: ContentNode {
    public let widgetContent: WidgetContent

    /// Makes a switch. Set the effect of a tap with ``ContentNode/action(_:parameter:)``; its parameter is the new
    /// state.
    public init(_ label: String, isOn: Bool) {
        widgetContent = WidgetContent(node: .toggle, [.label: .string(label), .value: .boolean(isOn)])
    }

    /// Makes a switch that calls a closure with the new state on a tap.
    public init(_ label: String, isOn: Bool, action: @escaping @WidgetActor @Sendable (Bool) async throws -> Void) {
        var content = Toggle(label, isOn: isOn).widgetContent
        content.tapHandler = { parameter in
            guard case .boolean(let state)? = parameter else {
                throw NCWidgetError("the tap on the switch \(label.debugDescription) has no new state")
            }
            try await action(state)
        }
        widgetContent = content
    }
}
