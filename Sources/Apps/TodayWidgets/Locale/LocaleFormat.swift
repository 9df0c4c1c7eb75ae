#if Widgets
    internal import CTodaySystem
    internal import Glibc
    internal import TodayPlatform
    internal import TodayModel

    /// The formats of a locale: days, dates and times.
    struct LocaleFormat: Sendable {
        /// The first day of the week: 0 is Sunday.
        let firstWeekday: Int
        /// The names of the days from Sunday on, such as `Sunday` and `Sun`.
        let weekdays: [String]
        let shortWeekdays: [String]
        /// The names of the months.
        let months: [String]
        /// Whether times are such as `2:05 PM`, not `14:05`.
        let usesTwelveHours: Bool
        /// Whether temperatures are in degrees Fahrenheit.
        let usesFahrenheit: Bool
        private let monthComesFirst: Bool

        /// - Parameter name: A POSIX name such as `de_DE.UTF-8`. If the system doesn't have the locale, names are English.
        init(_ name: String) {
            let territory = Self.territory(of: name)
            firstWeekday = Territories.firstWeekday(territory)
            usesFahrenheit = Territories.fahrenheit.contains(territory)
            let locale = Self.locale(name)
            defer { if let locale { freelocale(locale) } }
            weekdays = (0..<7).map { Self.text("%A", weekday: $0, in: locale) }
            shortWeekdays = (0..<7).map { Self.text("%a", weekday: $0, in: locale) }
            months = (0..<12).map { Self.text("%B", month: $0, in: locale) }
            usesTwelveHours = Territories.twelveHours.contains(territory)
            monthComesFirst = territory == "US" || territory.isEmpty
        }

        /// Returns a time of day, such as `14:05` or `2:05 PM`.
        func time(_ seconds: Int) -> String {
            let (hour, minute) = (seconds / 3600, seconds / 60 % 60)
            let minutes = minute < 10 ? "0\(minute)" : "\(minute)"
            if !usesTwelveHours { return "\(hour < 10 ? "0" : "")\(hour):\(minutes)" }
            return "\((hour + 11) % 12 + 1):\(minutes) \(hour < 12 ? "AM" : "PM")"
        }

        /// Returns a full hour in little space, such as `14` or `2 PM`.
        func hour(_ hour: Int) -> String {
            if !usesTwelveHours { return "\(hour < 10 ? "0" : "")\(hour)" }
            return "\((hour + 11) % 12 + 1) \(hour < 12 ? "AM" : "PM")"
        }

        /// Returns a date without its year, such as `Thursday, November 26`.
        func date(_ day: Day) -> String {
            let date = day.date
            let (weekday, name) = (weekdays[day.weekday], months[date.month - 1])
            return monthComesFirst ? "\(weekday), \(name) \(date.day)" : "\(weekday), \(date.day) \(name)"
        }

        /// Returns a month with its year, such as `November 2026`.
        func month(_ day: Day) -> String { "\(months[day.date.month - 1]) \(day.date.year)" }

        // MARK: Locales

        /// Returns `DE` of `de_DE.UTF-8@euro`; empty if the name has no territory.
        static func territory(of name: String) -> String {
            let plain = name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
            let parts = plain.split(separator: UInt8(ascii: "_"))
            return parts.count > 1 ? String(Substring(parts[1])).uppercased() : ""
        }

        private static func locale(_ name: String) -> locale_t? {
            let plain = String(Substring(name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }))
            // Another character set than UTF-8 is of no use here.
            let mask = CInt(1) << LC_CTYPE | CInt(1) << LC_TIME
            return newlocale(mask, plain + ".UTF-8", nil) ?? newlocale(mask, "C.UTF-8", nil)
                ?? newlocale(mask, "C", nil)
        }

        private static func text(_ format: String, weekday: Int = 0, month: Int = 0, in locale: locale_t?) -> String {
            guard let locale else { return "" }
            var time = tm()
            time.tm_wday = CInt(weekday)
            time.tm_mon = CInt(month)
            time.tm_mday = 1
            var buffer = [CChar](repeating: 0, count: 128)
            let count = strftime_l(&buffer, buffer.count, format, &time, locale)
            return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
#endif
