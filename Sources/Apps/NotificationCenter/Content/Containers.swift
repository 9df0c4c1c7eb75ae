internal import DBus
public import TodayModel

/// Children one below the other.
public struct Column: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - spacing: between the children, in the panel's logical pixels; nil is 6.
    ///   - alignment: across; nil is `fill`.
    ///   - children: what is in it.
    public init(
        spacing: Double? = nil, alignment: ContentAlignment? = nil, @ContentBuilder _ children: () -> [WidgetContent]
    ) {
        widgetContent = WidgetContent(
            node: .column,
            [.spacing: spacing.map { .double($0) }, .alignment: alignment.map { .string($0.rawValue) }],
            children: children())
    }
}

/// Children side by side.
public struct Row: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - spacing: between the children, in the panel's logical pixels; nil is 6.
    ///   - alignment: across; nil is `fill`.
    ///   - children: what is in it.
    public init(
        spacing: Double? = nil, alignment: ContentAlignment? = nil, @ContentBuilder _ children: () -> [WidgetContent]
    ) {
        widgetContent = WidgetContent(
            node: .row,
            [.spacing: spacing.map { .double($0) }, .alignment: alignment.map { .string($0.rawValue) }],
            children: children())
    }
}

/// Children in rows of the same number of columns.
public struct Grid: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - columns: 1 to 16.
    ///   - spacing: between the children, in the panel's logical pixels; nil is 6.
    ///   - children: what is in it.
    public init(columns: Int = 2, spacing: Double? = nil, @ContentBuilder _ children: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .grid, [.columns: .uint32(UInt32(clamping: columns)), .spacing: spacing.map { .double($0) }],
            children: children())
    }
}

/// A list; each child is a row of it.
public struct List: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - visibleRows: how many rows to show at first; the panel offers to show more. 0 shows all.
    ///   - rows: what is in it.
    public init(visibleRows: Int = 0, @ContentBuilder _ rows: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .list, [.visibleRows: visibleRows == 0 ? nil : .uint32(UInt32(clamping: visibleRows))],
            children: rows())
    }
}

/// A row with a label, beneath which its children are shown or folded away.
///
/// ```swift
/// Section("Yesterday") {
///     Text("Milk")
/// }
/// ```
///
/// Whether they are shown is up to the user, over updates too: a section is the same as before when its
/// ``ContentNode/id(_:)`` is, or without one its label. Panels that came before sections show the children alone.
public struct Section: ContentNode {
    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - label: what the children are.
    ///   - expanded: whether the children are shown until the user folds them away.
    ///   - children: what is in it.
    public init(_ label: String, expanded: Bool = false, @ContentBuilder _ children: () -> [WidgetContent]) {
        widgetContent = WidgetContent(
            node: .section, [.label: .string(label), .expanded: expanded ? .boolean(true) : nil], children: children())
    }
}

/// A line between its neighbours.
public struct Divider: ContentNode {
    public let widgetContent = WidgetContent(node: .divider)
    public init() {}
}

/// Room that grows, and pushes its neighbours apart.
public struct Spacer: ContentNode {
    public let widgetContent = WidgetContent(node: .spacer)
    public init() {}
}
