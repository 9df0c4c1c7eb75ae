internal import DBus
internal import TodayHost
internal import TodayModel

/// The JSON line for a panel that reads such lines. All text is final and in order, and each tap is the arguments of a
/// command. `data/schema/todaycenter-panel.schema.json` describes it. Pure.
struct PanelLine {
    /// The version of the format. It rises when a member is removed or changes its meaning.
    private static let version: UInt64 = 1

    let view: TodayView
    /// Why the center is unavailable, while the view is still its last one.
    let absence: CenterAbsence?
    /// The widgets to show, in order.
    let widgets: [WidgetProperties]
    let now: Timestamp
    let isLocked: Bool
    /// The words that the panel shows besides those of the line, by their English texts.
    var words = PanelWord.translations

    /// The line, and a number that identifies it, which the line contains as `Revision`. Equal lines have equal
    /// numbers.
    var textAndRevision: (String, UInt64?) {
        var page = TodayPage(view)
        if page == .cards, widgets.isEmpty { page = .nothingToShow }
        let pageWords = page.words
        let members: [JSON.Member] = [
            .init("Available", .boolean(view.isAvailable && absence == nil)),
            .init("Title", .string(pageWords?.title ?? "")),
            .init("Explanation", .string(pageWords?.explanation ?? "")),
            .init("Notices", .array(notices.map { .string($0) })),
            .init("Cards", .array(widgets.map { card($0) })),
        ]
        let revision = Self.revision(of: JSON.object(members).line)
        var versions: [JSON.Member] = [
            .init("Version", .unsigned(Self.version)), .init("Revision", .unsigned(revision)),
        ]
        if !words.isEmpty {
            versions.append(.init("Words", .object(words.map { .init($0.english, .string($0.translation)) })))
        }
        return (JSON.object(versions + members).line, revision)
    }

    private var notices: [String] {
        if let absence { return TodayPage.absent(because: absence) }
        if case .unavailable(let reason) = view.center { return TodayPage.absent(because: reason) }
        return view.notices
    }

    /// Returns a number that another text is very unlikely to have: FNV-1a, limited to the integers that JavaScript
    /// represents exactly. It is never 0, because a panel without a line asks with 0.
    private static func revision(of text: String) -> UInt64 {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return max(hash & (1 << 53 - 1), 1)
    }

    private func card(_ widget: WidgetProperties) -> JSON {
        let card = CardPresentation(widget, now: now, isLocked: isLocked)
        let command = Command(card.identifier, revision: card.revision)
        let menu = PanelMenu(widget, card, command, in: view, among: widgets)
        var members: [JSON.Member] = [
            .init("Identifier", .string(card.identifier.rawValue)), .init("Name", .string(card.name)),
            .init("Icon", .string(card.icon ?? "")), .init("Age", .string(card.age ?? "")),
            .init("State", .string(BarItem.State(widget).rawValue)),
            .init("DisplayMode", .string(card.displayMode.rawValue)), .init("Revision", .unsigned(card.revision)),
            .init("Placeholder", .string(card.placeholder ?? "")),
            .init("Content", card.content.map { $0.json(command) } ?? .object([])),
            .init("Lines", .array(card.lines.map { $0.json(command) })),
            .init("Height", .shortest(card.preferredHeight)),
            .init("MarginInsets", JSON(card.margins.dbusValue, hasKnownType: true)),
            .init("UpdatedAt", .unsigned(widget.isDated ? widget.updatedAt.microseconds : 0)),
            .init("Menu", menu.buttons),
            .init("Settings", .array((SettingsForm(widget)?.fields ?? []).map(\.json))),
        ]
        if let badge = card.badge {
            let attention: WidgetAttention = badge.isAlert ? .alert : .badge
            members += [
                .init("Attention", .string(attention.rawValue)), .init("Badge", .string(badge.count)),
                .init("BadgeLabel", .string(badge.accessibleLabel)),
            ]
        }
        let isSmall = card.displayMode == .compact && widget.options.size == .small
        if isSmall { members.append(.init("Small", .boolean(true))) }
        if let choices = menu.choices { members.append(.init("Choices", choices)) }
        if !widget.containingApp.isEmpty {
            members.append(.init("Open", Self.button(WidgetMenuItem.openApp.label, command.open)))
        }
        if let button = card.sizeButton(isHigh: false, isOpened: false) {
            let mode = button == .close ? DisplayMode.compact : .expanded
            members.append(.init("Size", Self.button(button.label, command.mode(mode))))
        }
        return .object(members)
    }

    static func button(_ label: String, _ arguments: JSON, _ more: JSON.Member...) -> JSON {
        .object([.init("Label", .string(label)), .init("Command", arguments)] + more)
    }

    /// Arguments for `todayctl`. Text from other programs comes after `--` or `=`, so that it is never an option.
    struct Command {
        private let identifier: WidgetIdentifier
        private let revision: UInt64

