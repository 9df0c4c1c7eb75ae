internal import DBus
package import TodayModel
internal import TodayServiceRules

/// What is remembered of a widget that goes.
package enum WidgetMemory: Hashable, Sendable {
    /// Its place, the user's choices, and what its provider gave: it may come back.
    case everything
    /// Its place and its settings: it was taken back, with all it brought.
    case place
    /// Nothing: the user has removed it.
    case nothing
}

/// What outlives the presence of widgets, and what goes to disk.
extension Registry {
    /// Takes over what was on disk. Every widget of it is away until ``recall(_:at:of:)`` and ``add(_:)``.
    package func restore(_ snapshot: StateSnapshot) {
        places = WidgetOrder(snapshot.arrangement)
        departed = DepartedWidgets(snapshot.widgets)
        journal = StateJournal()
    }

    /// Widgets that were registered at run time when the state was stored, in the order of their names.
    package var registrations: [(identifier: WidgetIdentifier, definition: WidgetDefinition)] {
        departed.kept.compactMap { identifier, kept in
            kept.removedAt == nil ? kept.registration.map { (identifier, $0) } : nil
        }.sorted { $0.identifier < $1.identifier }
    }

    /// What is kept of a widget that is not there; nil when nothing is, or when it went too long ago and is forgotten now.
    ///
    /// - Parameter app: the sandboxed app that the widget will be of; content that is more than its share is left out.
    package func recall(
        _ identifier: WidgetIdentifier, at now: Timestamp, of app: String? = nil
    ) -> StoredWidget? {
        guard var kept = departed[identifier] else { return nil }
        if kept.isExpired(at: now) {
            departed[identifier] = nil
            forget(identifier)
            return nil
        }
        if !kept.storedContent.isEmpty,
            (try? checkTotalSize(bytes: kept.storedContent.byteCount, of: app, for: TodayBus.path(of: identifier)))
                == nil
        {
            kept.content = .empty
            kept.revision += 1
        }
        return kept
    }

    /// Notes that every widget that has not come back by now went, and forgets those that went long ago.
    package func settle(at now: Timestamp) {
        // Nothing went later than now. To believe that would be to remember the widget forever.
        for (identifier, kept) in departed.kept where kept.removedAt.map({ $0 > now }) ?? true {
            departed[identifier]?.removedAt = now
            departed[identifier]?.registration = nil
            journal.note(identifier, content: false)
        }
        forgetOldest(at: now)
        for identifier in places.all where self[identifier] == nil && departed[identifier] == nil {
            places.remove(identifier)
        }
    }

    /// Keeps what is to be remembered of a widget that has just gone.
    func depart(_ record: WidgetRecord, at now: Timestamp, keeping memory: WidgetMemory) {
        if record.definition.transient { return places.remove(record.identifier) }
        var kept: StoredWidget
        switch memory {
        case .everything:
            kept = record.kept
            kept.registration = nil
        case .place:
            kept = StoredWidget()
            // What it had is gone, which is one change more; nobody is to take the next content for that.
            kept.revision = record.revision == 0 ? 0 : record.revision + 1
            kept.settings = record.stored.settings
            kept.lastInstance = record.lastInstance
        case .nothing: return forget(record.identifier)
        }
        kept.removedAt = now
        departed[record.identifier] = kept
        journal.note(record.identifier, content: memory == .place)
        forgetOldest(at: now)
    }

    private func forgetOldest(at now: Timestamp) {
        while let identifier = departed.popForgotten(at: now) { forget(identifier) }
    }

    /// Forgets the place of a widget of which nothing else is kept.
    private func forget(_ identifier: WidgetIdentifier) {
        if places.contains(identifier) {
            places.remove(identifier)
            journal.recordArrangement()
        }
        journal.note(identifier, content: true)
    }

    /// What is on disk of a widget that comes back is not written again.
    func recordArrival(of record: WidgetRecord) {
        guard let kept = departed[record.identifier] else {
            if !record.definition.transient { journal.note(record.identifier, content: true) }
            return
        }
        departed[record.identifier] = nil
        let now = record.kept
        if record.definition.transient || kept != now {
            journal.note(
                record.identifier, content: record.definition.transient || kept.storedContent != now.storedContent)
        }
    }

    // MARK: To disk

    /// Takes out everything that is not on disk, with its newest values.
    package func removeUnsaved() -> StateBatch {
        let unsaved = journal.take()
        var batch = StateBatch()
        if unsaved.arrangement { batch.arrangement = places.all.filter(isKept) }
        for identifier in unsaved.widgets {
            batch.widgets[identifier] = .some(kept(of: identifier))
            if unsaved.contents.contains(identifier) { batch.contents.insert(identifier) }
        }
        return batch
    }

    /// Notes everything as not on disk.
    package func recordEverything() {
        journal.recordArrangement()
        for widget in widgets { journal.note(widget.identifier, content: true) }
        for identifier in departed.kept.keys { journal.note(identifier, content: true) }
    }

    private func kept(of identifier: WidgetIdentifier) -> StoredWidget? {
        guard let record = self[identifier]?.record else { return departed[identifier] }
        return record.definition.transient ? nil : record.kept
    }

    private func isKept(_ identifier: WidgetIdentifier) -> Bool {
        guard let widget = self[identifier] else { return departed[identifier] != nil }
        return !widget.record.definition.transient
    }
}
