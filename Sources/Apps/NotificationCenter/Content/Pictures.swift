internal import DBus
public import TodayModel

/// A picture.
public struct Image: ContentNode {
    public let widgetContent: WidgetContent

    /// Makes an image of an icon in the user's theme.
    ///
    /// - Parameters:
    ///   - icon: The name of the icon, such as `drive-harddisk`.
    ///   - width: The width in the panel's logical pixels; nil lets the panel decide.
    ///   - height: The height in the panel's logical pixels; nil lets the panel decide.
    ///   - description: A description for users who can't see the picture; nil for a decoration.
    public init(icon: String, width: Double? = nil, height: Double? = nil, description: String? = nil) {
        widgetContent = WidgetContent(
            node: .image,
            [
                .icon: .string(icon), .width: width.map { .double($0) }, .height: height.map { .double($0) },
                .description: description.map { .string($0) },
            ])
    }

    /// Makes an image from the bytes of a PNG file, up to 512 pixels a side. The center refuses other formats: convert
    /// them, or use an icon of the theme. The whole content is limited to 128 KiB.
    public init(data: [UInt8], width: Double? = nil, height: Double? = nil, description: String) {
        widgetContent = WidgetContent(
            node: .image,
            [
                .data: .bytes(data), .width: width.map { .double($0) }, .height: height.map { .double($0) },
                .description: .string(description),
            ])
    }
}

/// A small chart of numbers.
public struct Chart: ContentNode {
    /// The appearance of a chart.
    public typealias Style = ContentChartStyle
    /// A value that the panel shows as text.
    public typealias Value = ContentChartValue

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - values: The numbers, from left to right.
    ///   - style: The appearance; nil means `line`.
    ///   - minimum: The value at the lower edge; nil means the smallest of `values`.
    ///   - maximum: The value at the upper edge; nil means the largest of `values`.
    ///   - label: The name of the numbers, for the legend and screen readers.
    ///   - series: The numbers of a second line between the same edges. The last numbers of both lines are aligned.
    ///   - seriesLabel: The name of the second line.
    ///   - unit: The unit of numbers that are shown as text. It follows them directly, so it can begin with a space.
    ///   - showsValues: The values that the panel shows as text, in this order.
    public init(
        _ values: [Double], style: Style? = nil, minimum: Double? = nil, maximum: Double? = nil, label: String? = nil,
        series: [Double]? = nil, seriesLabel: String? = nil, unit: String? = nil, showsValues: [Value]? = nil
    ) {
        widgetContent = WidgetContent(
            node: .chart,
            [
                .values: .array(values.map { .double($0) }, of: "d"), .style: style.map { .string($0.rawValue) },
                .minimum: minimum.map { .double($0) }, .maximum: maximum.map { .double($0) },
                .label: label.map { .string($0) },
                .series: series.map { .array($0.map { .double($0) }, of: "d") },
                .seriesLabel: seriesLabel.map { .string($0) }, .unit: unit.map { .string($0) },
                .showValues: showsValues.map { .strings($0.map(\.rawValue)) },
            ])
    }
}