        init(_ identifier: WidgetIdentifier, revision: UInt64) {
            self.identifier = identifier
            self.revision = revision
        }

        var update: JSON { Self.json(["update", "--", identifier.rawValue]) }
        var addAnother: JSON { Self.json(["instance", "add", "--", identifier.rawValue]) }
        var remove: JSON {
            Self.json((identifier.instance > 1 ? ["instance"] : []) + ["remove", "--", identifier.rawValue])
        }

        var open: JSON { Self.json(["open", "--", identifier.rawValue]) }
        var text: JSON { Self.json(["show", "--", identifier.rawValue]) }
        var explanation: JSON { Self.json(["explain", "--json", "--", identifier.rawValue]) }

        /// Sets options, as `todayctl options` takes them.
        func set(_ option: WidgetOptions.Key, _ value: String) -> JSON {
            Self.json(["options", "--", identifier.rawValue, "\(option.rawValue)=\(value)"])
        }

        func reset(_ option: WidgetOptions.Key) -> JSON {
            Self.json(["options", "--reset=\(option.rawValue)", "--", identifier.rawValue])
        }

        /// Moves the widget beside another one.
        func move(_ side: String, _ other: WidgetIdentifier) -> JSON {
            Self.json(["move", "--\(side)=\(other)", "--", identifier.rawValue])
        }

        /// Undoes ``remove``, from the arrangement before it.
        func add(asIn former: [WidgetIdentifier]) -> JSON {
            if identifier.instance > 1 { return Self.json(["restore", "--", identifier.rawValue]) }
            let index = former.firstIndex(of: identifier) ?? 0
            let place = index > 0 ? "--after=\(former[index - 1])" : "--to=1"
            return Self.json(["add", place, "--", identifier.rawValue])
        }

        func mode(_ mode: DisplayMode) -> JSON { Self.json(["mode", "--", identifier.rawValue, mode.rawValue]) }

        func tap(_ attributes: NodeAttributes) -> JSON? {
            switch attributes.tap {
            case nil: return nil
            case .url(let url)?: return Self.json(["open", "--", identifier.rawValue, url])
            case .action(let name, var parameter)?:
                switch attributes.kind {
                case .toggle(_, let value), .checkbox(_, let value): parameter = .boolean(!value)
                default: break
                }
                var options = ["--revision=\(revision)"]
                if let id = attributes.id { options.append("--node=\(id)") }
                var words = ["--", identifier.rawValue, name]
                // The panel adds the value of the user at the end.
                if let type = attributes.kind.enteredType { options.append("--type=\(type)") }
                if let parameter {
                    let (text, type) = TypedText.text(parameter)
                    if let type { options.append("--type=\(type.rawValue)") }
                    words.append(text)
                }
                return Self.json(["action"] + options + words)
            }
        }

        private static func json(_ arguments: [String]) -> JSON {
            .array(((CenterHost.current?.arguments ?? []) + arguments).map { .string($0) })
        }
    }
}

extension ViewingOptions {
    /// The options with which `--format panel` registers, for a panel of the usual size.
    static var panel: ViewingOptions {
        var options = ViewingOptions.terminal
        let size = ViewingOptions.defaultCompactSize
        options.name = "todayctl bar"
        options.compactSize = size
        options.expandedSize = ViewingOptions.defaultExpandedSize
        options.smallSize = Size(width: size.width / 2, height: size.height)
        options.version = TodayBus.version
        return options
    }
}

extension CardMessage {
    fileprivate func json(_ command: PanelLine.Command) -> JSON {
        var members: [JSON.Member] = [
            .init("Kind", .string("\(kind)")), .init("Text", .string(text)), .init("Details", .string(details ?? "")),
        ]
        if offersRetry { members.append(.init("Retry", PanelLine.button(tr("Retry"), command.update))) }
        return .object(members)
    }
}

extension SettingsField {
    fileprivate var json: JSON {
        .object([
            .init("Key", .string(key)), .init("Name", .string(name)), .init("Type", .string(declaration.type.rawValue)),
            .init("Value", .string(text)), .init("Placeholder", .string(placeholder)),
            .init("Details", .string(details)),
            .init(
                "Choices",
                .array(
                    choices.map { .object([.init("Value", .string($0.value)), .init("Name", .string($0.name))]) })),
        ])
    }
}

extension DrawnNode {
    fileprivate func json(_ command: PanelLine.Command) -> JSON {
        var members = [JSON.Member("kind", .string(attributes.kind.contentKind.rawValue))] + attributes.attributes
        if let id = attributes.id { members.append(.init("id", .string(id))) }
        if let tooltip = attributes.tooltip, !tooltip.isEmpty { members.append(.init("tooltip", .string(tooltip))) }
        if !attributes.isEnabled { members.append(.init("enabled", .boolean(false))) }
        if let name = attributes.lastingName, !name.isEmpty { members.append(.init("name", .string(name))) }
        if attributes.isEnabled, let tap = command.tap(attributes) { members.append(.init("tap", tap)) }
        if case .list(let visibleRows) = attributes.kind,
            let label = ListExcerpt(of: children.count, visibleRows: visibleRows, isOpen: false).button
        {
            members.append(.init("show-more", .string(label)))
        }
        if !children.isEmpty { members.append(.init("children", .array(children.map { $0.json(command) }))) }
        return .object(members)
    }
}

