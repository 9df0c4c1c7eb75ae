internal import DBus

/// The role of a colour. The panel's theme decides what it looks like.
public enum ContentColor: String, Sendable {
    case primary, secondary, accent, success, warning, error
}

/// Text, without markup.
public struct Text: ContentNode {
    /// How prominent the text is.
    public enum Style: String, Sendable {
        case title, headline, body, caption, monospaced
    }

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - style: nil is ``Style/body``.
    ///   - color: nil is ``ContentColor/primary``.
    ///   - lines: the most lines it may take; 0 for any number.
    ///   - alignment: of its lines; nil is ``ContentAlignment/leading``.
    public init(
        _ text: String, style: Style? = nil, color: ContentColor? = nil, lines: Int = 0,
        alignment: ContentAlignment? = nil
    ) {
        widgetContent = WidgetContent(
            node: "text",
            [
                "text": .string(text), "style": style.map { .string($0.rawValue) },
                "color": color.map { .string($0.rawValue) },
                "lines": lines == 0 ? nil : .uint32(UInt32(clamping: lines)),
                "alignment": alignment.map { .string($0.rawValue) },
            ])
    }
}
