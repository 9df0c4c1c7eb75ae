internal import DBus
public import TodayModel

/// Text, without markup.
public struct Text: ContentNode {
    /// How prominent the text is.
    public typealias Style = ContentTextStyle

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - text: what is shown.
    ///   - style: nil is `body`.
    ///   - color: nil is `primary`.
    ///   - lines: the most lines it may take; 0 for any number.
    ///   - alignment: of its lines; nil is `leading`.
    public init(
        _ text: String, style: Style? = nil, color: ContentColor? = nil, lines: Int = 0,
        alignment: ContentAlignment? = nil
    ) {
        widgetContent = WidgetContent(
            node: .text,
            [
                .text: .string(text), .style: style.map { .string($0.rawValue) },
                .color: color.map { .string($0.rawValue) },
                .lines: lines == 0 ? nil : .uint32(UInt32(clamping: lines)),
                .alignment: alignment.map { .string($0.rawValue) },
            ])
    }
}
