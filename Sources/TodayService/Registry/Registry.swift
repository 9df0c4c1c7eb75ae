package import DBus
package import TodayModel
package import TodayProtocol

/// All widgets and their order. Pure: it decides and changes, and the center tells the bus.
package struct Registry: Sendable {
    /// By object path, which is what every lookup has at hand.
    package private(set) var widgets: [ObjectPath: WidgetRecord] = [:]
    /// The path of each identifier, so that a call need not escape it anew.
    private var paths: [String: ObjectPath] = [:]
    /// Arranged identifiers in order, also of widgets that are not there at the moment.
    private var places: [WidgetIdentifier] = [] { didSet { placed = Set(places) } }
    private var placed: Set<WidgetIdentifier> = []
    /// Every identifier that was ever seen: one that is not in ``places`` was left out by the user.
    private var seen: Set<WidgetIdentifier> = []
    /// Bytes of all content.
    private var contentBytes = 0

    package init() {}

    package subscript(identifier: WidgetIdentifier) -> WidgetRecord? {
        paths[identifier.rawValue].flatMap { widgets[$0] }
    }

    package subscript(path: ObjectPath) -> WidgetRecord? { widgets[path] }

    /// All arranged widgets that exist, in order.
    package var arrangement: [WidgetIdentifier] { places.filter { self[$0] != nil } }

    /// What a panel shows: the arranged widgets with content, in order.
    package var today: [WidgetIdentifier] { places.filter { self[$0]?.hasContent == true } }

    package func isArranged(_ identifier: WidgetIdentifier) -> Bool { placed.contains(identifier) }

    /// Finds a widget by a string from the bus.
    package func find(_ text: String) throws(CenterError) -> WidgetRecord {
        // By bytes: to Swift, the Kelvin sign is a K.
        if let path = paths[text], let record = widgets[path], record.identifier.rawValue.utf8.elementsEqual(text.utf8)
        {
            return record
        }
        do { _ = try WidgetIdentifier(text) } catch { throw CenterError(.invalidIdentifier, "identifier: \(error)") }
        throw CenterError(.unknownWidget, "identifier: there is no widget \(text.debugDescription)")
    }

    // MARK: Changing one widget

    /// Changes a widget that exists. Its content counts against the limit of all content.
    package mutating func change<Failure: Error>(
        _ path: ObjectPath, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        guard var record = widgets[path] else { return [] }
        let before = record.keptContent
        let changed = try body(&record)
        if changed.contains(.content) || record.keptContent != before {
            contentBytes += record.keptContent.byteCount - before.byteCount
        }
        widgets[path] = record
        return changed
    }

    /// Whether new content of a widget fits beside that of all others.
    package func checkTotalSize(_ content: Content?, for path: ObjectPath) throws(CenterError) {
        guard let content else { return }
        let total = contentBytes - (widgets[path]?.keptContent.byteCount ?? 0) + content.byteCount
        guard total <= Limits.totalContentBytes else {
            throw CenterError(
                .limitExceeded,
                "Content: all widgets together would have \(total) bytes, "
                    + "TotalContentBytes is \(Limits.totalContentBytes)")
        }
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
            let identifier = try find(text).identifier
            guard known.insert(identifier).inserted else {
                throw RemoteError(.invalidArgs, "identifiers: \(identifier) is there twice")
            }
            wanted.append(identifier)
        }
        let absent = places.filter { self[$0] == nil }
        places = wanted + absent
        return Set(current).symmetricDifference(wanted)
    }

    /// Adds a widget that is not there. One that was never seen gets a place at the end, unless it does not want one.
    package mutating func add(_ record: WidgetRecord) {
        let identifier = record.identifier
        if seen.insert(identifier).inserted, record.definition.arranged { places.append(identifier) }
        contentBytes += record.keptContent.byteCount
        widgets[record.path] = record
        paths[identifier.rawValue] = record.path
    }

    /// Removes a widget. Its place is kept.
    @discardableResult
    package mutating func remove(_ path: ObjectPath) -> WidgetRecord? {
        guard let record = widgets.removeValue(forKey: path) else { return nil }
        paths[record.identifier.rawValue] = nil
        contentBytes -= record.keptContent.byteCount
        return record
    }
}
