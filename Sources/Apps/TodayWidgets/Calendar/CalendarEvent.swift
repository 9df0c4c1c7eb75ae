#if Widgets
    /// One occurrence of an event. Moments are in seconds since 1970.
    struct CalendarEvent: Hashable, Sendable {
        let summary: String
        let location: String
        let start: Int64
        /// Not before the start; the event doesn't include it.
        let end: Int64
        /// Whether it begins and ends at midnight, and is about days rather than times.
        let isAllDay: Bool

        init(summary: String, location: String = "", start: Int64, end: Int64, isAllDay: Bool = false) {
            self.summary = summary
            self.location = location
            self.start = start
            self.end = max(start, end)
            self.isAllDay = isAllDay
        }

        /// Returns its first and its last day.
        func days(in zone: Zone) -> ClosedRange<Day> {
            let first = zone.local(start).day
            return first...max(first, zone.local(end > start ? end - 1 : end).day)
        }
    }

    /// The days that a calendar is asked about.
    struct EventWindow: Hashable, Sendable {
        let first: Day
        /// The day after the last one.
        let end: Day

        /// The days of a month's grid, and at least two weeks from today on.
        init(_ grid: MonthGrid, today: Day) {
            first = min(grid.first, today)
            end = max(grid.first + 42, today + 15)
        }

        init(first: Day, end: Day) {
            self.first = first
            self.end = end
        }

        /// Returns whether an event is partly in the window.
        func includes(_ event: CalendarEvent, in zone: Zone) -> Bool {
            event.start < zone.moment(end) && max(event.end, event.start + 1) > zone.moment(first)
        }
    }
#endif
