internal import DBus

/// The only reader of content: reads a tree for one moment, and records when the result will be out of date.
///
/// It doesn't require a valid tree: unreadable values are ignored, and nodes that are too deep are left out.
struct DrawingReader {
    /// The earliest later moment, in µs, at which the result changes.
    private(set) var nextChange: UInt64?
    /// Whether some nodes will only appear later, by their `show-after`.
    private(set) var isIncomplete = false

    private let now: UInt64
    private let mode: DBusValue
    private let context: DrawingContext
    private var textRoom = TextRoom()

    init(_ context: DrawingContext) {
        now = context.now.microseconds
        mode = .string(context.displayMode.rawValue)
        self.context = context
    }

    /// Returns the node as it is drawn; nil if none of it is visible. All nodes in a disabled node are disabled:
    /// toolkits handle this on screen, but not for screen readers.
    mutating func node(for content: Content, level: Int = 1, isEnabled: Bool = true) -> DrawnNode? {
        guard level <= Limits.depth, shows(content) else { return nil }
        var isEnabled = isEnabled && content.boolean(.enabled)
        var known = ContentKind(rawValue: content.kind)
        // A zone that the panel doesn't know counts like an unknown kind.
        if known == .clock, ClockZone(content.string(.zone)) == nil { known = nil }
        if let known, known.isInput, content.string(.action) == nil { isEnabled = false }
        var children: [DrawnNode] = []
        // A kind of a later version of the contract: its fallback, else its children, else nothing.
        let fallback = known == nil ? content.text(.fallback) : nil
        if fallback == nil, known?.showsChildren ?? true {
            for child in content.children {
                if let node = node(for: child, level: level + 1, isEnabled: isEnabled) { children.append(node) }
            }
        }
        let shown: NodeKind
        if let known {
            shown = kind(known, of: content)
        } else if let fallback {
            var text = Content(kind: .text, [.text: .string(fallback)])
            text[.url] = content[.url]
            shown = kind(.text, of: text)
        } else {
            if children.isEmpty { return nil }
            shown = kind(.column, of: Content(kind: .column))
        }
        var attributes = NodeAttributes(shown)
        attributes.id = content.string(.id)
        attributes.isEnabled = isEnabled
        attributes.tooltip = content.text(.tooltip)
        attributes.accessibleLabel = content.text(.accessibleLabel)
        if let action = content.string(.action) {
            attributes.tap = .action(action, parameter: content[.parameter])
        } else if let url = content.string(.url) {
            attributes.tap = .url(url)
        }
        attributes.times = times(of: shown, content)
        if case .text(let text, _, _, _, _) = shown { attributes.textRoom = textRoom.reserve(for: text) }
        return DrawnNode(attributes, children)
    }

    /// Returns whether a node is visible by `private`, `modes`, `show-after` and `show-before`.
    private mutating func shows(_ node: Content) -> Bool {
        if context.isLocked, node.boolean(.private) { return false }
        if let modes = node[.modes]?.elements, !modes.contains(where: { $0.unwrapped == mode }) { return false }
        let end = node.moment(.showBefore) ?? .max
        if now >= end { return false }
        if let start = node.moment(.showAfter), now < start {
            if start < end {
                recordChange(start)
                isIncomplete = true
            }
            return false
        }
        if end < .max { recordChange(end) }
        return true
    }

    /// Records a moment at which the drawing changes. Past moments, and nil, don't count.
    private mutating func recordChange(_ moment: UInt64?) {
        guard let moment, moment > now else { return }
        nextChange = min(nextChange ?? moment, moment)
    }

    private mutating func kind(_ kind: ContentKind, of node: Content) -> NodeKind {
        switch kind {
        case .column: .column(spacing: node.spacing, alignment: node.word(.alignment))
        case .row: .row(spacing: node.spacing, alignment: node.word(.alignment))
        case .grid:
            .grid(columns: min(max(node.integer(.columns), 1), 16), spacing: node.spacing)
        case .list: .list(visibleRows: node.integer(.visibleRows))
        case .text:
            .text(
                node.text(.text) ?? "", style: node.word(.style), color: node.textColor,
                lines: node.integer(.lines), alignment: node.word(.alignment))
        case .timer: timer(node)
        case .progress:
            .progress(
                progress(node), style: node.word(.style), color: node.word(.color), label: node.nonemptyText(.label))
        case .image:
            .image(
                node.picture, width: node.length(.width), height: node.length(.height),
                description: node.text(.description))
        case .button:
            .button(label: node.text(.label) ?? "", icon: node.string(.icon), style: node.word(.style))
        case .toggle: .toggle(label: node.text(.label) ?? "", value: node.boolean(.value))
        case .chart: .chart(node.chart)
        case .section: .section(label: node.text(.label) ?? "", isExpanded: node.boolean(.expanded))
        case .divider: .divider
        case .spacer: .spacer
        case .checkbox: .checkbox(label: node.text(.label) ?? "", value: node.boolean(.value))
        case .slider: .slider(node.slider)
        case .clock: clock(node)
        case .entry:
            .entry(
                label: node.text(.label) ?? "", placeholder: node.text(.placeholder) ?? "",
                value: node.text(.value) ?? "")
        }
    }

