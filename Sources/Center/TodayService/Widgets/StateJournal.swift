package import TodayModel
internal import TodayServiceRules

/// What has changed and is not on disk yet. Pure.
///
/// It holds names, not values: whatever is written is the newest, and what could not be written is noted once more.
package struct StateJournal: Equatable, Sendable {
    package private(set) var arrangement = false
    package private(set) var widgets: Set<WidgetIdentifier> = []
    /// Those of ``widgets`` whose content has changed.
    package private(set) var contents: Set<WidgetIdentifier> = []

    package init() {}

    package var isEmpty: Bool { !arrangement && widgets.isEmpty }

    package mutating func recordArrangement() { arrangement = true }

    package mutating func note(_ identifier: WidgetIdentifier, content: Bool) {
        widgets.insert(identifier)
        if content { contents.insert(identifier) }
    }

    /// Notes what a change of a widget's record changes on disk. Returns whether that is anything.
    package mutating func note(from before: WidgetRecord, to after: WidgetRecord) -> Bool {
        if after.definition.transient {
            // It may have been kept until it became transient.
            if !before.definition.transient { note(after.identifier, content: true) }
            return !before.definition.transient
        }
        let content = before.definition.transient || before.storedContent != after.storedContent
        guard
            content || before.keptBesideContent != after.keptBesideContent
                || after.ageLag.isStoreDue(updatedAt: after.updatedAt)
        else { return false }
        note(after.identifier, content: content)
        return true
    }

    /// Notes again what could not be written.
    package mutating func note(_ batch: StateBatch) {
        if batch.arrangement != nil { arrangement = true }
        widgets.formUnion(batch.widgets.keys)
        contents.formUnion(batch.contents)
    }

    /// Takes everything out.
    package mutating func take() -> StateJournal {
        defer { self = StateJournal() }
        return self
    }
}

extension WidgetRecord {
    /// What is kept of it, but for the content and its age.
    fileprivate var keptBesideContent: StoredWidget {
        var kept = kept
        kept.content = .empty
        kept.updatedAt = .never
        return kept
    }
}
