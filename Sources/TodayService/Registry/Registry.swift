package import DBus
package import TodayModel
package import TodayProtocol

/// All widgets and their order. Pure: it decides and changes, and the center tells the bus.
package struct Registry: Sendable {
    /// By object path, which is what every lookup has at hand.
    private var entries: [ObjectPath: LentRecord] = [:]
    /// The path of each identifier, so that a call need not escape it anew.
    private var paths: [String: ObjectPath] = [:]
    /// Arranged identifiers in order, also of widgets that are not there at the moment.
    private var places: [WidgetIdentifier] = []
    /// The same as a set.
    private var placed: Set<WidgetIdentifier> = []
    /// Every identifier that was ever seen: one that is not in ``places`` was left out by the user.
    private var seen: Set<WidgetIdentifier> = []
    /// Bytes of all content.
    private var contentBytes = 0
    /// Bytes that content takes more as soon as it is applied; what was accepted has to fit then.
    private var reservedBytes: [ObjectPath: Int] = [:]
    /// What is kept of widgets that are not there.
    private var departed: [WidgetIdentifier: KeptWidget] = [:]
    /// Bytes of the content of those.
    private var departedBytes = 0
    /// Where the revisions of widgets that are not there yet have to go on.
    private var leastRevisions: [WidgetIdentifier: UInt64] = [:]
    /// What is not on disk yet.
    package var journal = StateJournal()

    package init() {}

    package subscript(identifier: WidgetIdentifier) -> WidgetRecord? { lend(identifier)?.record }

    package subscript(path: ObjectPath) -> WidgetRecord? { entries[path]?.record }

    /// The record of a widget as it is now, without copying it: for what is read often.
    package func lend(_ path: ObjectPath) -> LentRecord? { entries[path] }

    private func lend(_ identifier: WidgetIdentifier) -> LentRecord? {
        paths[identifier.rawValue].flatMap { entries[$0] }
    }

    /// How many widgets there are.
    package var count: Int { entries.count }

    /// The object paths of all widgets.
    package var objects: some Collection<ObjectPath> { entries.keys }

    /// All widgets.
    package var widgets: some Collection<WidgetRecord> { entries.values.lazy.map(\.record) }

    /// All arranged widgets that exist, in order.
    package var arrangement: [WidgetIdentifier] { places.filter { paths[$0.rawValue] != nil } }

    /// What a panel shows: the arranged widgets with content, in order.
    package var today: [WidgetIdentifier] { places.filter { lend($0)?.record.hasContent == true } }

    package func isArranged(_ identifier: WidgetIdentifier) -> Bool { placed.contains(identifier) }

    /// Finds a widget by a string from the bus.
    ///
    /// - Parameter argument: the name of the argument that held it, for what is said when there is none.
    package func find(_ text: String, in argument: String = "identifier") throws(CenterError) -> WidgetRecord {
        try lend(named: text, in: argument).record
    }

    /// The same without copying the record: for what is called often.
    package func lend(named text: String, in argument: String = "identifier") throws(CenterError) -> LentRecord {
        // By bytes: to Swift, the Kelvin sign is a K.
        if let path = paths[text], let lent = entries[path],
            lent.record.identifier.rawValue.utf8.elementsEqual(text.utf8)
        {
            return lent
        }
        do { _ = try WidgetIdentifier(text) } catch { throw CenterError(.invalidIdentifier, "\(argument): \(error)") }
        throw CenterError(.unknownWidget, "\(argument): there is no widget \(text.debugDescription)")
    }

    // MARK: Changing one widget

    /// Changes a widget that exists. Its content counts against the limit of all content.
    ///
    /// - Returns: the properties that panels are told of.
    package mutating func change<Failure: Error>(
        _ path: ObjectPath, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        guard let before = entries[path] else { return [] }
        var record = before.record
        var changed = try body(&record)
        if changed.contains(.content) || record.keptContent != before.record.keptContent {
            contentBytes += record.keptContent.byteCount - before.record.keptContent.byteCount
        }
        if journal.note(from: before.record, to: record) { record.ageLag.note(updatedAt: record.updatedAt) }
        changed = record.ageLag.tell(changed, updatedAt: record.updatedAt)
        entries[path] = LentRecord(record)
        return changed
    }

    /// Whether new content of a widget fits beside that of all others.
    package func checkTotalSize(_ content: Content?, for path: ObjectPath) throws(CenterError) {
        guard let content else { return }
        let reserved = reservedBytes.values.reduce(0, +) - (reservedBytes[path] ?? 0)
        let total = contentBytes + reserved - (entries[path]?.record.keptContent.byteCount ?? 0) + content.byteCount
        guard total <= Limits.totalContentBytes else {
            throw CenterError(
                .limitExceeded,
                "Content: all widgets together would have \(total) bytes, "
                    + "TotalContentBytes is \(Limits.totalContentBytes)")
        }
    }

    /// Keeps room for content of a widget that was accepted and is not applied yet.
    ///
    /// - Parameter bytes: how much larger it is than what the widget has now; 0 ends it.
    package mutating func reserve(_ bytes: Int, for path: ObjectPath) {
        reservedBytes[path] = bytes > 0 ? bytes : nil
    }

    // MARK: Arranging

    /// Replaces the arrangement, all or nothing. Returns the identifiers whose `Arranged` changed.
    ///
    /// - Throws: ``CenterError`` for an unknown widget or another current arrangement; `InvalidArgs` for a doubled one.
    package mutating func arrange(_ texts: [String], expected: [String]?) throws -> Set<WidgetIdentifier> {
        let current = arrangement
        if let expected, expected != current.map(\.rawValue) {
            throw CenterError(
                .conflict, "Expected: \(expected) is not the current arrangement \(current.map(\.rawValue))")
        }
        var wanted: [WidgetIdentifier] = []
        var known: Set<WidgetIdentifier> = []
        for text in texts {
            let identifier = try find(text, in: "identifiers").identifier
            guard known.insert(identifier).inserted else {
                throw RemoteError(.invalidArgs, "identifiers: \(identifier) is there twice")
            }
            wanted.append(identifier)
        }
        let absent = places.filter { paths[$0.rawValue] == nil }
        places = wanted + absent
        placed = Set(places)
        journal.noteArrangement()
        return Set(current).symmetricDifference(wanted)
    }

    /// Adds a widget that is not there. One that was never seen gets a place at the end, unless it does not want one.
    package mutating func add(_ record: WidgetRecord) {
        var record = record
        let identifier = record.identifier
        if seen.insert(identifier).inserted, record.definition.arranged {
            places.append(identifier)
            placed.insert(identifier)
            journal.noteArrangement()
        }
        if let least = leastRevisions.removeValue(forKey: identifier) { record.raiseRevision(to: least) }
        noteArrival(of: record)
        record.ageLag.settle(at: record.updatedAt)
        contentBytes += record.keptContent.byteCount
        entries[record.path] = LentRecord(record)
        paths[identifier.rawValue] = record.path
    }

    /// Removes a widget. Its place is kept, and all else that ``recall(_:at:)`` gives.
    @discardableResult
    package mutating func remove(_ path: ObjectPath, at now: Timestamp = .never) -> WidgetRecord? {
        guard let record = entries.removeValue(forKey: path)?.record else { return nil }
        paths[record.identifier.rawValue] = nil
        contentBytes -= record.keptContent.byteCount
        depart(record, at: now)
        return record
    }

    // MARK: Keeping

    /// Takes over what was on disk. Every widget of it is away until ``recall(_:at:)`` and ``add(_:)``.
    package mutating func restore(_ image: StateImage) {
        places = image.arrangement
        placed = Set(places)
        seen = Set(image.arrangement).union(image.widgets.keys)
        departed = image.widgets
        departedBytes = departed.values.reduce(0) { $0 + $1.content.byteCount }
        journal = StateJournal()
    }

    /// Widgets that were registered at run time when the state was stored, in the order of their names.
    package var registrations: [(identifier: WidgetIdentifier, definition: WidgetDefinition)] {
        departed.compactMap { identifier, kept in
            kept.removedAt == nil ? kept.registration.map { (identifier, $0) } : nil
        }.sorted { $0.identifier < $1.identifier }
    }

    /// What is kept of a widget that is not there; nil when nothing is, or when it went too long ago and is forgotten now.
    package mutating func recall(_ identifier: WidgetIdentifier, at now: Timestamp) -> KeptWidget? {
        guard var kept = departed[identifier] else { return nil }
        if kept.isExpired(at: now) {
            forget(identifier)
            return nil
        }
        if contentBytes + kept.content.byteCount > Limits.totalContentBytes { kept.content = .empty }
        return kept
    }

    /// Raises the revision of a widget that is away above one that was seen, since its content is another one.
    package mutating func raiseRevision(of identifier: WidgetIdentifier, above seen: UInt64) {
        let kept = departed[identifier]?.revision ?? 0
        if kept < seen { leastRevisions[identifier] = seen + 1 }
    }

    /// Notes that every widget that has not come back by now went, and forgets those that went long ago.
    package mutating func settle(at now: Timestamp) {
        for (identifier, kept) in departed {
            if kept.removedAt == nil {
                departed[identifier]?.removedAt = now
                departed[identifier]?.registration = nil
                journal.note(identifier, content: false)
            } else if kept.isExpired(at: now) {
                forget(identifier)
            }
        }
    }

    private mutating func depart(_ record: WidgetRecord, at now: Timestamp) {
        if record.definition.transient { return }
        var kept = record.kept
        kept.removedAt = now
        kept.registration = nil
        departed[record.identifier] = kept
        departedBytes += kept.content.byteCount
        journal.note(record.identifier, content: false)
        limitDeparted()
    }

    /// Widgets that come and go under ever new names must not fill the memory: those that went first are forgotten.
    private mutating func limitDeparted() {
        while departed.count > Limits.widgets || departedBytes > Self.maximumDepartedBytes {
            let first = departed.min { ($0.value.removedAt ?? .never, $0.key) < ($1.value.removedAt ?? .never, $1.key) }
            guard let first else { return }
            forget(first.key)
        }
    }

    private static let maximumDepartedBytes = 4 << 20

    /// What is on disk of a widget that comes back is not written again.
    private mutating func noteArrival(of record: WidgetRecord) {
        guard let kept = departed.removeValue(forKey: record.identifier) else {
            if !record.definition.transient { journal.note(record.identifier, content: true) }
            return
        }
        departedBytes -= kept.content.byteCount
        let now = record.kept
        if record.definition.transient || kept != now {
            journal.note(record.identifier, content: record.definition.transient || kept.content != now.content)
        }
    }

    private mutating func forget(_ identifier: WidgetIdentifier) {
        if let kept = departed.removeValue(forKey: identifier) { departedBytes -= kept.content.byteCount }
        seen.remove(identifier)
        if placed.remove(identifier) != nil {
            places.removeAll { $0 == identifier }
            journal.noteArrangement()
        }
        journal.note(identifier, content: true)
    }

    /// Takes out everything that is not on disk, with its newest values.
    package mutating func takeUnsaved() -> StateBatch {
        let unsaved = journal.take()
        var batch = StateBatch()
        if unsaved.arrangement { batch.arrangement = places.filter { kept(of: $0) != nil } }
        for identifier in unsaved.widgets {
            batch.widgets[identifier] = .some(kept(of: identifier))
            if unsaved.contents.contains(identifier) { batch.contents.insert(identifier) }
        }
        return batch
    }

    /// Notes the ages that the disk does not have: nothing comes later.
    package mutating func noteAges() {
        for (path, lent) in entries {
            var record = lent.record
            guard !record.definition.transient, record.ageLag.isUnstored(updatedAt: record.updatedAt) else { continue }
            journal.note(record.identifier, content: false)
            record.ageLag.note(updatedAt: record.updatedAt)
            entries[path] = LentRecord(record)
        }
    }

    /// Notes everything as not on disk.
    package mutating func noteEverything() {
        journal.noteArrangement()
        for record in widgets { journal.note(record.identifier, content: true) }
        for identifier in departed.keys { journal.note(identifier, content: true) }
    }

    private func kept(of identifier: WidgetIdentifier) -> KeptWidget? {
        guard let record = self[identifier] else { return departed[identifier] }
        return record.definition.transient ? nil : record.kept
    }
}

/// A widget's record as it was at one moment. Whoever reads one property of it does not copy the others.
package final class LentRecord: Sendable {
    package let record: WidgetRecord

    fileprivate init(_ record: WidgetRecord) { self.record = record }
}
