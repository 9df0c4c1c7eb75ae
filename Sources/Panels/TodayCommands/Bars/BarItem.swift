internal import DBus
internal import TodayHost
internal import TodayModel

/// A widget as a bar shows it: on one line. Text from other programs is cut to one line too, without characters that
/// affect the text beside it. Each format escapes the characters that are special to its bar. Pure.
struct BarItem: Hashable {
    /// The states for which a bar may have colors.
    enum State: String, CaseIterable {
        /// The content is up to date.
        case fresh
        /// The content is of an earlier session and isn't confirmed yet.
        case stale
        /// The widget has nothing to show.
        case empty
        /// The last update failed.
        case failed
        /// The center suspends its program for a while after crashes.
        case suspended
        /// Its program isn't running and can't be started.
        case unavailable

        /// Whether something is wrong.
        var isFault: Bool { [.failed, .suspended, .unavailable].contains(self) }
    }

    /// The way in which a bar emphasizes an item.
    enum Emphasis {
        case none
        /// Its content may be out of date.
        case dim
        /// It asks for attention.
        case strong
        /// It urgently asks for attention.
        case alert
        case fault
    }

    /// The widget; nil for an item that stands for several.
    let identifier: WidgetIdentifier?
    let name: String
    /// The plain name of its icon in the theme or an absolute path; may be empty.
    let icon: String
    /// The symbol for its icon; nil if none is known.
    let symbol: String?
    /// The first line of its content in the look of the bar; its name if that line is empty.
    let text: String
    /// The whole widget in its display mode.
    let lines: [TextLine]
    let state: State
    /// The first progress in the content, in percent.
    let percentage: Int?
    let revision: UInt64
    /// The mark of a widget that asks for attention; nil for any other. ``text`` ends with it.
    let badge: CardBadge?
    /// Whether the footer of ``lines`` only says that the widget has just been updated.
    let isJustUpdated: Bool

    /// Creates the item for a widget that the user asks for and that doesn't exist.
    init(absent identifier: WidgetIdentifier) {
        self.identifier = identifier
        name = identifier.rawValue
        icon = ""
        symbol = nil
        text = tr("no widget {identifier}", ["identifier": identifier.rawValue])
        lines = [
            TextLine(.header, tr("The widget {identifier} doesn’t exist.", ["identifier": identifier.rawValue])),
            TextLine(.content, tr("‘todayctl list’ lists all widgets.")),
        ]
        state = .unavailable
        percentage = nil
        revision = 0
        badge = nil
        isJustUpdated = false
    }

    /// Creates an item that stands for several.
    ///
    /// - Parameter count: the count beside its symbol; 0 for none.
    init(summaryOf items: [BarItem], count: Int) {
        identifier = nil
        name = tr("Today")
        icon = ""
        symbol = BarSymbol.today
        text = BarSymbol.today + (count == 0 ? "" : " \(count)")
        lines = BarTooltip(items).lines
        state = items.isEmpty ? .empty : .fresh
        percentage = nil
        revision = 0
        badge = BarItem.urgentFirst(items).lazy.compactMap(\.badge).first
        isJustUpdated = false
    }

    /// - Parameter isLocked: whether the session is locked, which hides private content.
    init(_ widget: WidgetProperties, now: Timestamp, isLocked: Bool, look: BarLook = BarLook()) {
        identifier = widget.identifier
        name = ForeignText.title(widget.title)
        revision = widget.revision
        state = State(widget)
        let drawing = widget.content.drawing(DrawingContext(now: now, isLocked: isLocked, progressSteps: .percents))
        let line = ForeignText.title(drawing.root?.firstLine ?? "")
        badge = widget.cardBadge
        isJustUpdated = widget.isJustUpdated(now)
        icon = widget.icon
        symbol = BarSymbol.symbol(of: widget)
        text = look.text(line, name: name, symbol: symbol, badge: badge)
        percentage = drawing.root?.firstPercentage
        lines = widget.textLines(PlainText.Context(now: now, width: 60, locked: isLocked))
            .map { TextLine($0.role, ForeignText.cleaned($0.text)) }
    }

