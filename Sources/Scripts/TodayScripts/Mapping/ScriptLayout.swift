internal import DBus
internal import TodayModel

/// Arranges rows in a tree that respects all limits.
///
/// Rows are added level by level, so that a long submenu takes no room from the rows around it. Rows without room are
/// counted as "… 12 more".
struct ScriptLayout {
    private(set) var content = Content.empty
    private(set) var actions: [String: ScriptAction] = [:]
    /// Whether the expanded mode shows more than the compact mode.
    private(set) var hasMore = false

    private var names = RowNames()
    private var nodes: Int
    private var bytes: Int
    private let widgetName: String

    /// The number of body rows that fit below one header line in the 110 points of the compact mode.
    static let compactRows = 3

    /// The room reserved for a row "… 12 more".
    private static let moreNodes = 1
    private static let moreBytes = 160

    init(_ output: ScriptOutput, name: String) {
        widgetName = name
        nodes = Limits.nodes - 1 - Self.moreNodes
        bytes = Limits.contentBytes - 64 - Self.moreBytes
        var header = fit(output.headline, below: "header", isHeader: true)
        var omitted = header.omitted + output.omitted
        let body = Self.withoutEdges(output.body)
        let compact = header.nodes.count <= 1 ? Self.compactCount(body) : 0
        // The divider between header and body.
        let hasDivider = !header.nodes.isEmpty && !body.isEmpty
        if hasDivider {
            nodes -= 1
            bytes -= 64
        }
        var rows = fitTree(body, below: "row")
        omitted += rows.omitted
        if omitted > 0 { rows.nodes.append(Self.more(omitted)) }
        guard !header.nodes.isEmpty || !rows.nodes.isEmpty else { return }
        for index in rows.nodes.indices where index >= compact {
            rows.nodes[index][.modes] = .strings([DisplayMode.expanded.rawValue])
        }
        hasMore = rows.nodes.count > compact
        if hasDivider {
            header.nodes.append(Content(kind: .divider, [.modes: .strings([DisplayMode.expanded.rawValue])]))
        }
        let children = header.nodes + rows.nodes
        content = children.count == 1 ? children[0] : Content(kind: .column, children: children)
    }

    /// Returns how many of the first rows the compact mode shows: only plain ones.
    private static func compactCount(_ body: [ScriptRow]) -> Int {
        body.prefix(compactRows).prefix {
            !$0.isDivider && $0.children.isEmpty && !$0.isAlternate && $0.progress == nil
        }
        .count
    }

    /// Returns the rows without dividers at the ends, and with adjacent dividers merged.
    private static func withoutEdges(_ rows: [ScriptRow]) -> [ScriptRow] {
        var result: [ScriptRow] = []
        for row in rows where !row.isDivider || !(result.last?.isDivider ?? true) { result.append(row) }
        if result.last?.isDivider == true { result.removeLast() }
        return result
    }

    private static func more(_ count: Int) -> Content {
        // Translators: rows that have no room.
        let text = trn("… {count} more", "… {count} more", count)
        return Content(kind: .text, [.text: .string(text), .color: .string(ContentColor.secondary.rawValue)])
    }

    // MARK: Room

    /// Takes the room for a node with its children, or returns false.
    private mutating func reserve(_ node: Content, andMore: Bool = false) -> Bool {
        let count = node.nodeCount + (andMore ? Self.moreNodes : 0)
        // Any node may get the attribute `modes`.
        let size = node.byteCount + 24 + (andMore ? Self.moreBytes : 0)
        guard count <= nodes, size <= bytes else { return false }
        nodes -= count
        bytes -= size
        return true
    }

    /// Returns the nodes of rows without submenus, as far as they fit, and the number of rows that don't.
    private mutating func fit(
        _ rows: [ScriptRow], below parent: String, isHeader: Bool
    ) -> (nodes: [Content], omitted: Int) {
        var result: [Content] = []
        for row in rows {
            let name = names.name(row.title, below: parent)
            guard let node = fitted(row, name, isHeader: isHeader) else { return (result, rows.count - result.count) }
            result.append(node)
        }
        return (result, 0)
    }

    /// Returns the node of a row, without its picture if that is too large; nil if it doesn't fit.
    private mutating func fitted(_ row: ScriptRow, _ name: String, isHeader: Bool) -> Content? {
        var row = row
        var node = node(row, name, isHeader: isHeader)
        if !reserve(node) {
            guard case .data? = row.picture else { return nil }
            row.picture = nil
            if row.spans.isEmpty { row.spans = [ScriptRow.Span(widgetName.isEmpty ? "…" : widgetName)] }
            node = self.node(row, name, isHeader: isHeader)
            guard reserve(node) else { return nil }
        }
        if let action = row.action, node[.action] != nil { actions[name] = action }
        return node
    }

    /// A submenu whose rows aren't placed yet: the path of its node, and its name.
    private struct Pending {
        let path: [Int]
        let rows: [ScriptRow]
        let name: String
    }

