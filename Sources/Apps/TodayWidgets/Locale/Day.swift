#if Widgets
    internal import TodayModel

    /// A day of the Gregorian calendar, without a time zone.
    struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// The number of days since January 1, 1970.
        let number: Int

        init(number: Int) { self.number = number }

        /// Makes a day of a date. A day beyond the end of the month counts on into the next one.
        init(year: Int, month: Int, day: Int) {
            number = CivilDate(year: year, month: month, day: day).daysSince1970
        }

        var date: CivilDate { CivilDate(daysSince1970: number) }

        /// The day of the week: 0 is Sunday.
        var weekday: Int { date.weekday }

        /// The first day of its month.
        var startOfMonth: Day { Day(number: number - date.day + 1) }

        /// The date by ISO 8601.
        var description: String { date.text }

        /// The date in the basic form of ISO 8601, such as `20261126`.
        var basic: String { String(String.UnicodeScalarView(description.unicodeScalars.filter { $0 != "-" })) }

        static func < (left: Day, right: Day) -> Bool { left.number < right.number }
        static func + (day: Day, count: Int) -> Day { Day(number: day.number + count) }
    }
#endif
