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
    /// The times of a timer, a clock or a progress that advances by itself; nil for all other nodes, and once it has ended.
    package var times: DrawnTimes?
    /// The number of characters of its text that fit in the card; nil if the usual limit applies.
    package var textRoom: Int?

    /// Makes a node without the attributes that all kinds share.
    package init(_ kind: NodeKind) { self.kind = kind }
}

/// The moments between which a timer ticks, or a progress advances, for panels that animate it themselves.
package struct DrawnTimes: Hashable, Sendable {
    package var since: Timestamp?
    package var until: Timestamp?
    /// The text that a timer shows from ``until`` on.
    package var finishedText: String?
    /// The wall time of a clock, which has no moments; nil for all other nodes.
    package var wallTime: DrawnWallTime?
}

/// The wall time of a clock.
package struct DrawnWallTime: Hashable, Sendable {
    package var style: ContentClockStyle
    /// The present offset of its zone from UTC, in seconds; east is positive.
    package var offset: Int64
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
    case progress(
        Double?, style: ContentProgressStyle, color: ContentProgressColor = .accent, label: String? = nil)
    case image(NodePicture, width: Double?, height: Double?, description: String?)
    case button(label: String, icon: String?, style: ContentButtonStyle)
    case toggle(label: String, value: Bool)
    case chart(DrawnChart)
    /// Whether it is expanded at first; the user may change that.
    case section(label: String, isExpanded: Bool)
    case divider
    case spacer
    case checkbox(label: String, value: Bool)
    case slider(DrawnSlider)
    /// The wall time at this moment.
    case clock(String)
    case entry(label: String, placeholder: String, value: String)
}

/// The numbers of a chart, and how they are drawn.
package struct DrawnChart: Hashable, Sendable {
    package var values: [Double]
    /// The numbers of the second line; empty if it has only one.
    package var series: [Double] = []
    package var style = ContentChartStyle.line
    package var minimum: Double?
    package var maximum: Double?
    /// The name of ``values``; empty if it has none.
    package var label = ""
    /// The name of ``series``; empty if it has none.
    package var seriesLabel = ""
    package var unit = ""
    /// The values to show as text, in order.
    package var shownValues: [ContentChartValue] = []

    /// Makes a chart of one line.
    package init(_ values: [Double], style: ContentChartStyle = .line) {
        self.values = values
        self.style = style
    }

    /// A text for each of the two lines, in their order: its name and its shown values. The text of a line without
    /// numbers, or without both, is empty. The result is empty if no line has a text.
    package var legend: [String] {
        let texts = zip([label, seriesLabel], [values, series]).map { name, numbers in
            if numbers.isEmpty { return "" }
            return [name, ChartText.shownValues(of: numbers, in: self).joined(separator: " · ")]
                .filter { !$0.isEmpty }.joined(separator: "  ")
        }
        return texts == ["", ""] ? [] : texts
    }

    /// The range of both lines.
    package var scale: ChartScale {
        ChartScale(values + series, style: style, minimum: minimum, maximum: maximum)
    }
}

/// The number of a slider, and its range.
package struct DrawnSlider: Hashable, Sendable {
    package var label: String
    package var value: Double
    package var minimum = 0.0
    package var maximum = 1.0
    /// 0 allows any number.
    package var step = 0.0

    /// Makes a slider from 0 to 1.
    package init(label: String, value: Double) {
        self.label = label
        self.value = value
    }

    /// The position of the value: 0 is the start and 1 is the end.
    package var fraction: Double {
        // Half the range, because the difference of two doubles may be infinite.
        let extent = maximum / 2 - minimum / 2
        return extent > 0 ? min(max((value / 2 - minimum / 2) / extent, 0), 1) : 0
    }

    /// Returns the nearest number that the user can choose.
    package func rounded(_ number: Double) -> Double {
        let stepped = step > 0 ? minimum + ((number - minimum) / step).rounded() * step : number
        return min(max(stepped.isFinite ? stepped : number, minimum), maximum)
    }
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
        case .checkbox: .checkbox
        case .slider: .slider
        case .clock: .clock
        case .entry: .entry
        }
    }
}