    /// Returns the nodes of rows with their submenus, level by level.
    private mutating func fitTree(_ rows: [ScriptRow], below parent: String) -> (nodes: [Content], omitted: Int) {
        var root = Content(kind: .column)
        var omitted = 0
        var queue = [Pending(path: [], rows: rows, name: parent)]
        var next = 0
        while next < queue.count {
            let pending = queue[next]
            next += 1
            var children: [Content] = []
            var left = 0
            for (index, row) in pending.rows.enumerated() {
                let name = names.name(row.title, below: pending.name)
                let node: Content?
                if row.children.isEmpty {
                    node = fitted(row, name, isHeader: false)
                } else {
                    let section = section(row, name)
                    node = reserve(section, andMore: true) ? section : nil
                }
                guard let node else {
                    left = pending.rows.count - index
                    break
                }
                if !row.children.isEmpty {
                    queue.append(
                        Pending(
                            path: pending.path + [children.count], rows: Self.withoutEdges(row.children), name: name))
                }
                children.append(node)
            }
            if pending.path.isEmpty {
                omitted = left
            } else if left > 0 {
                children.append(Self.more(left))
            }
            root.set(children, at: pending.path[...])
        }
        return (root.children, omitted)
    }

    // MARK: Nodes

    private func section(_ row: ScriptRow, _ name: String) -> Content {
        let label = [row.text, row.badge].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
        var node = Content(
            kind: .section,
            [.label: .string(label.isEmpty ? "…" : StyledText.clean(label)), .id: .string(name)])
        if let tooltip = row.tooltip { node[.tooltip] = .string(StyledText.clean(tooltip)) }
        return node
    }

    private func node(_ row: ScriptRow, _ name: String, isHeader: Bool) -> Content {
        if row.isDivider { return Content(kind: .divider) }
        var parts: [Content] = []
        if row.isChecked {
            parts.append(Content(kind: .image, [.icon: "object-select-symbolic", .width: 16.0, .description: "✓"]))
        }
        if let picture = row.picture { parts.append(image(picture, row)) }
        parts += row.spans.map { text($0, row, isHeader: isHeader) }
        if let badge = row.badge {
            parts.append(Content(kind: .spacer))
            parts.append(
                Content(
                    kind: .text,
                    [
                        .text: .string(badge), .style: word(ContentTextStyle.caption),
                        .color: word(ContentColor.secondary),
                    ]))
        }
        if let progress = row.progress {
            parts.append(Content(kind: .progress, [.value: .double(min(max(progress, 0), 1))]))
        }
        var node: Content
        if parts.count == 1 {
            node = parts[0]
        } else {
            node = Content(kind: .row, [.alignment: word(ContentAlignment.center)], children: parts)
            // No spacing between the parts of one text.
            if parts.count == row.spans.count { node[.spacing] = 0.0 }
        }
        node[.id] = .string(name)
        if let tooltip = row.tooltip { node[.tooltip] = .string(StyledText.clean(tooltip)) }
        if row.isDisabled { node[.enabled] = false }
        if let action = row.action, !row.isDisabled {
            // A simple link doesn't need the program.
            if let url = action.href, action.command.isEmpty, !action.refreshes, action.input == nil {
                node[.url] = .string(url)
            } else {
                node[.action] = .string(name)
            }
        }
        return node
    }

    private func text(_ span: ScriptRow.Span, _ row: ScriptRow, isHeader: Bool) -> Content {
        var node = Content(kind: .text, [.text: .string(span.text)])
        if row.isMonospaced {
            node[.style] = word(ContentTextStyle.monospaced)
        } else if isHeader {
            node[.style] = word(ContentTextStyle.headline)
        }
        let color = row.isDisabled || row.isAlternate ? .secondary : span.color ?? row.color
        if let color { node[.color] = word(color) }
        return node
    }

    private func image(_ picture: ScriptRow.Picture, _ row: ScriptRow) -> Content {
        var node = Content(kind: .image)
        switch picture {
        case .icon(let name): node[.icon] = .string(name)
        case .data(let bytes):
            node[.data] = .bytes(bytes)
            let words = [row.text, row.tooltip ?? "", widgetName].first { !ForeignText.isBlank($0) }
            node[.description] = .string(StyledText.clean(words ?? "…"))
        }
        if let width = row.pictureWidth { node[.width] = .double(width) }
        if let height = row.pictureHeight { node[.height] = .double(height) }
        return node
    }

    private func word(_ word: some RawRepresentable<String>) -> DBusValue { .string(word.rawValue) }
}

extension ScriptRow {
    /// The title that identifies the row across runs.
    fileprivate var title: String {
        if isDivider { return "---" }
        if case .icon(let name)? = picture, spans.isEmpty { return name }
        return text
    }
}

extension Content {
    /// The number of nodes, including this one.
    fileprivate var nodeCount: Int { children.reduce(1) { $0 + $1.nodeCount } }

    /// Replaces the children of the node at a path.
    fileprivate mutating func set(_ children: [Content], at path: ArraySlice<Int>) {
        if let first = path.first {
            self.children[first].set(children, at: path.dropFirst())
        } else {
            self.children = children
        }
    }
}
