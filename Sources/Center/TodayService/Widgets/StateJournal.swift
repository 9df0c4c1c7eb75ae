package import TodayModel
internal import TodayServiceRules

/// The changes that aren't on disk yet. Pure.
///
/// It contains names, not values: a write always uses the newest values, and changes that could not be written are
/// recorded again.
package struct StateJournal: Equatable, Sendable {
    package private(set) var arrangement = false
    package private(set) var widgets: Set<WidgetIdentifier> = []
    /// The members of ``widgets`` whose content has changed.
    package private(set) var contents: Set<WidgetIdentifier> = []

    package init() {}

    package var isEmpty: Bool { !arrangement && widgets.isEmpty }

    package mutating func recordArrangement() { arrangement = true }

    package mutating func record(_ identifier: WidgetIdentifier, content: Bool) {
        widgets.insert(identifier)
        if content { contents.insert(identifier) }
    }

    /// Records the changes between two records of a widget that matter for the disk. Returns whether it recorded any.
    package mutating func record(from before: WidgetRecord, to after: WidgetRecord) -> Bool {
        if after.definition.transient {
            // It may have been stored until it became transient.
            if !before.definition.transient { record(after.identifier, content: true) }
            return !before.definition.transient
        }
        let content = before.definition.transient || before.storedContent != after.storedContent
        guard
            content || before.keptBesideContent != after.keptBesideContent
                || after.ageLag.isStoreDue(updatedAt: after.updatedAt)
        else { return false }
        record(after.identifier, content: content)
        return true
    }

    /// Records a batch again that could not be written.
    package mutating func record(_ batch: StateBatch) {
        if batch.arrangement != nil { arrangement = true }
        widgets.formUnion(batch.widgets.keys)
        contents.formUnion(batch.contents)
    }

    /// Removes and returns everything.
    package mutating func popAll() -> StateJournal {
        defer { self = StateJournal() }
        return self
    }
}

extension WidgetRecord {
    /// Its stored state, without the content and its age.
    fileprivate var keptBesideContent: StoredWidget {
        var kept = kept
        kept.content = .empty
        kept.updatedAt = .never
        return kept
    }
}
