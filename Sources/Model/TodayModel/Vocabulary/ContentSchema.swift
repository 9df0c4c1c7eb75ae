internal import DBus

/// The vocabulary of content: the kinds of node and their attributes, each with its type, default and meaning.
///
/// It is the source for the center's validation, the lint, the default values of panels, the JSON Schema and the tables
/// of the manual page. An attribute that a kind doesn't define passes unchecked. In texts, names are in backticks.
package enum ContentSchema {
    /// A kind of node.
    struct Kind {
        let kind: ContentKind
        /// The description of the kind, in one sentence.
        let summary: String
        /// The version of the contract that added it.
        var since = 1
        /// Whether the children of such a node are shown.
        var showsChildren = false
        /// The attributes that it has in addition to those of every kind.
        var attributes: [Attribute] = []
        /// The rules between its attributes.
        var rules: [Rule] = []
        /// A valid node, as JSON.
        let example: String
    }

    /// An attribute of a kind, or of all of them.
    struct Attribute {
        let name: ContentAttribute
        let type: AttributeType
        let absence: Absence
        /// The effect of the attribute, in one or two sentences.
        let summary: String
        /// The version of the contract that added it.
        let since: Int

        init(
            _ name: ContentAttribute, _ type: AttributeType, _ absence: Absence = .nothing, _ summary: String,
            since: Int = 1
        ) {
            self.name = name
            self.type = type
            self.absence = absence
            self.summary = summary
            self.since = since
        }
    }

    /// The meaning of a missing attribute.
    enum Absence {
        /// The node is refused.
        case refused
        /// The node doesn't have the feature that the attribute describes.
        case nothing
        /// Equivalent to this value.
        case value(DBusValue)
        /// Described by this text.
        case meaning(String)
    }

    /// A rule between the attributes of a node.
    enum Rule {
        /// Exactly one of the two is given.
        case exactlyOne(ContentAttribute, ContentAttribute)
        /// Both are given, or neither.
        case together(ContentAttribute, ContentAttribute)
        /// The first isn't given together with the second.
        case without(ContentAttribute, ContentAttribute)
        /// The first time isn't before the second.
        case notBefore(ContentAttribute, ContentAttribute)
        /// The first number isn't above the second.
        case notAbove(ContentAttribute, ContentAttribute)
        /// A node with the second also has the first, which isn't empty.
        case filled(ContentAttribute, with: ContentAttribute)
        /// The first number is below the second. A missing number has its default.
        case below(ContentAttribute, ContentAttribute)
        /// The number is in the range from the second to the third. A missing number has its default.
        case within(ContentAttribute, ContentAttribute, ContentAttribute)
        /// The attribute isn't given, because a tap sends the new value.
        case sendsValue(ContentAttribute)
    }

    /// The attributes of every kind, including unknown ones.
    static let common: [Attribute] = [
        Attribute(
            .id, .name, .nothing,
            "A name that is unique in the tree. Keep the same name across updates, because panels use it for "
                + "animations. A tap reports it."),
        Attribute(
            .action, .name, .nothing,
            "The name that the widget's provider receives after a tap. The prefix `today.` is reserved for the "
                + "center."),
        Attribute(
            .parameter, .any, .nothing,
            "The parameter of the action; requires `action`. Its strings can contain any character except NUL."),
        Attribute(.url, .url, .nothing, "A tap opens this URL; not allowed with `action`."),
        Attribute(.enabled, .boolean, .value(true), "If false, the user can't tap the node or anything in it."),
        Attribute(
            .modes, .words(of: DisplayMode.self), .meaning("all"),
            "The display modes in which the node appears."),
        Attribute(.showAfter, .timestamp, .meaning("from the start"), "The node appears at this moment."),
        Attribute(.showBefore, .timestamp, .meaning("never"), "The node disappears at this moment."),
        Attribute(.tooltip, .text, .nothing, "Text that appears while the pointer rests on the node."),
        Attribute(.accessibleLabel, .text, .nothing, "Text that a screen reader speaks instead of the node."),
        Attribute(.fallback, .text, .nothing, "Text that a panel shows if it doesn't know the kind."),
        Attribute(.private, .boolean, .value(false), "If true, panels hide the node while the session is locked."),
    ]

    private static let spacing = Attribute(.spacing, .length, .value(.double(6)), "The space between the children.")

    /// All kinds, in the order in which the documentation lists them.
    static let kinds: [Kind] = [
        Kind(
            kind: .column, summary: "A vertical stack.", showsChildren: true,
            attributes: [
                spacing,
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("fill"),
                    "The horizontal position of the children. With `fill`, each child can take the whole width."),
            ],
            example: #"""
                {"kind": "column", "spacing": 2, "children": [
                  {"kind": "text", "text": "Inbox", "style": "headline"},
                  {"kind": "text", "text": "3 unread", "color": "secondary"}]}
                """#),
        Kind(
            kind: .row, summary: "A horizontal stack, in the user's reading direction.",
            showsChildren: true,
            attributes: [
                spacing,
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("fill"),
                    "The vertical position of the children; `leading` is the top. With `fill`, each child can take the "
                        + "whole height."),
            ],
            example: #"""
                {"kind": "row", "children": [
                  {"kind": "image", "icon": "drive-harddisk"},
                  {"kind": "text", "text": "Disk"},
                  {"kind": "spacer"},
                  {"kind": "text", "text": "71%"}]}
                """#),
        Kind(
            kind: .grid, summary: "A grid with a fixed number of columns.", showsChildren: true,
            attributes: [
                Attribute(.columns, .integer(1...16), .value(.uint32(2)), "The number of columns."),
                Attribute(.spacing, .length, .value(.double(6)), "The space between the children, across and down."),
            ],
            example: #"""
                {"kind": "grid", "columns": 3, "children": [
                  {"kind": "text", "text": "Mo"}, {"kind": "text", "text": "Tu"},
                  {"kind": "text", "text": "We"}, {"kind": "text", "text": "Th"}]}
                """#),
        Kind(
            kind: .list, summary: "A vertical list with a row for each child.", showsChildren: true,
            attributes: [
                Attribute(
                    .visibleRows, .integer(0...UInt32.max), .value(.uint32(0)),
                    "The number of rows shown until the user asks for more; 0 shows all.")
            ],
            example: #"""
                {"kind": "list", "visible-rows": 2, "children": [
                  {"kind": "text", "text": "Milk"}, {"kind": "text", "text": "Bread"},
                  {"kind": "text", "text": "Tea"}]}
                """#),
        Kind(
            kind: .text, summary: "Text without markup. A line feed starts a new line.",
            attributes: [
                Attribute(.text, .text, .refused, "The text; can be empty."),
                Attribute(
                    .style, .word(of: ContentTextStyle.self), .value("body"), "The prominence, highest first."),
                Attribute(
                    .color, .word(of: ContentColor.self), .value("primary"),
                    "The color role; the theme chooses the color. A text with a `url` defaults to `accent`."),
                Attribute(
                    .lines, .integer(0...UInt32.max), .value(.uint32(0)),
                    "The maximum number of lines; the rest is cut off. 0 means no limit."),
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("leading"),
                    "The position of the lines; `fill` stretches them across the width."),
            ],
            example: #"""
                {"kind": "text", "text": "Rain at noon", "style": "headline",
                 "color": "warning", "lines": 1}
                """#),
        Kind(
            kind: .timer, summary: "A countdown or stopwatch. The panel runs it without waking up the widget.",
            attributes: [
                Attribute(.until, .timestamp, .nothing, "Counts down to this moment, rounded up to whole seconds."),
                Attribute(.since, .timestamp, .nothing, "Counts up from this moment."),
                Attribute(
                    .style, .word(of: ContentTimerStyle.self), .meaning("countdown with until, otherwise elapsed"),
                    "Use `countdown` with `until`, and `elapsed` with `since`. Both show `m:ss`, or `h:mm:ss` from one "
                        + "hour on. `relative` works with either and uses words: in 5 min, now, 3 h ago."),
                Attribute(
                    .finishedText, .text, .value("0:00"),
                    "Text that replaces the timer at `until`; ignored with `since`."),
            ],
            rules: [.exactlyOne(.until, .since)],
            example: #"""
                {"kind": "timer", "until": 1893456000000000,
                 "finished-text": "Tea is ready"}
                """#),
        Kind(
            kind: .progress, summary: "A progress bar or circle.",
            attributes: [
                Attribute(
                    .value, .number(0...1), .meaning("unknown"), "The progress, from 0 at the start to 1 at the end."),
                Attribute(
                    .since, .timestamp, .nothing,
                    "The start time. With `since` and `until`, the panel advances the progress itself."),
                Attribute(.until, .timestamp, .nothing, "The end time."),
                Attribute(.style, .word(of: ContentProgressStyle.self), .value("bar"), "The shape."),
                Attribute(
                    .color, .word(of: ContentProgressColor.self), .value("accent"),
                    "The color role; the theme chooses the color.", since: 3),
                Attribute(
                    .label, .text, .nothing,
                    "Text inside a `circle` or after a `bar`. In plain text, it replaces the percentage.",
                    since: 3),
            ],
            rules: [.together(.since, .until), .without(.since, .value), .notBefore(.until, .since)],
            example: #"{"kind": "progress", "value": 0.71, "style": "circle"}"#),
        Kind(
            kind: .image, summary: "An icon of the user's theme, or a picture included in the content.",
            attributes: [
                Attribute(.icon, .icon, .nothing, "The name of an icon, such as `mail-unread`; not a path."),
                Attribute(.data, .image, .nothing, "The bytes of a picture; see IMAGES."),
                Attribute(
                    .width, .length, .meaning("its own width"),
                    "The drawn width. An icon is a square: its side is the smaller of `width` and `height`, by "
                        + "default 24."),
                Attribute(.height, .length, .meaning("its own height"), "The drawn height."),
                Attribute(
                    .description, .text, .nothing,
                    "Text for users who can't see the image. Omit it for a decorative icon."),
            ],
            rules: [.exactlyOne(.icon, .data), .filled(.description, with: .data)],
            example: #"""
                {"kind": "image", "icon": "weather-showers", "width": 48,
                 "description": "Rain"}
                """#),
        Kind(
            kind: .button, summary: "A button. A tap runs its `action` or opens its `url`.",
            attributes: [
                Attribute(.label, .text, .refused, "The text on the button; can be empty if it has an icon."),
                Attribute(.icon, .icon, .nothing, "The name of an icon, shown before the label; not a path."),
                Attribute(
                    .style, .word(of: ContentButtonStyle.self), .value("normal"), "The prominence of the button."),
            ],
            example: #"""
                {"kind": "button", "label": "Refresh", "icon": "view-refresh",
                 "style": "prominent", "action": "today.refresh"}
                """#),
        Kind(
            kind: .toggle,
            summary:
                "A switch. A tap calls `action` with the new state, a boolean. The panel shows the new state at once, "
                + "and `value` again when the call ends.",
            attributes: [
                Attribute(.label, .text, .refused, "The name of the switch."),
                Attribute(.value, .boolean, .refused, "True if the switch is on."),
            ],
            rules: [.sendsValue(.parameter)],
            example: #"{"kind": "toggle", "label": "Lamp", "value": true, "action": "lamp"}"#),
        Kind(
            kind: .chart, summary: "A small chart of numbers, oldest first.",
            attributes: [
                Attribute(.values, .numbers, .refused, "The numbers. An empty list draws nothing."),
                Attribute(.style, .word(of: ContentChartStyle.self), .value("line"), "The type of chart."),
                Attribute(
                    .minimum, .finite, .meaning("the least value; for bar and area, at most 0"),
                    "The number at the lower edge."),
                Attribute(
                    .maximum, .finite, .meaning("the greatest value; for bar and area, at least 0"),
                    "The number at the upper edge."),
                Attribute(
                    .series, .numbers, .nothing,
                    "A second series of numbers, drawn between the same edges in the color `secondary`. The newest "
                        + "numbers of `values` and `series` line up.", since: 3),
                Attribute(
                    .label, .text, .nothing, "The name of `values`, for the legend and screen readers.", since: 3),
                Attribute(
                    .seriesLabel, .text, .nothing, "The name of `series`, for the legend and screen readers.", since: 3),
                Attribute(.unit, .text, .nothing, "The unit, shown directly after each value.", since: 3),
                Attribute(
                    .showValues, .words(of: ContentChartValue.self), .nothing,
                    "The values that the panel shows as text, in this order.", since: 3),
            ],
            rules: [.notAbove(.minimum, .maximum)],
            example: #"""
                {"kind": "chart", "values": [0.4, 1.2, 0.9, 2], "style": "area",
                 "minimum": 0}
                """#),
        Kind(
            kind: .section,
            summary:
                "A labeled row that folds or unfolds the children below it. Updates keep the user's choice if the "
                + "`id` stays the same; without an `id`, the label identifies the section.",
            since: 2, showsChildren: true,
            attributes: [
                Attribute(.label, .text, .refused, "The text of the row."),
                Attribute(.expanded, .boolean, .value(false), "True if the section is unfolded at first."),
            ],
            example: #"""
                {"kind": "section", "label": "Yesterday", "children": [
                  {"kind": "text", "text": "Milk"}, {"kind": "text", "text": "Bread"}]}
                """#),
        Kind(
            kind: .divider, summary: "A line between its neighbors.", example: #"{"kind": "divider"}"#),
        Kind(
            kind: .spacer, summary: "Flexible space that pushes its neighbors apart.",
            example: #"{"kind": "spacer"}"#),
        Kind(
            kind: .checkbox,
            summary:
                "A box with a check mark. A tap calls `action` with the new state, a boolean. The panel shows the new "
                + "state at once, and `value` again when the call ends. A checkbox without an `action` is "
                + "disabled.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The text beside the box.", since: 3),
                Attribute(.value, .boolean, .refused, "True if the box is checked.", since: 3),
            ],
            rules: [.sendsValue(.parameter)],
            example: #"""
                {"kind": "checkbox", "label": "Milk", "value": false,
                 "action": "done", "fallback": "[ ] Milk"}
                """#),
        Kind(
            kind: .slider,
            summary:
                "A slider for choosing a number. While the user moves it, the panel calls `action` with the number, "
                + "at most 10 times a second. The panel always sends the last number. A slider without an "
                + "`action` is disabled.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The name of the number.", since: 3),
                Attribute(.value, .finite, .refused, "The number, from `minimum` to `maximum`.", since: 3),
                Attribute(.minimum, .finite, .value(.double(0)), "The number at the start of the slider.", since: 3),
                Attribute(.maximum, .finite, .value(.double(1)), "The number at the end of the slider.", since: 3),
                Attribute(
                    .step, .number(0...Double.greatestFiniteMagnitude), .value(.double(0)),
                    "The distance between the numbers that the user can choose, starting at `minimum`; 0 allows any "
                        + "number.",
                    since: 3),
            ],
            rules: [.sendsValue(.parameter), .below(.minimum, .maximum), .within(.value, .minimum, .maximum)],
            example: #"""
                {"kind": "slider", "label": "Volume", "value": 40, "maximum": 100,
                 "step": 5, "action": "volume", "fallback": "Volume: 40"}
                """#),
        Kind(
            kind: .clock,
            summary:
                "The current time. The panel keeps the clock running without the widget. If the panel doesn't know "
                + "the time zone, it shows the `fallback`, if any.",
            since: 3,
            attributes: [
                Attribute(
                    .zone, .zone, .meaning("the panel's zone"), "The time zone, such as `Europe/Berlin`.", since: 3),
                Attribute(
                    .style, .word(of: ContentClockStyle.self), .value("time"), "The parts of the time.", since: 3),
            ],
            example: #"""
                {"kind": "clock", "zone": "Asia/Tokyo", "style": "date-time",
                 "fallback": "Tokyo"}
                """#),
        Kind(
            kind: .entry,
            summary:
                "A field for one line of text. Return calls `action` with the text, unless the text is empty. During "
                + "the call, the field is read-only. After the call, it shows `value` again; after an error, it "
                + "keeps the text and shows the message. An entry without an `action` is disabled. Don't use it "
                + "for passwords.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The name of the field.", since: 3),
                Attribute(.placeholder, .text, .nothing, "Text that appears while the field is empty.", since: 3),
                Attribute(.value, .text, .value(""), "The initial text.", since: 3),
            ],
            rules: [.sendsValue(.parameter)],
            example: #"""
                {"kind": "entry", "label": "Add a task",
                 "placeholder": "Call Ann tomorrow", "action": "add",
                 "fallback": "[Add a task…]"}
                """#),
    ]
}