extension NodeAttributes {
    /// The text that a screen reader speaks for it, unless the text changes by itself.
    fileprivate var lastingName: String? {
        switch kind {
        case .progress, .timer, .text: accessibleLabel
        default: spokenName
        }
    }

    /// All attributes of its kind, with the names that content uses. A node that ticks has its moments in place of its
    /// current text.
    fileprivate var attributes: [JSON.Member] {
        switch kind {
        case .column(let spacing, let alignment), .row(let spacing, let alignment):
            return [.init("spacing", .shortest(spacing)), .init("alignment", .string(alignment.rawValue))]
        case .grid(let columns, let spacing):
            return [.init("columns", .integer(Int64(columns))), .init("spacing", .shortest(spacing))]
        case .list(let visibleRows): return [.init("visible-rows", .integer(Int64(visibleRows)))]
        case .text(let text, let style, let color, let lines, let alignment):
            return [
                .init("text", .string(text)), .init("style", .string(style.rawValue)),
                .init("color", .string(color.rawValue)), .init("lines", .integer(Int64(lines))),
                .init("alignment", .string(alignment.rawValue)),
            ]
        case .timer(let text, let isClock):
            return [.init("clock", .boolean(isClock))] + (times?.members ?? [.init("text", .string(text))])
        case .progress(let fraction, let style, let color, let label):
            let value = times?.members ?? fraction.map { [.init("value", .shortest($0))] } ?? []
            return value + [
                .init("style", .string(style.rawValue)), .init("color", .string(color.rawValue)),
                .init("label", .string(label ?? "")),
            ]
        case .image(let picture, let width, let height, let description):
            var members = picture.members
            if let width { members.append(.init("width", .shortest(width))) }
            if let height { members.append(.init("height", .shortest(height))) }
            if let description { members.append(.init("description", .string(description))) }
            return members
        case .button(let label, let icon, let style):
            return [
                .init("label", .string(label)), .init("icon", .string(icon ?? "")),
                .init("style", .string(style.rawValue)),
            ]
        case .toggle(let label, let value), .checkbox(let label, let value):
            return [.init("label", .string(label)), .init("value", .boolean(value))]
        case .slider(let slider):
            return [
                .init("label", .string(slider.label)), .init("value", .shortest(slider.value)),
                .init("minimum", .shortest(slider.minimum)), .init("maximum", .shortest(slider.maximum)),
                .init("step", .shortest(slider.step)),
            ]
        case .clock: return times?.members ?? []
        case .entry(let label, let placeholder, let value):
            return [
                .init("label", .string(label)), .init("placeholder", .string(placeholder)),
                .init("value", .string(value)),
            ]
        case .chart(let chart):
            let scale = chart.scale
            func shares(_ numbers: [Double]) -> JSON { .array(numbers.map { .shortest(scale.share($0)) }) }
            return [
                .init("style", .string(chart.style.rawValue)), .init("shares", shares(chart.values)),
                .init("series-shares", shares(chart.series)), .init("ground", .shortest(scale.share(0))),
                .init("legend", .array(chart.legend.map { .string($0) })),
                .init("values", .array(chart.values.map { .shortest($0) })),
                .init("series", .array(chart.series.map { .shortest($0) })),
                .init("label", .string(chart.label)), .init("series-label", .string(chart.seriesLabel)),
                .init("unit", .string(chart.unit)),
            ]
        case .section(let label, let isExpanded):
            return [.init("label", .string(label)), .init("expanded", .boolean(isExpanded))]
        case .divider, .spacer: return []
        }
    }
}

extension NodeKind {
    /// The D-Bus type of the value that the user enters; nil for kinds whose tap is complete.
    fileprivate var enteredType: String? {
        switch self {
        case .slider: "d"
        case .entry: "s"
        default: nil
        }
    }
}

extension DrawnTimes {
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if let since { members.append(.init("since", .unsigned(since.microseconds))) }
        if let until { members.append(.init("until", .unsigned(until.microseconds))) }
        if let finishedText { members.append(.init("finished-text", .string(finishedText))) }
        if let wallTime {
            members += [
                .init("style", .string(wallTime.style.rawValue)), .init("offset", .integer(wallTime.offset)),
            ]
        }
        return members
    }
}

extension NodePicture {
    fileprivate var members: [JSON.Member] {
        switch self {
        case .icon(let name): [.init("icon", .string(name))]
        case .data(let bytes):
            [.init("type", .string("image/png")), .init("data", JSON(.bytes(bytes)))]
        case .none: []
        }
    }
}
