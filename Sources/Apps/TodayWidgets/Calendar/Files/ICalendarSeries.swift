#if Widgets
    internal import CTodayIcal
    internal import TodayModel

    /// The occurrences of an event within a window: RRULE, RDATE and EXDATE of RFC 5545, section 3.8.5.
    struct ICalendarSeries {
        private(set) var occurrences: [ICalendarTime] = []
        /// The reason why occurrences are missing, as a clause.
        private(set) var fault: String?

        private let component: ICalendarComponent
        private let start: ICalendarTime
        private let window: EventWindow
        private let deadline: ContinuousClock.Instant
        private var known: Set<ICalendarKey> = []

        /// The most occurrences of a series in the window, and the most steps to get there.
        private static let maximumOccurrences = 1000
        private static let maximumSteps = 20000

        init(
            _ component: ICalendarComponent, _ start: ICalendarTime, window: EventWindow,
            deadline: ContinuousClock.Instant
        ) {
            self.component = component
            self.start = start
            self.window = window
            self.deadline = deadline
        }

        /// Adds the first occurrence.
        mutating func addStart() { occurrences.append(start) }

        /// Adds all occurrences.
        ///
        /// - Parameter replaced: The occurrences that other components replace.
        mutating func expand(without replaced: Set<ICalendarKey>) {
            known = replaced
            for time in component.times(ICAL_EXDATE_PROPERTY, icalproperty_get_exdate) {
                known.insert(time.key(component.user))
            }
            add(start)
            for property in component.properties(ICAL_RDATE_PROPERTY) {
                let value = icalproperty_get_rdate(property)
                let time = icaltime_is_null_time(value.time) == 0 ? value.time : value.period.start
                if icaltime_is_null_time(time) == 0 { add(start.at(time)) }
            }
            for property in component.properties(ICAL_RRULE_PROPERTY) { add(icalproperty_get_rrule(property)) }
        }

        /// Adds an occurrence that isn't excluded. Returns its moment.
        @discardableResult
        private mutating func add(_ time: ICalendarTime) -> Int64 {
            let moment = time.moment(component.user)
            // Some programs exclude a day of an event that has a time.
            if !known.contains(.day(time.day)), known.insert(time.key(component.user)).inserted {
                occurrences.append(time)
            }
            return moment
        }

        private mutating func add(_ original: icalrecurrencetype) {
            var rule = original
            if rule.freq == ICAL_SECONDLY_RECURRENCE || rule.freq == ICAL_MINUTELY_RECURRENCE {
                fault = "an event repeats every minute"
                return
            }
            if ContinuousClock.now > deadline {
                fault = "it takes too long to read"
                return
            }
            let user = component.user
            let length = component.length(start)
            let (from, end) = (user.moment(window.first) - length, user.moment(window.end))
            let hasUntil = icaltime_is_null_time(rule.until) == 0
            let until: Int64? = hasUntil ? start.at(rule.until).lastMoment(user) : nil
            // libical then stops at the end of the window, even if nothing matches the rule.
            rule.until = Self.time(Day(number: min(window.end.number, 2_000_000)) + 2, like: start.time)
            guard let iterator = icalrecur_iterator_new(rule, start.time) else {
                fault = "an event has a rule that can’t be read"
                return
            }
            defer { icalrecur_iterator_free(iterator) }
            // A rule with a count has to be followed from its start.
            let skipTo = user.local(from).day + -1
            if rule.count == 0, skipTo > start.day {
                icalrecur_iterator_set_start(iterator, Self.time(skipTo, like: start.time))
            }
            for step in 0..<Self.maximumSteps {
                let next = icalrecur_iterator_next(iterator)
                if icaltime_is_null_time(next) != 0 { return }
                let time = start.at(next)
                let moment = time.moment(user)
                if moment >= end || until.map({ moment > $0 }) ?? false { return }
                if moment >= from { add(time) }
                if occurrences.count > Self.maximumOccurrences || step % 64 == 63 && ContinuousClock.now > deadline {
                    break
                }
            }
            fault = "an event repeats too often"
        }

        private static func time(_ day: Day, like time: icaltimetype) -> icaltimetype {
            var result = time
            let date = day.date
            (result.year, result.month, result.day) = (CInt(date.year), CInt(date.month), CInt(date.day))
            return result
        }
    }

    extension ICalendarTime {
        /// The last moment of a rule's `UNTIL`. A date includes its whole day.
        fileprivate func lastMoment(_ user: Zone) -> Int64 {
            if icaltime_is_utc(time) != 0 { return moment(user) }
            if time.is_date != 0 || isDate {
                return ICalendarTime(time: time, zone: nil, isDate: true).day.lastMoment(user)
            }
            return moment(user)
        }
    }

    extension Day {
        fileprivate func lastMoment(_ zone: Zone) -> Int64 { zone.moment(self + 1) - 1 }
    }
#endif
