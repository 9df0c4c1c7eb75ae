package import DBus

/// A node as a panel draws it: a node of content that is visible in one mode at one moment, with its words read, its
/// defaults filled in and its times told.
package struct DrawnNode: Hashable, Sendable {
    /// Everything but what is below it.
    package var look: NodeLook
    /// The visible nodes below it, in order.
    package var children: [DrawnNode]

    /// Makes a node.
    package init(_ look: NodeLook, _ children: [DrawnNode] = []) {
        self.look = look
        self.children = children
    }
}

/// One node without its children.
package struct NodeLook: Hashable, Sendable {
    /// What it is, and how it looks.
    package var kind: NodeKind
    /// Its identity over updates; nil when it has none.
    package var id: String?
    /// What a tap on it does; nil when taps go to the node around it.
    package var tap: NodeTap?
    /// Whether it can be tapped now.
    package var isEnabled = true
    /// Shown while the pointer rests on it.
    package var tooltip: String?
    /// What a screen reader says instead of its text.
    package var accessibleLabel: String?
    /// What it shows as time goes by, of a clock or a progress that goes on by itself; nil for all else, and once it has
    /// ended.
    package var times: DrawnTimes?
    /// How many characters of its text there is room for in the card; nil when it may have as many as any text.
    package var textRoom: Int?

    /// Makes a node without anything of what every kind may have.
    package init(_ kind: NodeKind) { self.kind = kind }
}

/// Between which moments a clock ticks, or a progress advances: for whoever goes on with it by itself.
package struct DrawnTimes: Hashable, Sendable {
    package var since: Timestamp?
    package var until: Timestamp?
    /// What a clock shows from ``until`` on.
    package var finishedText: String?
}

/// What a tap sends.
package enum NodeTap: Hashable, Sendable {
    /// An action with its parameter, for the widget.
    case action(String, parameter: DBusValue?)
    /// A URL, for the desktop.
    case url(String)
}

/// The kinds of node, each with the attributes that only it has. Lengths are in logical pixels.
package enum NodeKind: Hashable, Sendable {
    case column(spacing: Double, alignment: ContentAlignment)
    case row(spacing: Double, alignment: ContentAlignment)
    case grid(columns: Int, spacing: Double)
    /// 0 visible rows are all.
    case list(visibleRows: Int)
    /// 0 lines are any number.
    case text(String, style: ContentTextStyle, color: ContentColor, lines: Int, alignment: ContentAlignment)
    /// What a timer shows at this moment: a clock (`4:58`), or else words (`5 min ago`).
    case timer(String, isClock: Bool)
    /// 0…1; nil is indeterminate.
    case progress(Double?, style: ContentProgressStyle)
    case image(NodePicture, width: Double?, height: Double?, description: String?)
    case button(label: String, icon: String?, style: ContentButtonStyle)
    case toggle(label: String, value: Bool)
    case chart([Double], style: ContentChartStyle, minimum: Double?, maximum: Double?)
    /// Whether it is expanded at first; whoever looks has the last word.
    case section(label: String, isExpanded: Bool)
    case divider
    case spacer
}

/// What an image shows.
package enum NodePicture: Hashable, Sendable {
    /// An icon of the theme.
    case icon(String)
    /// The bytes of a PNG file.
    case data([UInt8])
    /// Neither was given.
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
