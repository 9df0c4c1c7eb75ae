package import DBus
package import TodayModel
internal import TodayServiceRules

/// All widgets and their order. Pure: it decides and changes, and the center tells the bus.
package final class Registry {
    /// By object path, which is what every lookup has at hand.
    private var entries: [ObjectPath: HostedWidget] = [:]
    /// By identifier, so that a call need not escape it.
    private var named: [String: HostedWidget] = [:]
    var places = WidgetOrder()
    /// Whose each widget is.
    package private(set) var index = RegistryIndex()
    /// How much content there is.
    private var room = ContentBudget()
    /// What is kept of widgets that are not there.
    var departed = DepartedWidgets()
    /// The least revision of a widget that comes: an unclean end may have lost higher ones.
    private var leastRevision: UInt64 = 0
    /// How many widgets have come so far.
    private var arrivals: UInt64 = 0
    /// What is not on disk yet.
    package var journal = StateJournal()

    package init() {}

    package subscript(identifier: WidgetIdentifier) -> HostedWidget? { named[identifier.rawValue] }

    package subscript(path: ObjectPath) -> HostedWidget? { entries[path] }

    /// Whether a widget is still there, and not another one of its name.
    func contains(_ widget: HostedWidget) -> Bool { entries[widget.path] === widget }

    /// Starts the revisions of all widgets that come from now on above a limit; 0 changes nothing.
    package func raiseRevisions(above limit: UInt64) { if limit > 0 { leastRevision = limit + 1 } }

    /// The highest revision of the widgets that exist or are remembered.
    var highestRevision: UInt64 {
        let kept = departed.kept.values.lazy.map(\.revision)
        return max(leastRevision, widgets.lazy.map(\.record.revision).max() ?? 0, kept.max() ?? 0)
    }

    /// How many widgets there are.
    package var count: Int { entries.count }

    /// The object paths of all widgets.
    package var objects: some Collection<ObjectPath> { entries.keys }

    /// All widgets.
    package var widgets: some Collection<HostedWidget> { entries.values }

    /// All arranged widgets that exist, in order.
    package var arrangement: [WidgetIdentifier] { places.arrangement }

    /// What a panel shows: the arranged widgets with content, in order.
    package var today: [WidgetIdentifier] { places.today }

    package func isArranged(_ identifier: WidgetIdentifier) -> Bool { places.contains(identifier) }

    /// Finds a widget by a string from the bus.
    ///
    /// - Parameter argument: the name of the argument that held it, for what is said when there is none.
    package func find(_ text: String, in argument: StaticString = "identifier") throws(CenterError) -> HostedWidget {
        // To Swift, the Kelvin sign is a K. An identifier is ASCII, and what else is equal to it has more bytes.
        if let widget = named[text], widget.identifier.rawValue.utf8.count == text.utf8.count { return widget }
        throw Self.notFound(text, argument)
    }

    private static func notFound(_ text: String, _ argument: StaticString) -> CenterError {
        do { _ = try WidgetIdentifier(text) } catch { return CenterError(.invalidIdentifier, "\(argument): \(error)") }
        return CenterError(.unknownWidget, "\(argument): there is no widget \(text.quoted)")
    }

    // MARK: What there is room for

    /// What is said when there are as many widgets as there may be.
    var isFull: CenterError {
        CenterError(.limitExceeded, "there are \(count) widgets, Widgets is \(Limits.widgets)")
    }

    /// One name and path serves one widget.
    ///
    /// - Throws: `InvalidDefinition`, which names the other one.
    package func checkProviderIsFree(_ record: WidgetRecord) throws(CenterError) {
        guard let place = record.providerPlace, let other = index.widget(at: place), other != record.path,
            let identifier = self[other]?.identifier
        else { return }
        throw CenterError(
            .invalidDefinition,
            "\(place.key): \(place.name.rawValue.quoted) at \(place.path) provides \(identifier) already")
    }

    // MARK: Changing one widget

    /// Changes a widget that exists. Its content counts against the limit of all content.
    ///
    /// - Returns: the properties that panels are told of.
    package func change<Failure: Error>(
        _ widget: HostedWidget, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        guard contains(widget) else { return [] }
        let before = widget.record
        var record = before
        var changed = try body(&record)
        if changed.contains(.content) || record.storedContent != before.storedContent
            || record.sandboxedApp != before.sandboxedApp
        {
            room.set(record.storedContent.byteCount, of: record.sandboxedApp, at: record.path)
        }
        index.note(from: before, to: record)
        if changed.contains(.hasContent) { places.show(record.identifier, hasContent: record.hasContent) }
        if journal.note(from: before, to: record) { record.ageLag.note(updatedAt: record.updatedAt) }
        changed = record.ageLag.tell(changed, updatedAt: record.updatedAt)
        widget.record = record
        return changed
    }

    /// Checks content that has just arrived for a widget: whether there is room for it, and whether its URLs may be opened.
    ///
    /// - Parameter isSandboxed: whether whoever sends it runs in a sandbox, besides its provider.
    /// - Throws: ``CenterError`` `LimitExceeded` or `InvalidContent`.
    func check(_ content: Content?, for widget: HostedWidget, isSandboxed: Bool = false) throws(CenterError) {
        try checkTotalSize(content, for: widget.path)
        try content?.checkURLs(isSandboxed: isSandboxed || widget.record.isSandboxed, .invalidContent)
    }

    /// Whether new content of a widget fits beside that of all others.
    ///
    /// - Throws: ``CenterError`` `LimitExceeded`.
    package func checkTotalSize(_ content: Content?, for path: ObjectPath) throws(CenterError) {
        try checkTotalSize(content, of: entries[path]?.record.sandboxedApp, for: path)
    }

    /// The same for a widget that will be of a sandboxed app, or of none.
    package func checkTotalSize(_ content: Content?, of app: String?, for path: ObjectPath) throws(CenterError) {
        if let content { try checkTotalSize(bytes: content.byteCount, of: app, for: path) }
    }

    func checkTotalSize(bytes: Int, of app: String?, for path: ObjectPath) throws(CenterError) {
        try room.check(bytes, of: app, at: path)
    }

    /// Keeps room for content of a widget that was accepted and is not applied yet.
    ///
    /// - Parameter bytes: how much larger it is than what the widget has now; 0 ends it.
    package func reserve(_ bytes: Int, for path: ObjectPath) {
        if entries[path] != nil { room.reserve(bytes, at: path) }
    }

    // MARK: Instances

    /// The other instances of a widget that are there, in the order of their numbers.
    func instances(of widget: WidgetIdentifier) -> [HostedWidget] {
        index.instances(of: widget).compactMap { self[widget.instance($0)] }
    }

    /// The other instances of a widget that are remembered, in the order of their numbers.
    func departedInstances(of widget: WidgetIdentifier) -> [WidgetIdentifier] {
        departed.kept.keys.filter { $0.instance > 1 && $0.widget == widget }.sorted()
    }

    /// A widget and its other instances.
    func allInstances(at path: ObjectPath) -> [HostedWidget] {
        self[path].map { [$0] + instances(of: $0.identifier) } ?? []
    }

    /// Gives a new instance of a widget its place, behind the last one that has any.
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
    /// - Throws: ``CenterError`` for an unknown widget or another current arrangement; `InvalidArgs` for a doubled one.
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
                throw RemoteError(.invalidArgs, "identifiers: \(identifier) is there twice")
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

    /// Adds a widget that is not there. One that was never seen gets a place at the end, unless it does not want one.
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
        room.set(record.storedContent.byteCount, of: record.sandboxedApp, at: record.path)
        index.note(from: nil, to: record)
        places.show(identifier, hasContent: record.hasContent)
        arrivals += 1
        let widget = HostedWidget(record, number: arrivals)
        entries[record.path] = widget
        named[identifier.rawValue] = widget
        return widget
    }

    /// Removes a widget.
    ///
    /// - Parameter memory: what ``recall(_:at:of:)`` gives when it comes back. Of a transient widget that is nothing.
    package func remove(
        _ widget: HostedWidget, at now: Timestamp = .never, keeping memory: WidgetMemory = .everything
    ) {
        guard contains(widget) else { return }
        let record = widget.record
        entries[record.path] = nil
        named[record.identifier.rawValue] = nil
        room.remove(record.path)
        index.note(from: record, to: nil)
        places.leave(record.identifier)
        depart(record, at: now, keeping: memory)
    }

    /// Notes the ages that the disk does not have: nothing comes later.
    package func recordAges() {
        for widget in entries.values {
            let record = widget.record
            guard !record.definition.transient, record.ageLag.isUnstored(updatedAt: record.updatedAt) else { continue }
            journal.note(record.identifier, content: false)
            widget.record.ageLag.note(updatedAt: record.updatedAt)
        }
    }

    /// The registration that gives way to a manifest where there is room for one of them only: the youngest of whoever
    /// has registered most. Nil when there is none.
    package var mostDispensable: HostedWidget? {
        let registered = entries.values.filter { $0.record.source == .registered }
        func owner(_ record: WidgetRecord) -> String { record.sandboxedApp ?? record.registrant?.rawValue ?? "" }
        let counts = Dictionary(registered.map { (owner($0.record), 1) }, uniquingKeysWith: +)
        return registered.max { left, right in
            (counts[owner(left.record)] ?? 0, left.number) < (counts[owner(right.record)] ?? 0, right.number)
        }
    }
}

extension Content {
    /// Checks the URLs beyond their grammar.
    ///
    /// - Parameter isSandboxed: whether whoever sends it runs in a sandbox.
    /// - Throws: ``CenterError`` with `code` and the place of the first URL that may not be opened.
    func checkURLs(isSandboxed: Bool, _ code: CenterError.Code) throws(CenterError) {
        guard isSandboxed, let fault = fileURLFault else { return }
        throw CenterError(code, "\(fault.below("Content"))")
    }
}
