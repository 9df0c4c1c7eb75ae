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
            "Names the node, uniquely in the tree. It stays the same over updates: panels animate by it, and taps tell it."
        ),
        Attribute(
            .action, .name, .nothing,
            "A tap calls the widget's provider with this name. Names that begin with `today.` are the center's own."),
        Attribute(
            .parameter, .any, .nothing,
            "What the action is called with; only beside `action`. Its strings may have any character but NUL."),
        Attribute(.url, .url, .nothing, "A tap opens this URL; not beside `action`."),
        Attribute(.enabled, .boolean, .value(true), "With false the node and all in it cannot be tapped."),
        Attribute(
            .modes, .words(of: DisplayMode.self), .meaning("all"),
            "The node is there in these display modes only."),
        Attribute(.showAfter, .timestamp, .meaning("always"), "The node is there from this moment on."),
        Attribute(.showBefore, .timestamp, .meaning("for ever"), "The node is there until this moment."),
        Attribute(.tooltip, .text, .nothing, "Shown while the pointer rests on the node."),
        Attribute(.accessibleLabel, .text, .nothing, "What a screen reader says instead of the node."),
        Attribute(.fallback, .text, .nothing, "What a panel shows that does not know the kind of the node."),
        Attribute(.private, .boolean, .value(false), "With true the node is hidden while the session is locked."),
    ]

    private static let spacing = Attribute(.spacing, .length, .value(.double(6)), "Room between the children.")

    /// All kinds, in the order in which the documentation lists them.
    static let kinds: [Kind] = [
        Kind(
            kind: .column, summary: "Children one below the other.", showsChildren: true,
            attributes: [
                spacing,
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("fill"),
                    "Where the children stand across; with `fill` each may take the whole width."),
            ],
            example: #"""
                {"kind": "column", "spacing": 2, "children": [
                  {"kind": "text", "text": "Inbox", "style": "headline"},
                  {"kind": "text", "text": "3 unread", "color": "secondary"}]}
                """#),
        Kind(
            kind: .row, summary: "Children side by side, in the direction in which the user reads.",
            showsChildren: true,
            attributes: [
                spacing,
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("fill"),
                    "Where the children stand, `leading` is the top; with `fill` each may take the whole height."),
            ],
            example: #"""
                {"kind": "row", "children": [
                  {"kind": "image", "icon": "drive-harddisk"},
                  {"kind": "text", "text": "Disk"},
                  {"kind": "spacer"},
                  {"kind": "text", "text": "71%"}]}
                """#),
        Kind(
            kind: .grid, summary: "Children in rows of the same number of columns.", showsChildren: true,
            attributes: [
                Attribute(.columns, .integer(1...16), .value(.uint32(2)), "How many children stand side by side."),
                Attribute(.spacing, .length, .value(.double(6)), "Room between the children, across and down."),
            ],
            example: #"""
                {"kind": "grid", "columns": 3, "children": [
                  {"kind": "text", "text": "Mo"}, {"kind": "text", "text": "Tu"},
                  {"kind": "text", "text": "We"}, {"kind": "text", "text": "Th"}]}
                """#),
        Kind(
            kind: .list, summary: "Children one below the other, each a row of the list.", showsChildren: true,
            attributes: [
                Attribute(
                    .visibleRows, .integer(0...UInt32.max), .value(.uint32(0)),
                    "How many rows are shown until somebody asks for more; 0 shows all.")
            ],
            example: #"""
                {"kind": "list", "visible-rows": 2, "children": [
                  {"kind": "text", "text": "Milk"}, {"kind": "text", "text": "Bread"},
                  {"kind": "text", "text": "Tea"}]}
                """#),
        Kind(
            kind: .text, summary: "Text, without markup. A line feed begins a new line.",
            attributes: [
                Attribute(.text, .text, .refused, "What it says; it may be empty."),
                Attribute(
                    .style, .word(of: ContentTextStyle.self), .value("body"), "How prominent it is, in this order."),
                Attribute(
                    .color, .word(of: ContentColor.self), .value("primary"),
                    "The role of its colour, which the theme chooses; a text with a `url` that says none has `accent`."),
                Attribute(
                    .lines, .integer(0...UInt32.max), .value(.uint32(0)),
                    "The most lines it takes, the rest is cut off; 0 is any number."),
                Attribute(
                    .alignment, .word(of: ContentAlignment.self), .value("leading"),
                    "Where its lines stand; `fill` stretches them over the width."),
            ],
            example: #"""
                {"kind": "text", "text": "Rain at noon", "style": "headline",
                 "color": "warning", "lines": 1}
                """#),
        Kind(
            kind: .timer, summary: "A clock that runs in the panel, so that the widget need not wake up.",
            attributes: [
                Attribute(.until, .timestamp, .nothing, "Counts down to this moment, rounded up to whole seconds."),
                Attribute(.since, .timestamp, .nothing, "Counts up from this moment."),
                Attribute(
                    .style, .word(of: ContentTimerStyle.self), .meaning("countdown with until, else elapsed"),
                    "`countdown` goes with `until` and `elapsed` with `since`, as `m:ss` and from one hour on `h:mm:ss`; "
                        + "`relative` goes with both, in words: in 5 min, now, 3 h ago."),
                Attribute(
                    .finishedText, .text, .value("0:00"), "What is shown from `until` on; ignored with `since`."),
            ],
            rules: [.exactlyOne(.until, .since)],
            example: #"""
                {"kind": "timer", "until": 1893456000000000,
                 "finished-text": "Tea is ready"}
                """#),
        Kind(
            kind: .progress, summary: "How far something has come.",
            attributes: [
                Attribute(
                    .value, .number(0...1), .meaning("not known how far"), "0 is the beginning and 1 is the end."),
                Attribute(
                    .since, .timestamp, .nothing, "With `until`, instead of `value`: it advances by itself from here."),
                Attribute(.until, .timestamp, .nothing, "Where it has arrived; not before `since`."),
                Attribute(.style, .word(of: ContentProgressStyle.self), .value("bar"), "What it looks like."),
                Attribute(
                    .color, .word(of: ContentProgressColor.self), .value("accent"),
                    "The role of its color, which the theme chooses.", since: 3),
                Attribute(
                    .label, .text, .nothing,
                    "Text inside a `circle` and behind a `bar`. Plain text has it in place of the percentage.",
                    since: 3),
            ],
            rules: [.together(.since, .until), .without(.since, .value), .notBefore(.until, .since)],
            example: #"{"kind": "progress", "value": 0.71, "style": "circle"}"#),
        Kind(
            kind: .image, summary: "An icon of the user's theme, or a picture that comes with the content.",
            attributes: [
                Attribute(.icon, .icon, .nothing, "The name of an icon, such as `mail-unread`; not a path."),
                Attribute(.data, .image, .nothing, "The bytes of a picture; see IMAGES."),
                Attribute(
                    .width, .length, .meaning("as wide as it is"),
                    "How wide it is drawn; an icon is a square in both, and 24 wide by itself."),
                Attribute(.height, .length, .meaning("as high as it is"), "How high it is drawn."),
                Attribute(
                    .description, .text, .nothing,
                    "What it shows, for those who do not see it; an icon that only adorns has none."),
            ],
            rules: [.exactlyOne(.icon, .data), .filled(.description, with: .data)],
            example: #"""
                {"kind": "image", "icon": "weather-showers", "width": 48,
                 "description": "Rain"}
                """#),
        Kind(
            kind: .button, summary: "A button. Its tap is told by `action` or `url`.",
            attributes: [
                Attribute(.label, .text, .refused, "What stands on it; it may be empty beside an icon."),
                Attribute(.icon, .icon, .nothing, "The name of an icon in the theme, before the label; not a path."),
                Attribute(.style, .word(of: ContentButtonStyle.self), .value("normal"), "How much it stands out."),
            ],
            example: #"""
                {"kind": "button", "label": "Refresh", "icon": "view-refresh",
                 "style": "prominent", "action": "today.refresh"}
                """#),
        Kind(
            kind: .toggle,
            summary: "A switch. Its tap calls `action` with the desired state, a boolean. The panel shows that at "
                + "once, and goes back to `value` when the call has ended.",
            attributes: [
                Attribute(.label, .text, .refused, "What is switched."),
                Attribute(.value, .boolean, .refused, "Whether it is on."),
            ],
            rules: [.sendsValue(.parameter)],
            example: #"{"kind": "toggle", "label": "Lamp", "value": true, "action": "lamp"}"#),
        Kind(
            kind: .chart, summary: "A small drawing of numbers, from the oldest to the newest.",
            attributes: [
                Attribute(.values, .numbers, .refused, "The numbers; without any, nothing is drawn."),
                Attribute(.style, .word(of: ContentChartStyle.self), .value("line"), "How they are drawn."),
                Attribute(
                    .minimum, .finite, .meaning("the least value, and for bar and area 0 if that is less"),
                    "The number at the lower edge, not above `maximum`."),
                Attribute(
                    .maximum, .finite, .meaning("the greatest value, and for bar and area 0 if that is more"),
                    "The number at the upper edge."),
                Attribute(
                    .series, .numbers, .nothing,
                    "A second line of numbers between the same edges, drawn in `secondary`. Its newest number is at the "
                        + "same place as the newest of `values`.", since: 3),
                Attribute(.label, .text, .nothing, "The name of `values`, for legend and screen reader.", since: 3),
                Attribute(
                    .seriesLabel, .text, .nothing, "The name of `series`, for legend and screen reader.", since: 3),
                Attribute(.unit, .text, .nothing, "The unit that follows the shown values directly.", since: 3),
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
            summary: "A row with a label and a mark, which shows the children beneath it or folds them away. Which of "
                + "both is up to the user, over updates too, as long as the `id` stays, or without one the label.",
            since: 2, showsChildren: true,
            attributes: [
                Attribute(.label, .text, .refused, "What the children are."),
                Attribute(.expanded, .boolean, .value(false), "Whether the children are shown at first."),
            ],
            example: #"""
                {"kind": "section", "label": "Yesterday", "children": [
                  {"kind": "text", "text": "Milk"}, {"kind": "text", "text": "Bread"}]}
                """#),
        Kind(
            kind: .divider, summary: "A line between its neighbours.", example: #"{"kind": "divider"}"#),
        Kind(
            kind: .spacer, summary: "Room that grows, and pushes its neighbours apart.",
            example: #"{"kind": "spacer"}"#),
        Kind(
            kind: .checkbox,
            summary: "A box with a check mark. A tap calls `action` with the desired state, a boolean. The panel shows "
                + "that state at once, and returns to `value` when the call ends. Without `action`, it is disabled.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The text beside the box.", since: 3),
                Attribute(.value, .boolean, .refused, "Whether the box is checked.", since: 3),
            ],
            rules: [.sendsValue(.parameter)],
            example: #"""
                {"kind": "checkbox", "label": "Milk", "value": false,
                 "action": "done", "fallback": "[ ] Milk"}
                """#),
        Kind(
            kind: .slider,
            summary: "A handle on a line, for a number. While the user moves it, the panel calls `action` with the "
                + "number, at most 10 times a second, and always with the last one. Without `action`, it is disabled.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The name of the number.", since: 3),
                Attribute(.value, .finite, .refused, "The number, from `minimum` to `maximum`.", since: 3),
                Attribute(.minimum, .finite, .value(.double(0)), "The number at the start of the line.", since: 3),
                Attribute(.maximum, .finite, .value(.double(1)), "The number at the end of the line.", since: 3),
                Attribute(
                    .step, .number(0...Double.greatestFiniteMagnitude), .value(.double(0)),
                    "The distance between the numbers that the user can choose, from `minimum` on; 0 allows any number.",
                    since: 3),
            ],
            rules: [.sendsValue(.parameter), .below(.minimum, .maximum), .within(.value, .minimum, .maximum)],
            example: #"""
                {"kind": "slider", "label": "Volume", "value": 40, "maximum": 100,
                 "step": 5, "action": "volume", "fallback": "Volume: 40"}
                """#),
        Kind(
            kind: .clock,
            summary: "The wall time, which runs in the panel without the widget. A panel that doesn't know the zone "
                + "shows the `fallback`, or nothing.",
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
            summary: "A field for one line of text. Return calls `action` with the text, unless it is empty. The field "
                + "is read-only during the call. Then it shows `value` again; after an error, it keeps the text and "
                + "shows the message. Without `action`, it is disabled. It isn't for passwords.",
            since: 3,
            attributes: [
                Attribute(.label, .text, .refused, "The name of the field.", since: 3),
                Attribute(.placeholder, .text, .nothing, "Shown while the field is empty.", since: 3),
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
