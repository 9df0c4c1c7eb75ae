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
        let children = kind.takesChildren ? children(of: content, level: level) : []
        return DrawnNode(look, look.isEnabled ? children : children.map(\.disabled))
    }

    private mutating func children(of content: Content, level: Int) -> [DrawnNode] {
        var nodes: [DrawnNode] = []
        for child in content.children { if let node = node(for: child, level: level + 1) { nodes.append(node) } }
        return nodes
    }

    /// A kind of a later version of the contract: its fallback, else its children, else nothing.
    private mutating func unknown(_ content: Content, level: Int) -> DrawnNode? {
        if let fallback = content.text(.fallback) {
            var text = Content(kind: .text, [.text: .string(fallback)])
            text[.url] = content[.url]
            var look = look(kind(.text, of: text), of: content)
            look.textRoom = takeRoom(for: fallback)
            return DrawnNode(look)
        }
        let children = children(of: content, level: level)
        if children.isEmpty { return nil }
        return DrawnNode(look(kind(.column, of: Content(kind: .column)), of: content), children)
    }

    private func look(_ kind: NodeKind, of content: Content) -> NodeLook {
        var look = NodeLook(kind)
        look.id = content.string(.id)
        look.isEnabled = content.boolean(.enabled)
        look.tooltip = content.text(.tooltip)
        look.accessibleLabel = content.text(.accessibleLabel)
        if let action = content.string(.action) {
            look.tap = .action(action, parameter: content[.parameter])
        } else if let url = content.string(.url) {
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
        case .progress: .progress(progress(node), style: node.word(.style))
        case .image:
            .image(
                node.picture, width: node.length(.width), height: node.length(.height),
                description: node.text(.description))
        case .button:
            .button(label: node.text(.label) ?? "", icon: node.string(.icon), style: node.word(.style))
        case .toggle: .toggle(label: node.text(.label) ?? "", value: node.boolean(.value))
        case .chart:
            .chart(
                (node[.values]?.elements ?? []).compactMap(\.number).filter(\.isFinite),
                style: node.word(.style), minimum: node.finite(.minimum), maximum: node.finite(.maximum))
        case .divider: .divider
        case .spacer: .spacer
        }
    }

    // MARK: Time

    private mutating func timer(_ node: Content) -> NodeKind {
        guard let (text, isRelative) = moment.timer(node) else { return .timer("", isClock: false) }
        return .timer(text, isClock: !isRelative)
    }

    private mutating func progress(_ node: Content) -> Double? {
        if let value = node.finite(.value) { return min(max(value, 0), 1) }
        guard let since = node.moment(.since), let until = node.moment(.until) else { return nil }
        let advance = ProgressAdvance(since: since, until: until, now: moment.now)
        moment.note(advance.nextChange)
        return advance.fraction
    }
}

extension Content {
    /// The colour of a text. One that says none and opens something looks like a link.
    fileprivate var textColor: ContentColor { self[.color] == nil && string(.url) != nil ? .accent : word(.color) }
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
    fileprivate func finite(_ name: ContentAttribute) -> Double? {
        self[name]?.number.flatMap { $0.isFinite ? $0 : nil } ?? standard(name)?.number
    }

    /// A length that a screen may have.
    fileprivate func length(_ name: ContentAttribute) -> Double? {
        finite(name).map { min(max($0, 0), Limits.drawnLength) }
    }

    fileprivate var spacing: Double { length(.spacing) ?? 0 }

    /// An unknown word means the default.
    fileprivate func word<Word: RawRepresentable<String>>(_ name: ContentAttribute) -> Word {
        if case .string(let text)? = self[name]?.unwrapped, let word = Word(rawValue: text) { return word }
        guard case .string(let text)? = standard(name), let word = Word(rawValue: text) else {
            preconditionFailure("\(kind) has no default for \(name)")
        }
        return word
    }

    fileprivate var picture: NodePicture {
        if let icon = string(.icon) { return .icon(icon) }
        if case .bytes(let data)? = self[.data]?.unwrapped { return .data(data) }
        return .none
    }
}
