#if Widgets
    /// The events around a moment.
    struct Agenda: Sendable {
        /// All events, by start; of those with the same start, all-day events and then the shortest come first.
        let events: [CalendarEvent]
        /// In seconds since 1970.
        let now: Int64
        let zone: Zone

        /// An event that starts within this time, in seconds, is more interesting than one that has begun.
        private static let soon: Int64 = 15 * 60

        init(_ events: [CalendarEvent], now: Int64, zone: Zone) {
            self.events = Array(Set(events)).sorted(by: Self.precedes)
            self.now = now
            self.zone = zone
        }

        private static func precedes(_ left: CalendarEvent, _ right: CalendarEvent) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.isAllDay != right.isAllDay { return left.isAllDay }
            if left.end != right.end { return left.end < right.end }
            return left.summary.utf8.lexicographicallyPrecedes(right.summary.utf8)
        }

        var today: Day { zone.local(now).day }

        /// The event to show when there is room for one; nil if nothing is ahead.
        var next: CalendarEvent? {
            let ahead = events.first { !$0.isAllDay && $0.start > now }
            if let ahead, ahead.start - now <= Self.soon { return ahead }
            if let current = events.last(where: { !$0.isAllDay && isNow($0) }) { return current }
            if let ahead, zone.local(ahead.start).day == today { return ahead }
            return events.first { $0.isAllDay && isNow($0) } ?? events.first { $0.start > now }
        }

        /// Returns whether an event has begun and not ended.
        func isNow(_ event: CalendarEvent) -> Bool { event.start <= now && now < event.end }

        /// The events of today, without those that have ended.
        var remaining: [CalendarEvent] {
            events.filter { $0.days(in: zone).contains(today) && ($0.end > now || $0.start >= now) }
        }

        /// Returns those of some days that have events.
        func busyDays(among days: [Day]) -> Set<Day> {
            let ranges = events.map { $0.days(in: zone) }
            return Set(days.filter { day in ranges.contains { $0.contains(day) } })
        }

        /// The moment when the agenda is another one, by the clock alone: midnight, or the start or end of an event.
        var nextChange: Int64 {
            let moments = events.flatMap { [$0.start - Self.soon, $0.start, $0.end] }.filter { $0 > now }
            return min(moments.min() ?? .max, zone.moment(today + 1))
        }
    }
#endif
