package import DBus
package import TodayModel
internal import TodayServiceRules

/// All widgets and their order. Pure: it decides and changes; the center emits.
package final class Registry {
    /// By object path, the key of most lookups.
    private var entries: [ObjectPath: HostedWidget] = [:]
    /// By identifier, so that a call doesn't have to escape it.
    private var named: [String: HostedWidget] = [:]
    var places = WidgetOrder()
    /// The widgets that have places before they were ever seen, in this session.
    var expected: Set<WidgetIdentifier> = []
    /// The owners of the widgets.
    package private(set) var index = RegistryIndex()
    /// The size of the content.
    private var room = ContentBudget()
    /// The kept state of absent widgets.
    var departed = DepartedWidgets()
    /// The instances that the user removed.
    package var removed = RemovedInstances()
    /// The lowest revision of an added widget: an unclean end may have lost higher ones.
    private var leastRevision: UInt64 = 0
    /// The number of widgets added so far.
    private var arrivals: UInt64 = 0
    /// The changes that aren't on disk yet.
    package var journal = StateJournal()

    package init() {}

    package subscript(identifier: WidgetIdentifier) -> HostedWidget? { named[identifier.rawValue] }

    package subscript(path: ObjectPath) -> HostedWidget? { entries[path] }

    /// Whether a widget still exists, and isn't another one with its name.
    func contains(_ widget: HostedWidget) -> Bool { entries[widget.path] === widget }

    /// Starts the revisions of widgets that are added from now on above a limit; 0 changes nothing.
    package func raiseRevisions(above limit: UInt64) { if limit > 0 { leastRevision = limit + 1 } }

    /// The highest revision of the widgets that exist or are remembered.
    var highestRevision: UInt64 {
        let kept = departed.kept.values.lazy.map(\.revision)
        let removed = removed.kept.values.lazy.map(\.revision)
        return max(
            leastRevision, widgets.lazy.map(\.record.revision).max() ?? 0, kept.max() ?? 0, removed.max() ?? 0)
    }

    /// The number of widgets.
    package var count: Int { entries.count }

    /// The object paths of all widgets.
    package var objects: some Collection<ObjectPath> { entries.keys }

    /// All widgets.
    package var widgets: some Collection<HostedWidget> { entries.values }

    /// All arranged widgets that exist, in order.
    package var arrangement: [WidgetIdentifier] { places.arrangement }

    /// The widgets that a panel shows: the arranged ones with content, in order.
    package var today: [WidgetIdentifier] { places.today }

    package func isArranged(_ identifier: WidgetIdentifier) -> Bool { places.contains(identifier) }

    /// Finds a widget by a string from the bus.
    ///
    /// - Parameter argument: the name of the argument with the string, for the error message.
    package func find(_ text: String, in argument: StaticString = "identifier") throws(CenterError) -> HostedWidget {
        // In Swift, the Kelvin sign equals K. Identifiers are ASCII, so any other equal string has more bytes.
        if let widget = named[text], widget.identifier.rawValue.utf8.count == text.utf8.count { return widget }
        throw Self.notFound(text, argument)
    }

    private static func notFound(_ text: String, _ argument: StaticString) -> CenterError {
        do { _ = try WidgetIdentifier(text) } catch { return CenterError(.invalidIdentifier, "\(argument): \(error)") }
        return CenterError(.unknownWidget, "\(argument): unknown widget \(text.quoted)")
    }

    // MARK: Limits

    /// The error if the number of widgets is at its limit.
    var isFull: CenterError {
        CenterError(.limitExceeded, "there are \(count) widgets, Widgets is \(Limits.widgets)")
    }

    /// Checks that no other widget uses the same provider name and path.
    ///
    /// - Throws: `InvalidDefinition`, which names the other widget.
    package func checkProviderIsFree(_ record: WidgetRecord) throws(CenterError) {
        guard let place = record.providerPlace, let other = index.widget(at: place), other != record.path,
            let identifier = self[other]?.identifier
        else { return }
        throw CenterError(
            .invalidDefinition,
            "\(place.key): \(place.name.rawValue.quoted) at \(place.path) already provides \(identifier)")
    }

    // MARK: Changing one widget

    /// Changes a widget that exists. Its content counts against the limit of all content.
    ///
    /// - Returns: the properties to emit to panels.
    package func change<Failure: Error>(
        _ widget: HostedWidget, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        guard contains(widget) else { return [] }
        let before = widget.record
        var record = before
        var changed = try body(&record)
        if changed.contains(.content) || record.storedContent != before.storedContent
            || record.sandboxedApp != before.sandboxedApp || record.sampleBytes != before.sampleBytes
        {
            room.set(record.byteCount, of: record.sandboxedApp, at: record.path)
        }
        index.update(from: before, to: record)
        if changed.contains(.hasContent) { places.show(record.identifier, hasContent: record.hasContent) }
        if journal.record(from: before, to: record) { record.ageLag.store(updatedAt: record.updatedAt) }
        changed = record.ageLag.emit(changed, updatedAt: record.updatedAt)
        widget.record = record
        return changed
    }

    /// Checks content that has just arrived for a widget: whether it fits, and whether its URLs may be opened.
    ///
    /// - Parameter isSandboxed: whether the sender runs in a sandbox; whether the provider does is checked anyway.
    /// - Throws: ``CenterError`` `LimitExceeded` or `InvalidContent`.
    func check(_ content: Content?, for widget: HostedWidget, isSandboxed: Bool = false) throws(CenterError) {
        try checkTotalSize(content, for: widget.path)
        try content?.checkURLs(isSandboxed: isSandboxed || widget.record.isSandboxed, .invalidContent)
    }

    /// Checks that new content of a widget fits beside that of all others.
    ///
    /// - Throws: ``CenterError`` `LimitExceeded`.
    package func checkTotalSize(_ content: Content?, for path: ObjectPath) throws(CenterError) {
        try checkTotalSize(content, of: entries[path]?.record.sandboxedApp, for: path)
    }

    /// The same for a widget that will belong to a sandboxed app, or to none.
    package func checkTotalSize(_ content: Content?, of app: String?, for path: ObjectPath) throws(CenterError) {
        guard let content else { return }
        let sample = entries[path]?.record.sampleBytes ?? 0
        try checkTotalSize(bytes: content.byteCount + sample, of: app, for: path)
    }

    func checkTotalSize(bytes: Int, of app: String?, for path: ObjectPath) throws(CenterError) {
        try room.check(bytes, of: app, at: path)
    }

    /// Reserves room for content of a widget that was accepted and isn't applied yet.
    ///
    /// - Parameter bytes: its additional size compared with the current content; 0 ends the reservation.
    package func reserve(_ bytes: Int, for path: ObjectPath) {
        if entries[path] != nil { room.reserve(bytes, at: path) }
    }

    // MARK: Instances

    /// Returns the existing other instances of a widget, in the order of their numbers.
    func instances(of widget: WidgetIdentifier) -> [HostedWidget] {
        index.instances(of: widget).compactMap { self[widget.instance($0)] }
    }

    /// Returns the remembered other instances of a widget, in the order of their numbers.
    func departedInstances(of widget: WidgetIdentifier) -> [WidgetIdentifier] {
        departed.kept.keys.filter { $0.instance > 1 && $0.widget == widget }.sorted()
    }

    /// Returns a widget and its other instances.
    func allInstances(at path: ObjectPath) -> [HostedWidget] {
        self[path].map { [$0] + instances(of: $0.identifier) } ?? []
    }

    /// Gives a new instance of a widget its place, after the last instance with a place.
    func place(_ instance: WidgetIdentifier) {
        let others = [instance.widget] + instances(of: instance.widget).map(\.identifier)
        let last = places.all.last { others.contains($0) }
        places.insert(instance, behind: last)
        journal.recordArrangement()
    }

    // MARK: Arranging

    /// Checks a new arrangement.
    ///
    /// - Returns: the identifiers for ``arrange(_:)``.
    /// - Throws: ``CenterError`` for an unknown widget or another current arrangement; `InvalidArgs` for a duplicate.
    package func checkArrangement(_ texts: [String], expected: [String]?) throws -> [WidgetIdentifier] {
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
                throw RemoteError(.invalidArgs, "identifiers: duplicate \(identifier)")
            }
            wanted.append(identifier)
        }
        return wanted
    }

    /// Replaces the arrangement. Returns the identifiers whose `Arranged` changed.
    package func arrange(_ wanted: [WidgetIdentifier]) -> Set<WidgetIdentifier> {
        let current = arrangement
        places.arrange(wanted, shown: wanted.filter { self[$0]?.record.hasContent == true })
        journal.recordArrangement()
        return Set(current).symmetricDifference(wanted)
    }

    /// Adds a widget that is absent. A widget that was never seen gets a place at the end, unless its definition says
    /// otherwise.
    @discardableResult
    package func add(_ record: WidgetRecord) -> HostedWidget {
        var record = record
        let identifier = record.identifier
        if departed[identifier] == nil, !places.contains(identifier), record.definition.arranged {
            places.append(identifier)
            if !record.definition.transient { journal.recordArrangement() }
        }
        record.raiseRevision(to: leastRevision)
        recordArrival(of: record)
        record.ageLag.settle(at: record.updatedAt)
        room.set(record.byteCount, of: record.sandboxedApp, at: record.path)
        index.update(from: nil, to: record)
        places.show(identifier, hasContent: record.hasContent)
        arrivals += 1
        let widget = HostedWidget(record, number: arrivals)
        entries[record.path] = widget
        named[identifier.rawValue] = widget
        return widget
    }

    /// Removes a widget.
    ///
    /// - Parameter memory: the state that ``recall(_:at:of:)`` returns when it comes back. Nothing is kept of a
    ///   transient widget.
    package func remove(
        _ widget: HostedWidget, at now: Timestamp = .never, keeping memory: WidgetMemory = .everything
    ) {
        guard contains(widget) else { return }
        let record = widget.record
        entries[record.path] = nil
        named[record.identifier.rawValue] = nil
        room.remove(record.path)
        index.update(from: record, to: nil)
        places.leave(record.identifier)
        remember(record, at: now, keeping: memory)
    }

    /// Marks the ages that the disk doesn't have as unsaved: this is the last opportunity.
    package func recordAges() {
        for widget in entries.values {
            let record = widget.record
            guard !record.definition.transient, record.ageLag.isUnstored(updatedAt: record.updatedAt) else { continue }
            journal.record(record.identifier, content: false)
            widget.record.ageLag.store(updatedAt: record.updatedAt)
        }
    }

    /// The registered widget to remove if a manifest needs its room: the newest one of the owner with the most
    /// registrations. Nil if no widget is registered.
    package var evictionCandidate: HostedWidget? {
        let registered = entries.values.filter { $0.record.source == .registered }
        func owner(_ record: WidgetRecord) -> String { record.sandboxedApp ?? record.registrant?.rawValue ?? "" }
        let counts = Dictionary(registered.map { (owner($0.record), 1) }, uniquingKeysWith: +)
        return registered.max { left, right in
            (counts[owner(left.record)] ?? 0, left.number) < (counts[owner(right.record)] ?? 0, right.number)
        }
    }
}

extension Content {
    /// Checks the URLs beyond their syntax.
    ///
    /// - Parameter isSandboxed: whether the sender runs in a sandbox.
    /// - Throws: ``CenterError`` with `code` and the path of the first URL that may not be opened.
    func checkURLs(isSandboxed: Bool, _ code: CenterError.Code) throws(CenterError) {
        guard isSandboxed, let fault = fileURLFault else { return }
        throw CenterError(code, "\(fault.below("Content"))")
    }
}
