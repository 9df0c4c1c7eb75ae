package import DBus

/// A node as a panel draws it: a node of content that is visible in one mode at one moment. Its words are parsed, its
/// defaults are filled in and its times are resolved.
package struct DrawnNode: Hashable, Sendable {
    /// The node without its children.
    package var attributes: NodeAttributes
    /// The visible nodes below it, in order.
    package var children: [DrawnNode]

    /// Makes a node.
    package init(_ attributes: NodeAttributes, _ children: [DrawnNode] = []) {
        self.attributes = attributes
        self.children = children
    }
}

/// One node without its children.
package struct NodeAttributes: Hashable, Sendable {
    /// Its kind with the attributes of that kind.
    package var kind: NodeKind
    /// Its identity across updates; nil if it has none.
    package var id: String?
    /// The effect of a tap on it; nil if taps go to the surrounding node.
    package var tap: NodeTap?
    /// Whether it can be tapped now.
    package var isEnabled = true
    /// The text to show while the pointer rests on it.
    package var tooltip: String?
    /// The text that a screen reader says instead of its own text.
    package var accessibleLabel: String?
    /// The times of a clock or of a progress that advances by itself; nil for all other nodes, and once it has ended.
    package var times: DrawnTimes?
    /// The number of characters of its text that fit in the card; nil if the usual limit applies.
    package var textRoom: Int?

    /// Makes a node without the attributes that all kinds share.
    package init(_ kind: NodeKind) { self.kind = kind }
}

/// The moments between which a clock ticks, or a progress advances, for panels that animate it themselves.
package struct DrawnTimes: Hashable, Sendable {
    package var since: Timestamp?
    package var until: Timestamp?
    /// The text that a clock shows from ``until`` on.
    package var finishedText: String?
}

/// The message that a tap sends.
package enum NodeTap: Hashable, Sendable {
    /// An action with its parameter, for the widget.
    case action(String, parameter: DBusValue?)
    /// A URL, for the desktop.
    case url(String)
}

/// The kinds of node, each with its own attributes. Lengths are in logical pixels.
package enum NodeKind: Hashable, Sendable {
    case column(spacing: Double, alignment: ContentAlignment)
    case row(spacing: Double, alignment: ContentAlignment)
    case grid(columns: Int, spacing: Double)
    /// 0 visible rows means all.
    case list(visibleRows: Int)
    /// 0 lines means any number.
    case text(String, style: ContentTextStyle, color: ContentColor, lines: Int, alignment: ContentAlignment)
    /// The text of a timer at this moment: a clock (`4:58`), or words (`5 min ago`).
    case timer(String, isClock: Bool)
    /// 0…1; nil is indeterminate.
    case progress(Double?, style: ContentProgressStyle)
    case image(NodePicture, width: Double?, height: Double?, description: String?)
    case button(label: String, icon: String?, style: ContentButtonStyle)
    case toggle(label: String, value: Bool)
    case chart([Double], style: ContentChartStyle, minimum: Double?, maximum: Double?)
    /// Whether it is expanded at first; the user may change that.
    case section(label: String, isExpanded: Bool)
    case divider
    case spacer
}

/// The picture of an image node.
package enum NodePicture: Hashable, Sendable {
    /// An icon of the theme.
    case icon(String)
    /// The bytes of a PNG file.
    case data([UInt8])
    /// Neither an icon nor data was given.
    case none
}

extension NodeKind {
    /// The kind of content that it draws.
    package var contentKind: ContentKind {
        switch self {
        case .column: .column
        case .row: .row
        case .grid: .grid
        case .list: .list
        case .text: .text
        case .timer: .timer
        case .progress: .progress
        case .image: .image
        case .button: .button
        case .toggle: .toggle
        case .chart: .chart
        case .section: .section
        case .divider: .divider
        case .spacer: .spacer
        }
    }
}
