#if Widgets
    internal import NotificationCenter

    /// The events of evolution-data-server.
    final class EvolutionCalendars: EventSource {
        private let calendars: EvolutionLists<[CalendarEvent]>

        /// - Parameter names: The names of the calendars to show, in lower case; empty for those that are selected in
        ///   Evolution.
        init(names: Set<String> = []) { calendars = EvolutionLists(.calendar, names: names) }

        var events: [CalendarEvent] { calendars.lists.values.flatMap { $0.content ?? [] } }
        var warnings: [String] { calendars.warnings }

        func start(_ window: EventWindow, changed: @escaping @WidgetActor () -> Void) async throws {
            let query = EvolutionQuery(expression: Self.query(window)) { objects in
                var reader = ICalendarReader(window: window)
                reader.read(
                    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + objects.joined(separator: "\r\n") + "\r\nEND:VCALENDAR\r\n")
                return (reader.events, reader.fault)
            }
            try await calendars.start(query, changed: changed)
        }

        func stop() { calendars.stop() }

        /// An hour more on both sides doesn't matter: the reader looks at the window again.
        private static func query(_ window: EventWindow) -> String {
            "(occur-in-time-range? (make-time \"\((window.first + -1).basic)T000000Z\") "
                + "(make-time \"\((window.end + 1).basic)T000000Z\"))"
        }
    }
#endif