    // MARK: Time

    private mutating func timer(_ node: Content) -> NodeKind {
        let isRelative = node.string(.style) == ContentTimerStyle.relative.rawValue
        let text: TimerText
        if let until = node.moment(.until) {
            let finished = node.text(.finishedText) ?? ""
            text =
                isRelative
                ? .relative(until: until, now: now, finished: finished)
                : .countdown(until: until, now: now, finished: finished)
        } else if let since = node.moment(.since) {
            text =
                isRelative
                // Translators: a moment, in place of an age such as ‘5 min ago’.
                ? .relative(since: since, now: now, beginning: tr("now")) : .elapsed(since: since, now: now)
        } else {
            return .timer("", isClock: false)
        }
        recordChange(text.nextChange)
        return .timer(text.text, isClock: !isRelative)
    }

    private mutating func clock(_ node: Content) -> NodeKind {
        guard let zone = ClockZone(node.string(.zone)) else { return .clock("") }
        let text = TimerText.clock(node.word(.style), in: zone, now: now)
        recordChange(text.nextChange)
        return .clock(text.text)
    }

    private func times(of kind: NodeKind, _ node: Content) -> DrawnTimes? {
        if case .clock = kind {
            return ClockZone(node.string(.zone)).map { zone in
                DrawnTimes(
                    wallTime: DrawnWallTime(
                        style: node.word(.style), offset: zone.offset(at: Int64(now / TimerText.second))))
            }
        }
        let until = node.moment(.until)
        if let until, until <= now { return nil }
        let since = node.moment(.since)
        let (start, end) = (since.map { Timestamp(microseconds: $0) }, until.map { Timestamp(microseconds: $0) })
        switch kind {
        // If both are given, `until` counts.
        case .timer(_, isClock: true) where end != nil:
            return DrawnTimes(until: end, finishedText: node.text(.finishedText) ?? "")
        case .timer(_, isClock: true) where start != nil: return DrawnTimes(since: start)
        case .progress where node.finite(.value) == nil && start != nil && end != nil:
            return DrawnTimes(since: start, until: end)
        default: return nil
        }
    }

    private mutating func progress(_ node: Content) -> Double? {
        if let value = node.finite(.value) { return min(max(value, 0), 1) }
        guard let since = node.moment(.since), let until = node.moment(.until) else { return nil }
        let advance = ProgressAdvance(since: since, until: until, now: now, steps: context.progressSteps)
        recordChange(advance.nextChange)
        return advance.fraction
    }
}

extension Content {
    /// The color of a text. Without a color, a text that opens a URL looks like a link.
    fileprivate var textColor: ContentColor { self[.color] == nil && string(.url) != nil ? .accent : word(.color) }
}

/// Reads attributes of a tree that may not be validated.
extension Content {
    fileprivate func finite(_ name: ContentAttribute) -> Double? {
        self[name]?.number.flatMap { $0.isFinite ? $0 : nil } ?? standard(name)?.number
    }

    /// Returns a length, limited to what a screen can have.
    fileprivate func length(_ name: ContentAttribute) -> Double? {
        finite(name).map { min(max($0, 0), Limits.drawnLength) }
    }

    fileprivate var spacing: Double { length(.spacing) ?? 0 }

    /// Returns a word; an unknown word means the default.
    fileprivate func word<Word: RawRepresentable<String>>(_ name: ContentAttribute) -> Word {
        if case .string(let text)? = self[name]?.unwrapped, let word = Word(rawValue: text) { return word }
        guard case .string(let text)? = standard(name), let word = Word(rawValue: text) else {
            preconditionFailure("\(kind) has no default for \(name)")
        }
        return word
    }

    fileprivate func nonemptyText(_ name: ContentAttribute) -> String? {
        text(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func numbers(_ name: ContentAttribute) -> [Double] {
        (self[name]?.elements ?? []).compactMap(\.number).filter(\.isFinite)
    }

    fileprivate var chart: DrawnChart {
        var chart = DrawnChart(numbers(.values), style: word(.style))
        chart.series = numbers(.series)
        chart.minimum = finite(.minimum)
        chart.maximum = finite(.maximum)
        chart.label = text(.label) ?? ""
        chart.seriesLabel = text(.seriesLabel) ?? ""
        chart.unit = text(.unit) ?? ""
        chart.shownValues = (self[.showValues]?.elements ?? []).compactMap { element in
            if case .string(let word) = element.unwrapped { ContentChartValue(rawValue: word) } else { nil }
        }
        return chart
    }

    fileprivate var slider: DrawnSlider {
        var slider = DrawnSlider(label: text(.label) ?? "", value: finite(.value) ?? 0)
        slider.minimum = finite(.minimum) ?? 0
        slider.maximum = max(finite(.maximum) ?? 1, slider.minimum)
        slider.step = max(finite(.step) ?? 0, 0)
        slider.value = min(max(slider.value, slider.minimum), slider.maximum)
        return slider
    }

    fileprivate var picture: NodePicture {
        if let icon = string(.icon) { return .icon(icon) }
        if case .bytes(let data)? = self[.data]?.unwrapped { return .data(data) }
        return .none
    }
}
