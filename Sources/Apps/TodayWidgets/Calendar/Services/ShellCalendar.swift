#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The events of GNOME's calendar service, which GNOME Shell uses too.
    ///
    /// The service has one range for all programs: the one of the last call. It emits the events of a new range one after
    /// another.
    final class ShellCalendar: EventSource {
        nonisolated static let name: BusName = "org.gnome.Shell.CalendarServer"

        private var known: [String: CalendarEvent] = [:]
        /// Whether the known events are those of an earlier view, which the first new ones replace.
        private var isOld = false
        private var following: [Task<Void, Never>] = []

        /// The most events to keep.
        private static let maximumEvents = 5000

        var events: [CalendarEvent] { Array(known.values) }
        var warnings: [String] { [] }

        func start(_ window: EventWindow, changed: @escaping @WidgetActor () -> Void) async throws {
            stop()
            isOld = true
            let session = try await Buses.session()
            let server = ShellCalendarServer(session)
            let signals = try await server.proxy.signals(bufferingPolicy: .unbounded)
            let owners = try await session.owners(of: Self.name)
            following = [
                Task { [weak self] in
                    for await signal in signals {
                        guard !Task.isCancelled else { return }
                        if self?.apply(signal) ?? false { changed() }
                    }
                },
                Task { [weak self] in
                    // A service that starts again doesn't know the range.
                    for await owner in owners.dropFirst() where owner != nil {
                        guard !Task.isCancelled else { return }
                        self?.isOld = true
                        try? await Self.request(window, from: server)
                    }
                },
            ]
            try await Self.request(window, from: server)
            let hasCalendars: Bool? = try? await server.proxy.get("HasCalendars")
            if hasCalendars == false { known = [:] }
        }

        func stop() {
            for task in following { task.cancel() }
            following = []
        }

        private static func request(_ window: EventWindow, from server: ShellCalendarServer) async throws {
            try await server.setTimeRange(
                since: Zone.system.moment(window.first), until: Zone.system.moment(window.end), forceReload: true)
        }

        /// Applies a signal. Returns whether the events have changed.
        private func apply(_ signal: Signal) -> Bool {
            let before = known
            switch signal.member {
            case "EventsAddedOrUpdated":
                if isOld { known = [:] }
                isOld = false
                guard case .array(let entries, _)? = signal.body.first else { return false }
                add(entries.compactMap(Entry.init))
            case "EventsRemoved":
                for id in (try? signal.arguments(as: [String].self)) ?? [] { remove(startingWith: id) }
            case "ClientDisappeared":
                if let source = try? signal.arguments(as: String.self) { remove(startingWith: source + "\n") }
            default: return false
            }
            return known != before
        }

        private func add(_ entries: [Entry]) {
            var replaced: Set<String> = []
            for entry in entries {
                // All occurrences of a series come together, and replace the old ones.
                if let series = entry.series, replaced.insert(series).inserted { remove(startingWith: series) }
                if known.count < Self.maximumEvents { known[entry.id] = entry.event }
            }
        }

        private func remove(startingWith id: String) { known = known.filter { !$0.key.utf8.starts(with: id.utf8) } }

        /// An event in a signal: `(ssxxa{sv})`, or with a Boolean after the texts in older versions.
        private struct Entry {
            let id: String
            let event: CalendarEvent

            init?(_ value: DBusValue) {
                guard case .structure(let fields) = value, fields.count >= 4, case .string(let id) = fields[0],
                    case .string(let summary) = fields[1]
                else { return nil }
                let times = fields.compactMap { if case .int64(let time) = $0 { time } else { nil } }
                guard times.count == 2 else { return nil }
                self.id = id
                // The service doesn't say which events are about days.
                let isAllDay =
                    times[1] > times[0]
                    && times.allSatisfy { Zone.system.local($0).seconds == 0 }
                let title = ForeignText.title(summary)
                event = CalendarEvent(
                    summary: title.isEmpty ? tr("No title") : title, start: times[0], end: times[1], isAllDay: isAllDay)
            }

            /// The beginning of the ids of its series; nil for a single event, whose id ends with a line feed.
            var series: String? {
                guard let end = id.utf8.lastIndex(of: 0x0A), id.utf8.index(after: end) < id.utf8.endIndex else {
                    return nil
                }
                return String(id[...end])
            }
        }
    }
#endif
