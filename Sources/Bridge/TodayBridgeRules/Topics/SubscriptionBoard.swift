internal import DBus
package import TodayModel

/// The topics of a `[Subscription NAME]`, their values, and the content that shows them. Pure: times are arguments.
package struct SubscriptionBoard: Sendable {
    /// The topics that one subscription keeps.
    package static let maximumTopics = 1000
    /// The widgets that one subscription with `Each` makes.
    package static let maximumWidgets = 32
    /// The rows of one widget; a row has at most four of the nodes that content may have.
    static let maximumRows = 60
    /// The numbers of one chart.
    static let maximumSamples = 60

    private struct Row: Sendable {
        var value: TopicValue
        /// The last numbers of a chart.
        var samples: [Double] = []
        /// The time that the value is from; never if its age is unknown.
        var time: Timestamp
        /// The time of the message.
        var received: Timestamp
    }

    package let group: SubscriptionGroup
    private var rows: [String: Row] = [:]

    package init(_ group: SubscriptionGroup) { self.group = group }

    /// The topics that have a value, in the order of their names.
    package var topics: [String] { rows.keys.sorted() }

    /// Reads a message. An empty payload removes its topic.
    ///
    /// - Parameters:
    ///   - isRetained: Whether the broker kept the message, so that its age is unknown.
    ///   - now: The time of the message.
    /// - Returns: Whether anything changed.
    /// - Throws: The reason why the message is ignored.
    package mutating func receive(
        _ topic: String, _ payload: [UInt8], isRetained: Bool, at now: Timestamp
    ) throws(Fault) -> Bool {
        if payload.isEmpty { return rows.removeValue(forKey: topic) != nil }
        let limit = group.each ? Self.maximumWidgets : Self.maximumTopics
        if rows[topic] == nil, rows.count >= limit {
            throw Fault(message: "\(topic.excerpt) and others are ignored, because \(limit) topics are shown already")
        }
        let reading = try TopicReading(payload, of: group)
        // A clock that is ahead of this one doesn't make a value newer than its message.
        let time = reading.time.map { min($0, now) } ?? (isRetained ? .never : now)
        var row = rows[topic] ?? Row(value: reading.value, time: time, received: now)
        // After a reconnection, the broker sends the last value again.
        let isRepeated = isRetained && row.samples.last == reading.value.number
        if group.kind == .chart, let number = reading.value.number, !isRepeated {
            row.samples.append(number)
            row.samples.removeFirst(max(row.samples.count - Self.maximumSamples, 0))
        }
        // A repeated value is as old as it was.
        if !(isRetained && reading.time == nil && row.value == reading.value && rows[topic] != nil) { row.time = time }
        (row.value, row.received) = (reading.value, now)
        rows[topic] = row
        return true
    }

    // MARK: Age

    /// Returns the time of the newest value of one topic, or of all; never if it is unknown.
    package func time(of topic: String? = nil) -> Timestamp { chosen(topic).map(\.time).max() ?? .never }

    /// Returns whether one topic, or all, have been silent for longer than `Expires`.
    package func isExpired(_ topic: String? = nil, at now: Timestamp) -> Bool {
        let rows = chosen(topic)
        return !rows.isEmpty && rows.allSatisfy { isExpired($0, at: now) }
    }

    /// Returns when the next value expires; nil if none does.
    package func nextExpiry(after now: Timestamp) -> Timestamp? {
        guard group.expires != nil else { return nil }
        return rows.values.map(expiry).filter { $0 > now }.min()
    }

    private func expiry(_ row: Row) -> Timestamp {
        let age = UInt64(clamping: (group.expires ?? .zero).components.seconds) * 1_000_000
        return Timestamp(microseconds: (row.time == .never ? row.received : row.time).microseconds + age)
    }

    private func isExpired(_ row: Row, at now: Timestamp) -> Bool { group.expires != nil && expiry(row) <= now }

    private func chosen(_ topic: String?) -> [Row] {
        if let topic { rows[topic].map { [$0] } ?? [] } else { Array(rows.values) }
    }

    // MARK: Content

    /// Returns the content of one topic, or of all.
    package func content(of topic: String? = nil, at now: Timestamp) -> Content {
        if let topic { return rows[topic].map { alone($0) } ?? .empty }
        if !group.topic.hasWildcard { return rows.first.map { alone($0.value) } ?? .empty }
        var nodes: [Content] = []
        var room = Limits.nodes - 8
        for topic in topics.prefix(Self.maximumRows) {
            guard let row = rows[topic] else { continue }
            let node = beside(ForeignText.title(group.topic.name(of: topic)), row, topic, at: now)
            room -= node.nodeCount
            if room < 0 { break }
            nodes.append(node)
        }
        let hidden = rows.count - nodes.count
        if hidden > 0 {
            nodes.append(.text(trn("and {count} more", "and {count} more", hidden), style: .caption, color: .secondary))
        }
        return .column(nodes)
    }

    /// Returns the content of the only topic of a widget.
    private func alone(_ row: Row) -> Content {
        let text = row.value.shown(unit: group.unit)
        switch (group.kind, row.value) {
        case (_, .content(let content)): return content
        case (.progress, _): return progress(row)
        case (.chart, _): return .column([.text(text, style: .title), chart(row)])
        case (_, .list(let lines)): return list(lines)
        // A short value is large; a long text wraps.
        default: return .text(text, style: text.unicodeScalars.count <= 24 ? .title : nil)
        }
    }

    /// Returns the row of one of several topics.
    private func beside(_ name: String, _ row: Row, _ topic: String, at now: Timestamp) -> Content {
        let isOld = isExpired(row, at: now)
        var value = Content.text(
            row.value.shown(unit: group.unit), color: isOld ? .secondary : nil)
        if isOld { value[.tooltip] = .string(tr("Out of date")) }
        switch (group.kind, row.value) {
        case (_, .content(let content)): return .section(name, id: topic, content.isEmpty ? [] : [content])
        case (.progress, _):
            var bar = progress(row)
            if isOld { bar[.enabled] = .boolean(false) }
            return .row(name, bar)
        case (.chart, _): return .column([.row(name, value), chart(row)])
        case (_, .list(let lines)): return .section(name, id: topic, [list(lines)])
        default: return .row(name, value)
        }
    }

    private func progress(_ row: Row) -> Content {
        let (low, high) = (group.minimum ?? 0, group.maximum ?? 100)
        var content = Content(kind: .progress, [.label: .string(row.value.shown(unit: group.unit))])
        if let number = row.value.number, high > low {
            content[.value] = .double(min(max((number - low) / (high - low), 0), 1))
        }
        return content
    }

    private func chart(_ row: Row) -> Content {
        var content = Content(kind: .chart, [.values: .array(row.samples.map { .double($0) }, of: "d")])
        content[.minimum] = group.minimum.map { .double($0) }
        content[.maximum] = group.maximum.map { .double($0) }
        content[.unit] = group.unit.map { .string($0) }
        return content
    }

    private func list(_ lines: [String]) -> Content {
        let shown = lines.prefix(100)
        return Content(
            kind: .list, [.visibleRows: .uint32(5)],
            children: shown.map { Content.text($0.isEmpty ? " " : $0, lines: 2) })
    }
}

extension Content {
    /// The nodes of the tree.
    var nodeCount: Int { children.reduce(1) { $0 + $1.nodeCount } }
}
