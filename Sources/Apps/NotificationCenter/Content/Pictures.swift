internal import DBus
public import TodayModel

/// A picture.
public struct Image: ContentNode {
    public let widgetContent: WidgetContent

    /// An icon of the user's theme.
    ///
    /// - Parameters:
    ///   - icon: its name, such as `drive-harddisk`.
    ///   - width: in the panel's logical pixels; nil is up to the panel.
    ///   - height: likewise.
    ///   - description: what it shows, for people who do not see it; nil for a mere ornament.
    public init(icon: String, width: Double? = nil, height: Double? = nil, description: String? = nil) {
        widgetContent = WidgetContent(
            node: .image,
            [
                .icon: .string(icon), .width: width.map { .double($0) }, .height: height.map { .double($0) },
                .description: description.map { .string($0) },
            ])
    }

    /// A picture from the bytes of a PNG file, up to 512 pixels a side. The center refuses other formats: convert them, or use
    /// an icon of the theme. The content as a whole has at most 128 KiB.
    public init(data: [UInt8], width: Double? = nil, height: Double? = nil, description: String) {
        widgetContent = WidgetContent(
            node: .image,
            [
                .data: .bytes(data), .width: width.map { .double($0) }, .height: height.map { .double($0) },
                .description: .string(description),
            ])
    }
}

/// A small drawing of numbers.
public struct Chart: ContentNode {
    /// How the numbers are drawn.
    public typealias Style = ContentChartStyle

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - values: the numbers, from left to right.
    ///   - style: nil is `line`.
    ///   - minimum: the value at the lower edge; nil is the least of `values`.
    ///   - maximum: the value at the upper edge; nil is the greatest.
    public init(_ values: [Double], style: Style? = nil, minimum: Double? = nil, maximum: Double? = nil) {
        widgetContent = WidgetContent(
            node: .chart,
            [
                .values: .array(values.map { .double($0) }, of: "d"), .style: style.map { .string($0.rawValue) },
                .minimum: minimum.map { .double($0) }, .maximum: maximum.map { .double($0) },
            ])
    }
}
