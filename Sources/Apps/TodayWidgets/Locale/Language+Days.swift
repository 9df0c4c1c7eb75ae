#if Widgets
    internal import TodayModel

    extension Language {
        /// Returns a time of day, such as `14:05`.
        static func time(_ seconds: Int) -> String { format(ofDay: seconds, timeFormat) }

        /// Returns a full hour in little space, such as `14`.
        static func hour(_ hour: Int) -> String { format(ofDay: hour * 3600, hourFormat) }

        private static func format(ofDay seconds: Int, _ format: String) -> String {
            Language.format(CivilDate(daysSince1970: 0), secondOfDay: Int64(seconds), format)
        }
    }

    extension Day {
        private func text(_ format: String) -> String { Language.format(date, format) }

        /// The name of the day of the week, such as `Sunday`.
        var weekdayName: String { text("%A") }

        /// The short name of the day of the week, such as `Sun`.
        var shortWeekdayName: String { text("%a") }

        /// The date in numbers, such as `2026-11-26`.
        var dateText: String { text(Language.dateFormat) }

        /// The month with its year, such as `November 2026`.
        var monthName: String {
            // Translators: a month and a year.
            tr("{month} {year}", ["month": text("%OB"), "year": text("%Y")])
        }

        /// Returns the date without its year, such as `Thursday, November 26`.
        func name(in territory: Territory) -> String {
            let values: KeyValuePairs = [
                "weekday": weekdayName, "month": text("%B"), "day": Language.number(date.day),
            ]
            // Translators: a date without its year, in the order of your language.
            if territory.monthComesFirst { return tr("{weekday}, {month} {day}", values) }
            // Translators: the same as “{weekday}, {month} {day}” in every language but English.
            return tr("{weekday}, {day} {month}", values)
        }
    }
#endif
