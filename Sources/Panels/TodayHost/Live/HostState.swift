internal import DBus
internal import TodayModel

/// What a host knows, and how it learns. Pure: it is told what arrived and returns what changed.
///
/// Signals that arrive while everything is being read are held back and applied to what was read. Some of them are older
/// than that, but none is undone by it: whatever they say again, a later one among them has corrected.
struct HostState {
    private enum Phase {
        /// Nobody owns the center's name, or it is not known yet.
        case waiting
        case reading(owner: BusName, held: [Signal])
        case live(owner: BusName)
    }

    /// What the center answered when it was asked for everything.
    struct Reading: Sendable {
        var widgets: [ObjectPath: [String: DBusValue]]
        var center: [String: DBusValue]
    }

    private(set) var view = TodayView() { didSet { generation &+= 1 } }
    /// Rises whenever the view may have changed.
    private(set) var generation: UInt64 = 0
    private var phase = Phase.waiting
    /// Widgets are mapped by the path of their object, which is never taken apart.
    private var identifiers: [ObjectPath: WidgetIdentifier] = [:]

    // MARK: The center comes and goes

    /// Takes a new owner of the center's name. Returns whether everything has to be read from it.
    mutating func changeOwner(to owner: BusName?, _ events: inout [TodayEvent]) -> Bool {
        guard let owner else {
            leave("the center is not running", &events)
            return false
        }
        if view.isAvailable { events.append(.unavailable("another center takes over")) }
        phase = .reading(owner: owner, held: [])
        identifiers = [:]
        view = TodayView(center: .connecting)
        return true
    }

    /// Takes what was read. Returns false if meanwhile another center has come, which makes it void.
    mutating func finishReading(from owner: BusName, _ reading: Reading, _ events: inout [TodayEvent]) -> Bool {
        guard case .reading(owner, let held) = phase else { return false }
        phase = .live(owner: owner)
        view = TodayView(center: .available)
        var single: [TodayEvent] = []
        for (path, properties) in reading.widgets { add(path, properties, &single) }
        setOrder(reading.center)
        setStateTrouble(reading.center)
        for signal in held { apply(signal, &single) }
        // The widgets are told as they are now, in their order; of the single events only what that does not show.
        events += currentEvents
        events += single.filter { event in
            switch event {
            case .updated, .misunderstood: true
            case .added, .changed, .removed, .today, .stored, .unavailable: false
            }
        }
        return true
    }

    /// Takes note that the center did not answer.
    mutating func failReading(from owner: BusName, because reason: String, _ events: inout [TodayEvent]) {
        if case .reading(owner, _) = phase { leave(reason, &events) }
    }

    /// Empties the view.
    mutating func leave(_ reason: String, _ events: inout [TodayEvent]) {
        phase = .waiting
        identifiers = [:]
        if view.center == .unavailable(reason) { return }
        view = TodayView(center: .unavailable(reason))
        events.append(.unavailable(reason))
    }

    mutating func setNotice(_ notice: String?) { view.notice = notice }

    /// The events that lead from nothing to the view as it is.
    var currentEvents: [TodayEvent] {
        switch view.center {
        case .connecting: []
        case .unavailable(let reason): [.unavailable(reason)]
        case .available:
            view.allWidgets.map { .added($0) } + [.today(view.today, arrangement: view.arrangement)]
                + (view.stateTrouble == nil ? [] : [.stored(view.stateTrouble)])
        }
    }

    // MARK: Signals

    /// Takes a signal of any sender.
    mutating func receive(_ signal: Signal, _ events: inout [TodayEvent]) {
        switch phase {
        case .waiting: break
        case .reading(let owner, var held):
            guard signal.sender == owner else { return }
            phase = .waiting  // gives up the second reference, so that the array grows in place
            held.append(signal)
            phase = .reading(owner: owner, held: held)
        case .live(let owner):
            if signal.sender == owner { apply(signal, &events) }
        }
    }

    private mutating func apply(_ signal: Signal, _ events: inout [TodayEvent]) {
        switch HostSignal(signal) {
        case .widgetChanged(let path, let properties): change(path, properties, &events)
        case .centerChanged(let properties):
            if setStateTrouble(properties) { events.append(.stored(view.stateTrouble)) }
            if setOrder(properties) { events.append(.today(view.today, arrangement: view.arrangement)) }
        case .added(let path, let properties): add(path, properties, &events)
        case .removed(let path):
            guard let identifier = identifiers.removeValue(forKey: path) else { return }
            view.known[identifier] = nil
            events.append(.removed(identifier))
        case .updated(let run): events.append(.updated(run))
        case nil: break
        }
    }

    private mutating func add(_ path: ObjectPath, _ properties: [String: DBusValue], _ events: inout [TodayEvent]) {
        guard case .string(let text)? = properties[WidgetMember.identifier.rawValue],
            let identifier = WidgetIdentifier(rawValue: text)
        else { return }
        identifiers[path] = identifier
        var widget = WidgetProperties(identifier: identifier)
        widget.applyValid(properties, &events)
        view.known[identifier] = widget
        events.append(.added(widget))
    }

    private mutating func change(_ path: ObjectPath, _ properties: [String: DBusValue], _ events: inout [TodayEvent]) {
        guard let identifier = identifiers[path], var widget = view.known.removeValue(forKey: identifier) else {
            return
        }
        let changed = widget.applyValid(properties, &events)
        view.known[identifier] = widget
        if !changed.isEmpty { events.append(.changed(properties: widget, changed: changed)) }
    }

    /// Returns whether it is another now.
    @discardableResult
    private mutating func setStateTrouble(_ properties: [String: DBusValue]) -> Bool {
        let trouble = StateTrouble(properties, after: view.stateTrouble)
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

    /// The identifiers in an `as`, each where it comes first; whatever is none is left out.
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

extension WidgetProperties {
    /// Applies each property that is valid. Returns which those are.
    @discardableResult
    fileprivate mutating func applyValid(
        _ properties: [String: DBusValue], _ events: inout [TodayEvent]
    ) -> Set<WidgetMember> {
        var changed: Set<WidgetMember> = []
        let values = VardictReader(properties)
        for member in WidgetMember.allCases where properties[member.rawValue] != nil {
            do {
                try apply(member, values)
                changed.insert(member)
            } catch {
                events.append(.misunderstood(identifier, error))
            }
        }
        return changed
    }
}
