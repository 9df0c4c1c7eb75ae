internal import DBus
internal import TodayModel

// The nodes with which users enter values. Panels of contract version 2 don't know them: they show the plain text of the
// node, and report a tap without a value.

/// A checkbox. The panel shows the new state at once, and shows `isChecked` again when the tap has been handled.
public struct Checkbox: ContentNode {
    public let widgetContent: WidgetContent

    /// Makes a checkbox. Set the effect of a tap with ``ContentNode/action(_:parameter:)``; its parameter is the new
    /// state. Without an effect, the checkbox is disabled.
    public init(_ label: String, isChecked: Bool) {
        widgetContent = WidgetContent(node: .checkbox, [.label: .string(label), .value: .boolean(isChecked)])
    }

    /// Makes a checkbox that calls a closure with the new state on a tap.
    public init(
        _ label: String, isChecked: Bool, action: @escaping @WidgetActor @Sendable (Bool) async throws -> Void
    ) {
        var content = Checkbox(label, isChecked: isChecked).widgetContent
        content.tapHandler = { try await action($0?.boolean ?? !isChecked) }
        widgetContent = content
    }
}

/// A slider that sets a number.
///
/// While the user moves it, the panel sends the number at most 10 times a second. The last number is always sent.
public struct Slider: ContentNode {
    public let widgetContent: WidgetContent

    /// Makes a slider. Set the effect of a change with ``ContentNode/action(_:parameter:)``; its parameter is the
    /// number. Without an effect, the slider is disabled.
    ///
    /// - Parameters:
    ///   - label: The name of the number.
    ///   - value: The number, which is limited to `range`.
    ///   - range: The numbers at both ends, which must differ.
    ///   - step: The distance between the numbers that the user can choose; nil allows any number.
    public init(_ label: String, value: Double, in range: ClosedRange<Double> = 0...1, step: Double? = nil) {
        widgetContent = WidgetContent(
            node: .slider,
            [
                .label: .string(label), .value: .double(min(max(value, range.lowerBound), range.upperBound)),
                .minimum: .double(range.lowerBound), .maximum: .double(range.upperBound),
                .step: step.map { .double($0) },
            ])
    }

    /// Makes a slider that calls a closure with the number on a change. The other parameters are the same.
    public init(
        _ label: String, value: Double, in range: ClosedRange<Double> = 0...1, step: Double? = nil,
        action: @escaping @WidgetActor @Sendable (Double) async throws -> Void
    ) {
        var content = Slider(label, value: value, in: range, step: step).widgetContent
        content.tapHandler = { if let number = $0?.number { try await action(number) } }
        widgetContent = content
    }
}

/// A field for one line of text, which the user sends with Return. Don't use it for passwords: the text is visible.
public struct Entry: ContentNode {
    public let widgetContent: WidgetContent

    /// Makes a field. Set the effect of Return with ``ContentNode/action(_:parameter:)``; its parameter is the text,
    /// which is never empty. Without an effect, the field is disabled.
    ///
    /// After the call, the field shows `value` again. If the call fails, the field keeps the text, and the panel shows
    /// the error.
    ///
    /// - Parameters:
    ///   - label: The name of the field.
    ///   - placeholder: The text that is shown while the field is empty.
    ///   - value: The initial text.
    public init(_ label: String, placeholder: String? = nil, value: String? = nil) {
        widgetContent = WidgetContent(
            node: .entry,
            [
                .label: .string(label), .placeholder: placeholder.map { .string($0) },
                .value: value.map { .string($0) },
            ])
    }

    /// Makes a field that calls a closure with the text on Return. The other parameters are the same.
    public init(
        _ label: String, placeholder: String? = nil, value: String? = nil,
        action: @escaping @WidgetActor @Sendable (String) async throws -> Void
    ) {
        var content = Entry(label, placeholder: placeholder, value: value).widgetContent
        content.tapHandler = { if let text = $0?.string { try await action(text) } }
        widgetContent = content
    }
}
