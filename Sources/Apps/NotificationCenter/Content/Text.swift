internal import DBus
public import TodayModel

/// Text, without markup.
public struct Text: ContentNode {
    /// The prominence of the text.
    public typealias Style = ContentTextStyle

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - text: The text to show.
    ///   - style: The prominence; nil means `body`.
    ///   - color: The color role; nil means `primary`.
    ///   - lines: The maximum number of lines; 0 means any number.
    ///   - alignment: The alignment of the lines; nil means `leading`.
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
