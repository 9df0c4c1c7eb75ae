internal import TodayModel

extension TodayEvent {
    /// How many events wait for a reader before new ones are merged with them.
    static let mostUnmerged = 64

    /// Adds the event to those that wait for a reader, in their order.
    ///
    /// Once ``mostUnmerged`` wait, it replaces what it makes obsolete. Then at most three events wait for each widget, and
    /// a reader that takes them all knows the same as one that took each in time.
    func add(to waiting: inout [TodayEvent]) {
        if waiting.count < Self.mostUnmerged { return waiting.append(self) }
        switch self {
        case .added(let widget):
            guard let index = Self.last(of: widget.identifier, in: waiting), waiting[index].hasProperties else { break }
            waiting[index] = self
            return
        case .changed(let properties, let changed):
            guard let index = Self.last(of: properties.identifier, in: waiting) else { break }
            switch waiting[index] {
            case .added: waiting[index] = .added(properties)
            case .changed(_, let former):
                waiting[index] = .changed(properties: properties, changed: changed.union(former))
            default: waiting.append(self)
            }
            return
        case .removed(let identifier):
            // The widgets of a center that has gone are another's.
            let start = waiting.lastIndex { $0.isUnavailable }.map { $0 + 1 } ?? 0
            let first = waiting[start...].first { $0.widget == identifier && $0.isPresence }
            waiting.removeAll { $0.widget == identifier }
            // The reader does not know a widget that came in the meantime.
            if case .added? = first { return }
        case .today: waiting.removeAll { if case .today = $0 { true } else { false } }
        case .stored: waiting.removeAll { if case .stored = $0 { true } else { false } }
        case .updated(let run):
            waiting.removeAll { if case .updated = $0 { $0.widget == run.identifier } else { false } }
        case .misunderstood(let identifier, _):
            waiting.removeAll { if case .misunderstood(identifier, _) = $0 { true } else { false } }
        case .unavailable: waiting = []
        }
        waiting.append(self)
    }

    /// The last event that says whether a widget is there, unless the center has gone since.
    private static func last(of identifier: WidgetIdentifier, in waiting: [TodayEvent]) -> Int? {
        let index = waiting.lastIndex { $0.isUnavailable || $0.isPresence && $0.widget == identifier }
        return index.flatMap { waiting[$0].isUnavailable ? nil : $0 }
    }

    /// Whose event it is; nil for those of the center.
    private var widget: WidgetIdentifier? {
        switch self {
        case .added(let widget), .changed(let widget, _): widget.identifier
        case .removed(let identifier), .misunderstood(let identifier, _): identifier
        case .updated(let run): run.identifier
        case .today, .stored, .unavailable: nil
        }
    }

    /// Whether it has all properties of a widget.
    private var hasProperties: Bool {
        switch self {
        case .added, .changed: true
        case .removed, .today, .stored, .updated, .misunderstood, .unavailable: false
        }
    }

    /// Whether it says that a widget is there, or not any more.
    private var isPresence: Bool { if case .removed = self { true } else { hasProperties } }

    private var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}
