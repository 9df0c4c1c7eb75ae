package import DBus
package import TodayModel
package import TodayProtocol

/// All widgets and their order. Pure: it decides and changes, and the center tells the bus.
package struct Registry: Sendable {
    /// By object path, which is what every lookup has at hand.
    private var entries: [ObjectPath: LentRecord] = [:]
    /// The path of each identifier, so that a call need not escape it anew.
    private var paths: [String: ObjectPath] = [:]
    var places = Places()
    /// Whose each widget is.
    package private(set) var index = RegistryIndex()
    /// How much content there is.
    private var room = ContentRoom()
    /// What is kept of widgets that are not there.
    var departed = DepartedWidgets()
    /// Where the revisions of widgets that are not there yet have to go on.
    var leastRevisions: [WidgetIdentifier: UInt64] = [:]
    /// How many widgets have come so far.
    private var arrivals: UInt64 = 0
    /// What is not on disk yet.
    package var journal = StateJournal()

    package init() {}

    package subscript(identifier: WidgetIdentifier) -> WidgetRecord? { lend(identifier)?.record }

    package subscript(path: ObjectPath) -> WidgetRecord? { entries[path]?.record }

    /// The record of a widget as it is now, without copying it: for what is read often.
    package func lend(_ path: ObjectPath) -> LentRecord? { entries[path] }

    func lend(_ identifier: WidgetIdentifier) -> LentRecord? {
        paths[identifier.rawValue].flatMap { entries[$0] }
    }

    /// How many widgets there are.
    package var count: Int { entries.count }

    /// The object paths of all widgets.
    package var objects: some Collection<ObjectPath> { entries.keys }

    /// All widgets.
    package var widgets: some Collection<WidgetRecord> { entries.values.lazy.map(\.record) }

    /// All arranged widgets that exist, in order.
    package var arrangement: [WidgetIdentifier] { places.arrangement }

    /// What a panel shows: the arranged widgets with content, in order.
    package var today: [WidgetIdentifier] { places.today }

    package func isArranged(_ identifier: WidgetIdentifier) -> Bool { places.contains(identifier) }

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
        if changed.contains(.content) || record.keptContent != before.record.keptContent
            || record.sandboxedApp != before.record.sandboxedApp
        {
            room.set(record.keptContent.byteCount, of: record.sandboxedApp, at: path)
        }
        index.note(from: before.record, to: record)
        if changed.contains(.hasContent) { places.show(record.identifier, hasContent: record.hasContent) }
        if journal.note(from: before.record, to: record) { record.ageLag.note(updatedAt: record.updatedAt) }
        changed = record.ageLag.tell(changed, updatedAt: record.updatedAt)
        entries[path] = LentRecord(record, number: before.number)
        return changed
    }

    /// Whether new content of a widget fits beside that of all others.
    ///
    /// - Throws: ``CenterError`` `LimitExceeded`.
    package func checkTotalSize(_ content: Content?, for path: ObjectPath) throws(CenterError) {
        try checkTotalSize(content, of: entries[path]?.record.sandboxedApp, for: path)
    }

    /// The same for a widget that will be of a sandboxed app, or of none.
    package func checkTotalSize(_ content: Content?, of app: String?, for path: ObjectPath) throws(CenterError) {
        guard let content else { return }
        try room.check(content.byteCount, of: app, at: path)
    }

    /// Keeps room for content of a widget that was accepted and is not applied yet.
    ///
    /// - Parameter bytes: how much larger it is than what the widget has now; 0 ends it.
    package mutating func reserve(_ bytes: Int, for path: ObjectPath) {
        if entries[path] != nil { room.reserve(bytes, at: path) }
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
        places.arrange(wanted, shown: wanted.filter { lend($0)?.record.hasContent == true })
        journal.noteArrangement()
        return Set(current).symmetricDifference(wanted)
    }

    /// Adds a widget that is not there. One that was never seen gets a place at the end, unless it does not want one.
    package mutating func add(_ record: WidgetRecord) {
        var record = record
        let identifier = record.identifier
        if departed[identifier] == nil, !places.contains(identifier), record.definition.arranged {
            places.append(identifier)
            if !record.definition.transient { journal.noteArrangement() }
        }
        if let least = leastRevisions.removeValue(forKey: identifier) { record.raiseRevision(to: least) }
        noteArrival(of: record)
        record.ageLag.settle(at: record.updatedAt)
        room.set(record.keptContent.byteCount, of: record.sandboxedApp, at: record.path)
        index.note(from: nil, to: record)
        places.show(identifier, hasContent: record.hasContent)
        arrivals += 1
        entries[record.path] = LentRecord(record, number: arrivals)
        paths[identifier.rawValue] = record.path
    }

    /// Removes a widget.
    ///
    /// - Parameter memory: what ``recall(_:at:of:)`` gives when it comes back. Of a transient widget that is nothing.
    @discardableResult
    package mutating func remove(
        _ path: ObjectPath, at now: Timestamp = .never, keeping memory: WidgetMemory = .everything
    ) -> WidgetRecord? {
        guard let record = entries.removeValue(forKey: path)?.record else { return nil }
        paths[record.identifier.rawValue] = nil
        room.remove(path)
        index.note(from: record, to: nil)
        places.leave(record.identifier)
        depart(record, at: now, keeping: memory)
        return record
    }

    /// Notes the ages that the disk does not have: nothing comes later.
    package mutating func noteAges() {
        for (path, lent) in entries {
            var record = lent.record
            guard !record.definition.transient, record.ageLag.isUnstored(updatedAt: record.updatedAt) else { continue }
            journal.note(record.identifier, content: false)
            record.ageLag.note(updatedAt: record.updatedAt)
            entries[path] = LentRecord(record, number: lent.number)
        }
    }

    /// The registration that gives way to a manifest where there is room for one of them only: the youngest of whoever
    /// has registered most. Nil when there is none.
    package var mostDispensable: ObjectPath? {
        let registered = entries.values.filter { $0.record.source == .registered }
        func owner(_ record: WidgetRecord) -> String { record.sandboxedApp ?? record.registrant?.rawValue ?? "" }
        let counts = Dictionary(registered.map { (owner($0.record), 1) }, uniquingKeysWith: +)
        return registered.max { left, right in
            (counts[owner(left.record)] ?? 0, left.number) < (counts[owner(right.record)] ?? 0, right.number)
        }?.record.path
    }
}

/// A widget's record as it was at one moment. Whoever reads one property of it does not copy the others.
package final class LentRecord: Sendable {
    package let record: WidgetRecord
    /// How many widgets had come when this one had.
    fileprivate let number: UInt64

    fileprivate init(_ record: WidgetRecord, number: UInt64) {
        self.record = record
        self.number = number
    }
}
