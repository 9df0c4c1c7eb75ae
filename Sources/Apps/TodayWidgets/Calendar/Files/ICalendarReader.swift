#if Widgets
    internal import CTodayIcal
    internal import TodayModel

    /// Reads the events of an iCalendar text: RFC 5545.
    struct ICalendarReader {
        let window: EventWindow
        /// The zone of times without a zone, and of days.
        let zone: Zone
        private(set) var events: [CalendarEvent] = []
        /// The reason why events are missing, as a clause; nil if all were read.
        private(set) var fault: String?

        /// The most events of one text.
        private static let maximumEvents = 5000
        /// The time that one text may take, so that a malicious rule delays the other widgets only a little.
        private static let maximumTime: Duration = .seconds(1)

        private let deadline = ContinuousClock.now + maximumTime

        init(window: EventWindow, zone: Zone = .system) {
            self.window = window
            self.zone = zone
        }

        /// Reads a text.
        mutating func read(_ text: String) {
            let trimmed = ForeignText.isBlank(text) ? "" : text
            guard Self.isWhole(trimmed) else {
                fault = "it isn’t a whole calendar"
                return
            }
            if ICalendarNesting.depth(text) > ICalendarNesting.limit {
                fault = "it has more than \(ICalendarNesting.limit) levels"
                return
            }
            ICalendarLibrary.use {
                guard let root = icalparser_parse_string(text) else {
                    fault = "it isn’t a calendar"
                    return
                }
                defer { icalcomponent_free(root) }
                if icalcomponent_isa(root) == ICAL_VCALENDAR_COMPONENT { return readCalendar(root) }
                var calendar = icalcomponent_get_first_component(root, ICAL_VCALENDAR_COMPONENT)
                while let current = calendar {
                    readCalendar(current)
                    calendar = icalcomponent_get_next_component(root, ICAL_VCALENDAR_COMPONENT)
                }
            }
        }

        /// Returns whether a text begins and ends as a calendar does. A file that is being written doesn't.
        private static func isWhole(_ text: String) -> Bool {
            var bytes = Array(text.utf8)[...]
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
            while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
            func matches(_ part: ArraySlice<UInt8>, _ word: String) -> Bool {
                part.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } == Array(word.utf8)
            }
            return matches(bytes.drop { $0 <= 0x20 }.prefix(15), "BEGIN:VCALENDAR")
                && matches(bytes.suffix(13), "END:VCALENDAR")
        }

        private mutating func readCalendar(_ calendar: OpaquePointer) {
            var components: [ICalendarComponent] = []
            var next = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT)
            while let current = next {
                components.append(ICalendarComponent(current, in: calendar, zone))
                next = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)
            }
            // Changed occurrences replace those of their series.
            var replaced: [String: Set<ICalendarKey>] = [:]
            for component in components {
                if let key = component.recurrenceKey { replaced[component.uid, default: []].insert(key) }
            }
            for component in components {
                guard let start = component.start else {
                    fault = "an event has no start"
                    continue
                }
                if component.isCanceled { continue }
                var series = ICalendarSeries(component, start, window: window, deadline: deadline)
                if component.recurrenceKey == nil {
                    series.expand(without: replaced[component.uid] ?? [])
                    fault = series.fault ?? fault
                } else {
                    series.addStart()
                }
                for occurrence in series.occurrences {
                    guard events.count < Self.maximumEvents else {
                        fault = "it has more than \(Self.maximumEvents) events"
                        return
                    }
                    let event = component.event(occurrence, start)
                    if window.includes(event, in: zone) { events.append(event) }
                }
            }
        }
    }
#endif