    /// The whole widget in its display mode, as plain text.
    var details: String { lines.map(\.text).joined(separator: "\n") }

    var emphasis: Emphasis {
        if state.isFault { return .fault }
        if let badge { return badge.isAlert ? .alert : .strong }
        return state == .stale ? .dim : .none
    }
}

extension BarItem {
    /// Returns items with the urgent ones first, in their order otherwise.
    static func urgentFirst(_ items: [BarItem]) -> [BarItem] {
        items.filter { $0.badge?.isAlert == true } + items.filter { $0.badge?.isAlert != true }
    }

    /// The attention that a widget asks for; nil if it asks for none.
    var attention: WidgetAttention? { badge.map { $0.isAlert ? .alert : .badge } }
}

extension BarItem.State {
    init(_ widget: WidgetProperties) {
        self =
            switch widget.state {
            case .unavailable: .unavailable
            case .suspended: .suspended
            case .idle, .updating:
                widget.lastResult == .failed || !widget.error.isEmpty
                    ? .failed : widget.content.isEmpty ? .empty : widget.isSnapshot ? .stale : .fresh
            }
    }

    /// Returns the state for a bar that shows several widgets: the one that they share. One that differs only marks
    /// itself.
    static func shared(by states: [BarItem.State]) -> BarItem.State {
        guard let first = states.first else { return .empty }
        return states.allSatisfy { $0 == first } ? first : .fresh
    }
}

extension WidgetProperties {
    /// Whether its last update has succeeded within the last minute, and nothing else is worth a footer.
    fileprivate func isJustUpdated(_ now: Timestamp) -> Bool {
        if state != .idle || retryAt != .never || updatedAt == .never { return false }
        if lastResult == .failed, !isDated { return false }
        return now.microseconds - min(updatedAt, now).microseconds < 60_000_000
    }
}

extension DrawnNode {
    /// The first words. For a column: those of its first child that has any. For a row: those of all children.
    fileprivate var firstLine: String {
        switch attributes.kind {
        case .column, .list: return children.lazy.map(\.firstLine).first { !$0.isEmpty } ?? ""
        case .row, .grid:
            let lines = children.map { ($0.attributes.kind, $0.firstLine) }.filter { !$0.1.isEmpty }
            let words = lines.filter { if case .progress = $0.0 { false } else { true } }.map(\.1)
            // A progress adds its percentage only if no other text has one.
            let hasPercent = words.contains { $0.unicodeScalars.contains { $0 == "%" || $0 == "٪" } }
            return (hasPercent ? words : lines.map(\.1)).joined(separator: " ")
        case .text, .timer, .progress, .section, .clock:
            return String(attributes.text.split(separator: "\n").first ?? "")
        case .image, .button, .toggle, .chart, .divider, .spacer, .checkbox, .slider, .entry: return ""
        }
    }

    fileprivate var firstPercentage: Int? {
        if case .progress(let fraction?, _, _, _) = attributes.kind { return Int((fraction * 100).rounded()) }
        return children.lazy.compactMap(\.firstPercentage).first
    }

    /// The tap of the first node that can be tapped, and the id of that node; nil if no node can be tapped.
    var firstTap: (tap: NodeTap, node: String?)? {
        guard attributes.isEnabled else { return nil }
        switch (attributes.kind, attributes.tap) {
        case (.toggle(_, let value), .action(let name, _)?), (.checkbox(_, let value), .action(let name, _)?):
            return (.action(name, parameter: .boolean(!value)), attributes.id)
        // A bar has no value for them.
        case (.slider, _), (.entry, _): return nil
        default: break
        }
        return attributes.tap.map { ($0, attributes.id) } ?? children.lazy.compactMap(\.firstTap).first
    }
}
