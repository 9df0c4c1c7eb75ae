internal import TodayModel

extension [TodayEvent] {
    /// How many events wait for a reader before it gets the state in their place.
    static var mostWaiting: Int { 64 }

    /// Adds events to those that wait for a reader.
    ///
    /// If more than ``mostWaiting`` wait, the reader has fallen behind. It then gets what leads from what it knows to the
    /// view as it is: at most one event for each widget, and two for the center.
    mutating func add(_ events: [TodayEvent], leadingTo view: TodayView) {
        self += events
        if count <= Self.mostWaiting { return }
        if let end = last(where: { if case .unavailable = $0 { true } else { false } }) {
            self = [end] + (view.isAvailable ? view.events : [])
            return
        }
        // Whether the reader knows a widget shows in the first event of it.
        var isKnown: [WidgetIdentifier: Bool] = [:]
        for event in self {
            switch event {
            case .added(let widget): isKnown[widget.identifier] = isKnown[widget.identifier] ?? false
            case .changed(let widget, _): isKnown[widget.identifier] = isKnown[widget.identifier] ?? true
            case .removed(let identifier): isKnown[identifier] = isKnown[identifier] ?? true
            case .today, .stored, .updated, .unreadable, .unavailable: break
            }
        }
        self = isKnown.keys.sorted().compactMap { identifier in
            switch (view[identifier], isKnown[identifier]) {
            case (let widget?, true): .changed(properties: widget, changed: Set(WidgetMember.allCases))
            case (let widget?, _): .added(widget)
            case (nil, true): .removed(identifier)
            case (nil, _): nil
            }
        }
        self += [.today(view.today, arrangement: view.arrangement), .stored(view.stateTrouble)]
    }
}

extension TodayView {
    /// The events that lead from nothing to this view.
    var events: [TodayEvent] {
        switch center {
        case .connecting: []
        case .unavailable(let reason): [.unavailable(reason)]
        case .available:
            allWidgets.map { .added($0) } + [.today(today, arrangement: arrangement)]
                + (stateTrouble == nil ? [] : [.stored(stateTrouble)])
        }
    }
}
