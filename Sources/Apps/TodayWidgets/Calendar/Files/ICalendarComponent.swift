#if Widgets
    internal import CTodayIcal
    internal import DBus
    internal import TodayModel

    /// The identity of an occurrence within its series: its original day or time.
    enum ICalendarKey: Hashable {
        case day(Day)
        case moment(Int64)
    }

    /// A local time of an event, with its zone.
    struct ICalendarTime {
        /// Without a zone unless it is in UTC.
        let time: icaltimetype
        /// Nil for the zone of the user.
        let zone: Zone?
        let isDate: Bool

        var day: Day { Day(year: Int(time.year), month: Int(time.month), day: Int(time.day)) }

        /// Returns the moment of this time.
        func moment(_ user: Zone) -> Int64 {
            if isDate { return user.moment(day) }
            let seconds = Int(time.hour) * 3600 + Int(time.minute) * 60 + Int(time.second)
            if icaltime_is_utc(time) != 0 { return Int64(day.number) * 86400 + Int64(seconds) }
            return (zone ?? user).moment(day, seconds: seconds)
        }

        /// Returns the same time of day, or the day, of an occurrence.
        func at(_ other: icaltimetype) -> ICalendarTime { ICalendarTime(time: other, zone: zone, isDate: isDate) }

        func key(_ user: Zone) -> ICalendarKey { isDate ? .day(day) : .moment(moment(user)) }
    }

    /// A VEVENT or a VTODO. It is valid as long as its calendar.
    struct ICalendarComponent {
        let pointer: OpaquePointer
        let uid: String
        let start: ICalendarTime?
        /// The key of the occurrence that it changes; nil for a whole series or a single event.
        let recurrenceKey: ICalendarKey?
        /// The zone of the user.
        let user: Zone
        private let calendar: OpaquePointer

        init(_ pointer: OpaquePointer, in calendar: OpaquePointer, _ user: Zone) {
            self.pointer = pointer
            self.calendar = calendar
            self.user = user
            uid = icalcomponent_get_uid(pointer).map { String(cString: $0) } ?? ""
            start = Self.time(ICAL_DTSTART_PROPERTY, icalproperty_get_dtstart, pointer, calendar)
            recurrenceKey =
                Self.time(ICAL_RECURRENCEID_PROPERTY, icalproperty_get_recurrenceid, pointer, calendar)?.key(user)
        }

        /// The end of a task.
        var due: ICalendarTime? { Self.time(ICAL_DUE_PROPERTY, icalproperty_get_due, pointer, calendar) }

        /// The moment when a task was completed.
        var completed: ICalendarTime? {
            Self.time(ICAL_COMPLETED_PROPERTY, icalproperty_get_completed, pointer, calendar)
        }

        var isCanceled: Bool { icalcomponent_get_status(pointer) == ICAL_STATUS_CANCELLED }

        /// Returns the event of an occurrence.
        func event(_ occurrence: ICalendarTime, _ start: ICalendarTime) -> CalendarEvent {
            let begin = occurrence.moment(user)
            let end =
                occurrence.isDate ? user.moment(occurrence.day + dayCount(start)) : begin + length(start)
            return CalendarEvent(
                summary: text(icalcomponent_get_summary(pointer)) ?? tr("No title"),
                location: text(icalcomponent_get_location(pointer)) ?? "", start: begin, end: end,
                isAllDay: occurrence.isDate)
        }

        private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            guard let pointer else { return nil }
            let text = ForeignText.title(String(cString: pointer))
            return text.isEmpty ? nil : text
        }

        // MARK: Length

        /// Returns the length of the event in seconds. RFC 5545, section 3.6.1.
        func length(_ start: ICalendarTime) -> Int64 {
            if start.isDate { return Int64(dayCount(start)) * 86400 }
            if let end { return max(0, end.moment(user) - start.moment(user)) }
            return max(0, duration ?? 0)
        }

        private func dayCount(_ start: ICalendarTime) -> Int {
            if let end { return max(1, end.day.number - start.day.number) }
            return max(1, Int(duration ?? 0) / 86400)
        }

        private var end: ICalendarTime? { Self.time(ICAL_DTEND_PROPERTY, icalproperty_get_dtend, pointer, calendar) }

        private var duration: Int64? {
            guard let property = icalcomponent_get_first_property(pointer, ICAL_DURATION_PROPERTY) else { return nil }
            return Int64(icaldurationtype_as_int(icalproperty_get_duration(property)))
        }

        // MARK: Times

        /// Returns the times of a property that may appear several times.
        func times(
            _ kind: icalproperty_kind, _ read: (OpaquePointer) -> icaltimetype
        ) -> [ICalendarTime] {
            properties(kind).compactMap { Self.time(read($0), of: $0, calendar) }
        }

        /// Returns all properties of a kind.
        func properties(_ kind: icalproperty_kind) -> [OpaquePointer] {
            var found: [OpaquePointer] = []
            var next = icalcomponent_get_first_property(pointer, kind)
            while let current = next {
                found.append(current)
                next = icalcomponent_get_next_property(pointer, kind)
            }
            return found
        }

        private static func time(
            _ kind: icalproperty_kind, _ read: (OpaquePointer) -> icaltimetype, _ pointer: OpaquePointer,
            _ calendar: OpaquePointer
        ) -> ICalendarTime? {
            guard let property = icalcomponent_get_first_property(pointer, kind) else { return nil }
            return time(read(property), of: property, calendar)
        }

        private static func time(
            _ value: icaltimetype, of property: OpaquePointer, _ calendar: OpaquePointer
        ) -> ICalendarTime? {
            guard icaltime_is_null_time(value) == 0, icaltime_is_valid_time(value) != 0 else { return nil }
            let isDate = value.is_date != 0
            let needsZone = !isDate && icaltime_is_utc(value) == 0
            return ICalendarTime(time: value, zone: needsZone ? zone(of: property, calendar) : nil, isDate: isDate)
        }

        /// Returns the zone that a property names: one of the calendar's own, or an IANA name.
        private static func zone(of property: OpaquePointer, _ calendar: OpaquePointer) -> Zone? {
            guard let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
                let name = icalparameter_get_tzid(parameter)
            else { return nil }
            if let own = icalcomponent_get_timezone(calendar, name) { return zone(own) }
            // Some programs put their own name before that of the zone, as in `/freeassociation.sourceforge.net/CET`.
            let parts = String(cString: name).split(at: "/")
            return (1...3).reversed().lazy.compactMap { Zone(named: parts.suffix($0).joined(separator: "/")) }.first
        }

        /// Returns the zone of a calendar, which is valid as long as the calendar.
        ///
        /// libical's own conversion isn't that of RFC 5545, section 3.3.5, for times that a change of the offset skips.
        private static func zone(_ own: OpaquePointer) -> Zone {
            // A pointer isn't Sendable.
            let address = Int(bitPattern: own)
            return Zone { moment in
                var (time, isDaylight) = (icaltime_from_timet_with_zone(time_t(moment), 0, nil), CInt(0))
                return Int(
                    icaltimezone_get_utc_offset_of_utc_time(OpaquePointer(bitPattern: address), &time, &isDaylight))
            }
        }
    }
#endif
