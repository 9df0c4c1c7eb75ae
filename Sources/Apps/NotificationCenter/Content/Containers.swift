internal import DBus
public import TodayModel

/// A column of children.
public struct Column: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - spacing: The space between the children, in the panel's logical pixels; nil means 6.
    ///   - alignment: The horizontal alignment; nil means `fill`.
    ///   - children: The content of the column.
    public init(
        spacing: Double? = nil, alignment: ContentAlignment? = nil, @ContentBuilder _ children: () -> [WidgetContent]
    ) {
        widgetContent = WidgetContent(
            node: .column,
            [.spacing: spacing.map { .double($0) }, .alignment: alignment.map { .string($0.rawValue) }],
            children: children())
    }
}

/// A row of children.
public struct Row: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - spacing: The space between the children, in the panel's logical pixels; nil means 6.
    ///   - alignment: The vertical alignment; nil means `fill`.
    ///   - children: The content of the row.
    public init(
        spacing: Double? = nil, alignment: ContentAlignment? = nil, @ContentBuilder _ children: () -> [WidgetContent]
    ) {
        widgetContent = WidgetContent(
            node: .row,
            [.spacing: spacing.map { .double($0) }, .alignment: alignment.map { .string($0.rawValue) }],
            children: children())
    }
}

/// A grid of children, with the same number of columns in each row.
public struct Grid: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - columns: The number of columns, 1 to 16.
    ///   - spacing: The space between the children, in the panel's logical pixels; nil means 6.
    ///   - children: The content of the grid.
    public init(columns: Int = 2, spacing: Double? = nil, @ContentBuilder _ children: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .grid, [.columns: .uint32(UInt32(clamping: columns)), .spacing: spacing.map { .double($0) }],
            children: children())
    }
}

/// A list; each child is a row.
public struct List: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - visibleRows: The number of rows to show at first; the panel offers to show more. 0 shows all.
    ///   - rows: The rows of the list.
    public init(visibleRows: Int = 0, @ContentBuilder _ rows: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .list, [.visibleRows: visibleRows == 0 ? nil : .uint32(UInt32(clamping: visibleRows))],
            children: rows())
    }
}

/// A row with a label that shows or hides the children below it.
///
/// ```swift
/// Section("Yesterday") {
///     Text("Milk")
/// }
/// ```
///
/// The user decides whether they are shown, and updates keep the choice. The identity of a section is its
/// ``ContentNode/id(_:)``, or its label if it has none. Panels that don't know sections show only the children.
public struct Section: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - label: A description of the children.
    ///   - expanded: Whether the children are visible until the user hides them.
    ///   - children: The content of the section.
    public init(_ label: String, expanded: Bool = false, @ContentBuilder _ children: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .section, [.label: .string(label), .expanded: expanded ? .boolean(true) : nil], children: children())
    }
}

/// A line between its neighbors.
public struct Divider: ContentNode {
    public let widgetContent = WidgetContent(node: .divider)
    public init() {}
}

/// A flexible space that pushes its neighbors apart.
public struct Spacer: ContentNode {
    public let widgetContent = WidgetContent(node: .spacer)
    public init() {}
}
