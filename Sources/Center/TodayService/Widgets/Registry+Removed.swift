internal import TodayModel
internal import TodayServiceRules

/// The instances that the user removed.
extension Registry {
    /// Finds a removed instance by a string from the bus.
    ///
    /// - Parameter argument: the name of the argument with the string, for the error message.
    /// - Throws: ``CenterError`` `UnknownWidget` or `InvalidIdentifier`.
    func findRemoved(_ text: String, in argument: StaticString) throws(CenterError) -> WidgetIdentifier {
        let identifier: WidgetIdentifier
        do { identifier = try WidgetIdentifier(text) } catch {
            throw CenterError(.invalidIdentifier, "\(argument): \(error)")
        }
        guard removed[identifier] != nil else {
            throw CenterError(.unknownWidget, "\(argument): \(identifier) is not among the removed instances")
        }
        return identifier
    }

    /// Keeps an instance that the user has just removed.
    func remember(_ record: WidgetRecord, removedAt now: Timestamp, _ removal: StoredWidget.Removal) {
        var kept = record.kept
        kept.registration = nil
        kept.removal = removal
        kept.removedAt = now
        removed[record.identifier] = kept
        journal.record(record.identifier, content: false)
        forgetRemoved(expiredAt: now)
    }

    /// Gives a removed instance its place again, before it is added.
    func takeBack(_ identifier: WidgetIdentifier) {
        guard let kept = removed[identifier] else { return }
        removed[identifier] = nil
        places.insert(identifier, at: kept.removal?.index ?? .max)
        journal.recordArrangement()
        journal.record(identifier, content: true)
    }

    /// Forgets the removed instances that are above the limit, or were removed too long ago.
    func forgetRemoved(expiredAt now: Timestamp) {
        while let identifier = removed.popForgotten(at: now) { journal.record(identifier, content: true) }
    }

    /// Forgets the removed instances of a widget.
    func forgetRemoved(of widget: WidgetIdentifier) {
        forgetRemoved(removed.kept.keys.filter { $0.widget == widget })
    }

    /// Forgets removed instances.
    func forgetRemoved(_ identifiers: [WidgetIdentifier]) {
        for identifier in identifiers {
            removed[identifier] = nil
            journal.record(identifier, content: true)
        }
    }
}
