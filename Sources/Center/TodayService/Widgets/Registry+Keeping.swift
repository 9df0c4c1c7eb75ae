internal import DBus
package import TodayModel
internal import TodayServiceRules

/// The state to keep of a removed widget.
package enum WidgetMemory: Hashable, Sendable {
    /// Its place, the user's choices, and its provider's values: it may come back.
    case everything
    /// Its place and its settings: it was unregistered, with everything it provided.
    case place
    /// Everything, in the list of removed instances: the user has removed it.
    case removal(StoredWidget.Removal)
}

/// State that outlives the presence of widgets, and changes for the disk.
extension Registry {
    /// Restores the state from disk. Every widget in it is absent until ``recall(_:at:of:)`` and ``add(_:)``.
    package func restore(_ snapshot: StateSnapshot) {
        places = WidgetOrder(snapshot.arrangement + snapshot.expected)
        expected = Set(snapshot.expected)
        departed = DepartedWidgets(snapshot.widgets.filter { $0.value.removal == nil })
        removed = RemovedInstances(snapshot.widgets.filter { $0.value.removal != nil })
        journal = StateJournal()
    }

    /// The widgets that were registered at run time when the state was stored, sorted by name.
    package var registrations: [(identifier: WidgetIdentifier, definition: WidgetDefinition)] {
        departed.kept.compactMap { identifier, kept in
            kept.removedAt == nil ? kept.registration.map { (identifier, $0) } : nil
        }.sorted { $0.identifier < $1.identifier }
    }

    /// Returns the kept state of an absent widget; nil if nothing is kept. State that is too old is dropped now.
    ///
    /// - Parameter app: the sandboxed app that the widget will belong to; content above the app's share is dropped.
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

    /// Marks every widget that hasn't come back by now as departed, and forgets the ones that left long ago.
    package func settle(at now: Timestamp) {
        // A departure in the future is wrong, and would keep the widget forever.
        for (identifier, kept) in departed.kept where kept.removedAt.map({ $0 > now }) ?? true {
            departed[identifier]?.removedAt = now
            departed[identifier]?.registration = nil
            journal.record(identifier, content: false)
        }
        for (identifier, kept) in removed.kept where kept.removedAt.map({ $0 > now }) ?? true {
            removed[identifier]?.removedAt = now
            journal.record(identifier, content: false)
        }
        forgetOldest(at: now)
        forgetRemoved(expiredAt: now)
        for identifier in places.all where self[identifier] == nil && departed[identifier] == nil {
            if !expected.contains(identifier) { places.remove(identifier) }
        }
    }

    /// Keeps the state of a widget that was just removed.
    func remember(_ record: WidgetRecord, at now: Timestamp, keeping memory: WidgetMemory) {
        if record.definition.transient { return places.remove(record.identifier) }
        var kept: StoredWidget
        switch memory {
        case .everything:
            kept = record.kept
            kept.registration = nil
        case .place:
            kept = StoredWidget()
            // Its content is gone, which is one more change: new content must not reuse a revision.
            kept.revision = record.revision == 0 ? 0 : record.revision + 1
            kept.settings = record.stored.settings
            kept.optionChoices = record.stored.optionChoices
            kept.lastInstance = record.lastInstance
        case .removal(let removal):
            places.remove(record.identifier)
            journal.recordArrangement()
            return remember(record, removedAt: now, removal)
        }
        kept.removedAt = now
        departed[record.identifier] = kept
        journal.record(record.identifier, content: memory == .place)
        forgetOldest(at: now)
    }

    private func forgetOldest(at now: Timestamp) {
        while let identifier = departed.popForgotten(at: now) { forget(identifier) }
    }

    /// Forgets the place of a widget without any other kept state.
    private func forget(_ identifier: WidgetIdentifier) {
        if places.contains(identifier) {
            places.remove(identifier)
            journal.recordArrangement()
        }
        journal.record(identifier, content: true)
    }

    /// Records an added widget. If it comes back, its data on disk isn't written again.
    func recordArrival(of record: WidgetRecord) {
        guard let kept = departed[record.identifier] else {
            if !record.definition.transient { journal.record(record.identifier, content: true) }
            return
        }
        departed[record.identifier] = nil
        let now = record.kept
        if record.definition.transient || kept != now {
            journal.record(
                record.identifier, content: record.definition.transient || kept.storedContent != now.storedContent)
        }
    }

    // MARK: Changes for the disk

    /// Removes and returns all unsaved changes, with the newest values.
    package func removeUnsaved() -> StateBatch {
        let unsaved = journal.popAll()
        var batch = StateBatch()
        if unsaved.arrangement { batch.arrangement = places.all.filter(isKept) }
        for identifier in unsaved.widgets {
            batch.widgets[identifier] = .some(kept(of: identifier))
            if unsaved.contents.contains(identifier) { batch.contents.insert(identifier) }
        }
        return batch
    }

    /// Marks everything as unsaved.
    package func recordEverything() {
        journal.recordArrangement()
        for widget in widgets { journal.record(widget.identifier, content: true) }
        for identifier in departed.kept.keys { journal.record(identifier, content: true) }
        for identifier in removed.kept.keys { journal.record(identifier, content: true) }
    }

    private func kept(of identifier: WidgetIdentifier) -> StoredWidget? {
        guard let record = self[identifier]?.record else {
            return departed[identifier] ?? removed[identifier]
        }
        return record.definition.transient ? nil : record.kept
    }

    private func isKept(_ identifier: WidgetIdentifier) -> Bool {
        guard let widget = self[identifier] else { return departed[identifier] != nil }
        return !widget.record.definition.transient
    }
}
