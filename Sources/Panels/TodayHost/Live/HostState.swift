internal import DBus
internal import TodayModel

/// The view of a host, and the events that lead to it. Pure.
struct HostState {
    private(set) var view = TodayView() { didSet { generation &+= 1 } }
    /// Rises whenever the view may have changed.
    private(set) var generation: UInt64 = 0
    private var events: [TodayEvent] = []
    /// The events from before the center is read that the view doesn't show.
    private var early: [TodayEvent] = []
    /// Widgets are mapped by the path of their object, which is never taken apart.
    private var identifiers: [ObjectPath: WidgetIdentifier] = [:]

    /// Returns the events since the last call.
    mutating func takeEvents() -> [TodayEvent] {
        defer { events = [] }
        return events
    }

    /// Empties the view.
    mutating func leave(_ reason: CenterAbsence) {
        if view.center == .unavailable(reason) { return }
        reset(.unavailable(reason))
        early = []
        events.append(.unavailable(reason))
    }

    mutating func setNotice(_ notice: String?) { view.notice = notice }

    /// Applies what one message changed in the center's objects.
    ///
    /// - Parameter failure: why the objects can't be listed.
    mutating func receive(_ changes: [ObjectEvent], failure: (any Error)?) {
        // Before the event of another owner, all objects are removed, for which one event stands.
        let start = changes.firstIndex { if case .ownerChanged = $0 { true } else { false } } ?? 0
        for change in changes[start...] { apply(change, failure) }
    }

    private mutating func apply(_ change: ObjectEvent, _ failure: (any Error)?) {
        switch change {
        case .ownerChanged(nil): leave(.notRunning)
        case .ownerChanged:
            if view.isAvailable { events.append(.unavailable(.replaced)) }
            reset(.connecting)
        case .failureChanged:
            if let failure { leave(.unreadable(Refusal(failure).description)) } else { reset(.connecting) }
        case .added(let path, let interfaces):
            if let properties = interfaces[TodayBus.widget] { add(path, properties) }
            // The center's own properties are the last that is read.
            if path == TodayBus.path, let properties = interfaces[TodayBus.center] { begin(properties) }
        case .removed(let path, let interfaces):
            guard interfaces.contains(TodayBus.widget), let identifier = identifiers.removeValue(forKey: path) else {
                return
            }
            view.known[identifier] = nil
            emit(.removed(identifier))
        case .changed(let path, TodayBus.widget, let values, let names):
            guard let identifier = identifiers[path], var widget = view.known.removeValue(forKey: identifier) else {
                return
            }
            let changed = apply(names, of: values, to: &widget)
            view.known[identifier] = widget
            if !changed.isEmpty { emit(.changed(properties: widget, changed: changed)) }
        case .changed(TodayBus.path, TodayBus.center, let values, let names):
            if setStateTrouble(values) { emit(.stored(view.stateTrouble)) }
            if setOrder(values.filter { names.contains($0.key) }) {
                emit(.today(view.today, arrangement: view.arrangement))
            }
        case .changed: break
        }
    }

    private mutating func reset(_ center: TodayView.Center) {
        view = TodayView(center: center)
        identifiers = [:]
    }

    /// Shows what was read.
    private mutating func begin(_ properties: [String: DBusValue]) {
        view.center = .available
        let limits = try? VardictReader(properties).vardict("Limits")
        view.hasOptions = limits?["RemovedInstances"] != nil
        setStateTrouble(properties)
        setOrder(properties)
        events += view.events + early
        early = []
    }

    /// Adds an event, which must wait while the center is read.
    mutating func emit(_ event: TodayEvent) {
        switch (view.center, event) {
        case (.available, _): events.append(event)
        case (.connecting, .updated), (.connecting, .unreadable): early.append(event)
        case (.connecting, _), (.unavailable, _): break
        }
    }

    private mutating func add(_ path: ObjectPath, _ properties: [String: DBusValue]) {
        guard case .string(let text)? = properties[WidgetMember.identifier.rawValue],
            let identifier = WidgetIdentifier(rawValue: text)
        else { return }
        identifiers[path] = identifier
        var widget = WidgetProperties(identifier: identifier)
        _ = apply(Set(properties.keys), of: properties, to: &widget)
        view.known[identifier] = widget
        emit(.added(widget))
    }

    /// Applies each property that is valid. Returns these.
    private mutating func apply(
        _ names: Set<String>, of properties: [String: DBusValue], to widget: inout WidgetProperties
    ) -> Set<WidgetMember> {
        var changed: Set<WidgetMember> = []
        let values = VardictReader(properties)
        for member in WidgetMember.allCases where names.contains(member.rawValue) {
            do {
                try widget.apply(member, values)
                changed.insert(member)
            } catch {
                emit(.unreadable(widget.identifier, error))
            }
        }
        return changed
    }

    /// Returns whether it changes.
    @discardableResult
    private mutating func setStateTrouble(_ properties: [String: DBusValue]) -> Bool {
        let trouble = StateTrouble(properties)
        if trouble == view.stateTrouble { return false }
        view.stateTrouble = trouble
        return true
    }

    @discardableResult
    private mutating func setOrder(_ properties: [String: DBusValue]) -> Bool {
        let today = properties[CenterMember.today.rawValue].flatMap(Self.identifiers)
        let arrangement = properties[CenterMember.arrangement.rawValue].flatMap(Self.identifiers)
        view.today = today ?? view.today
        view.arrangement = arrangement ?? view.arrangement
        return today != nil || arrangement != nil
    }

    /// The identifiers in an `as`, each where it comes first. Other elements are left out.
    private static func identifiers(_ value: DBusValue) -> [WidgetIdentifier]? {
        guard case .array(let elements, _) = value.unwrapped else { return nil }
        var seen: Set<WidgetIdentifier> = []
        return elements.compactMap { element in
            guard case .string(let text) = element.unwrapped, let identifier = WidgetIdentifier(rawValue: text),
                seen.insert(identifier).inserted
            else { return nil }
            return identifier
        }
    }
}
