internal import DBus
internal import TodayModel

/// Reads a tree for one moment, and takes note of when what it read will be out of date.
///
/// Nothing depends on the tree being valid: what cannot be read counts as absent, what is too deep is left out.
struct DrawingReader {
    private var moment: ContentMoment

    /// The earliest moment after that of the reading, in µs, at which what was read changes.
    var nextChange: UInt64? { moment.nextChange }

    /// Whether nodes that were read are not there yet.
    var isIncomplete: Bool { moment.isIncomplete }

    /// How many characters of text the card has room for yet.
    private var textRoom = LaidOutText.cardLimit

    init(_ context: DrawingContext) {
        moment = ContentMoment(now: context.now, displayMode: context.displayMode, isLocked: context.isLocked)
    }

    /// The node as it is drawn; nil if nothing of it is to be seen.
    mutating func node(for content: Content, level: Int) -> DrawnNode? {
        guard level <= Limits.depth, moment.shows(content) else { return nil }
        guard let kind = ContentKind(rawValue: content.kind) else { return unknown(content, level: level) }
        var look = look(self.kind(kind, of: content), of: content)
        if case .text(let text, _, _, _, _) = look.kind { look.textRoom = takeRoom(for: text) }
        let children = children(of: content, kind, level: level)
        return DrawnNode(look, look.isEnabled ? children : children.map(\.disabled))
    }

    private mutating func children(of content: Content, _ kind: ContentKind, level: Int) -> [DrawnNode] {
        switch kind {
        case .column, .row, .grid, .list: children(of: content, level: level)
        case .text, .timer, .progress, .image, .button, .toggle, .chart, .divider, .spacer: []
        }
    }

    private mutating func children(of content: Content, level: Int) -> [DrawnNode] {
        var nodes: [DrawnNode] = []
        for child in content.children { if let node = node(for: child, level: level + 1) { nodes.append(node) } }
        return nodes
    }

    /// A kind of a later version of the contract: its fallback, else its children, else nothing.
    private mutating func unknown(_ content: Content, level: Int) -> DrawnNode? {
        if let fallback = content.text("fallback") {
            let text = NodeKind.text(
                fallback, style: .body, color: content.usualColor, lines: 0, alignment: .leading)
            var look = look(text, of: content)
            look.textRoom = takeRoom(for: fallback)
            return DrawnNode(look)
        }
        let children = children(of: content, level: level)
        return children.isEmpty ? nil : DrawnNode(look(.column(spacing: 6, alignment: .fill), of: content), children)
    }

    private func look(_ kind: NodeKind, of content: Content) -> NodeLook {
        var look = NodeLook(kind)
        look.id = content.string("id")
        look.isEnabled = content.attributes["enabled"]?.unwrapped != .boolean(false)
        look.tooltip = content.text("tooltip")
        look.accessibleLabel = content.text("accessible-label")
        if let action = content.string("action") {
            look.tap = .action(action, parameter: content.attributes["parameter"])
        } else if let url = content.string("url") {
            look.tap = .url(url)
        }
        return look
    }

    /// Gives a text its share of the room in the card. Returns nil if that is all it can have.
    private mutating func takeRoom(for text: String) -> Int? {
        let wish = min(text.utf8.count, LaidOutText.limit)
        let room = max(textRoom, LaidOutText.leastLimit)
        textRoom -= min(wish, room)
        return wish <= room ? nil : room
    }

    private mutating func kind(_ kind: ContentKind, of node: Content) -> NodeKind {
        switch kind {
        case .column: .column(spacing: node.length("spacing") ?? 6, alignment: node.word("alignment", .fill))
        case .row: .row(spacing: node.length("spacing") ?? 6, alignment: node.word("alignment", .fill))
        case .grid:
            .grid(columns: min(max(node.integer("columns") ?? 2, 1), 16), spacing: node.length("spacing") ?? 6)
        case .list: .list(visibleRows: node.integer("visible-rows") ?? 0)
        case .text:
            .text(
                node.text("text") ?? "", style: node.word("style", .body), color: node.word("color", node.usualColor),
                lines: node.integer("lines") ?? 0, alignment: node.word("alignment", .leading))
        case .timer: timer(node)
        case .progress: .progress(progress(node), style: node.word("style", .bar))
        case .image:
            .image(
                node.picture, width: node.length("width"), height: node.length("height"),
                description: node.text("description"))
        case .button:
            .button(
                label: node.text("label") ?? "", icon: node.string("icon"), style: node.word("style", .normal))
        case .toggle: .toggle(label: node.text("label") ?? "", value: node.boolean("value"))
        case .chart:
            .chart(
                (node.attributes["values"]?.elements ?? []).compactMap(\.number).filter(\.isFinite),
                style: node.word("style", .line), minimum: node.finite("minimum"), maximum: node.finite("maximum"))
        case .divider: .divider
        case .spacer: .spacer
        }
    }

    // MARK: Time

    private mutating func timer(_ node: Content) -> NodeKind {
        let isRelative = node.string("style") == "relative"
        guard let text = moment.timer(node, isRelative: isRelative) else { return .timer("", isClock: false) }
        return .timer(text, isClock: !isRelative)
    }

    private mutating func progress(_ node: Content) -> Double? {
        if let value = node.finite("value") { return min(max(value, 0), 1) }
        guard let since = node.moment("since"), let until = node.moment("until") else { return nil }
        let advance = ProgressAdvance(since: since, until: until, now: moment.now)
        moment.note(advance.nextChange)
        return advance.fraction
    }
}

extension Content {
    /// The colour of a text that says none: one that opens something looks like a link.
    fileprivate var usualColor: NodeColor { string("url") == nil ? .primary : .accent }
}

extension DrawnNode {
    /// The node with everything in it disabled. Toolkits see to that by themselves for whoever looks, and not for
    /// whoever listens.
    fileprivate var disabled: DrawnNode {
        var node = self
        node.look.isEnabled = false
        node.children = children.map(\.disabled)
        return node
    }
}

/// Reading attributes of a tree that may not have been validated.
extension Content {
    fileprivate func finite(_ name: String) -> Double? {
        attributes[name]?.number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A length that a screen may have.
    fileprivate func length(_ name: String) -> Double? { finite(name).map { min(max($0, 0), Limits.drawnLength) } }

    /// An unknown word means the default.
    fileprivate func word<Word: RawRepresentable>(_ name: String, _ standard: Word) -> Word
    where Word.RawValue == String {
        string(name).flatMap(Word.init(rawValue:)) ?? standard
    }

    fileprivate var picture: NodePicture {
        if let icon = string("icon") { return .icon(icon) }
        if case .bytes(let data)? = attributes["data"]?.unwrapped { return .data(data) }
        return .none
    }
}
