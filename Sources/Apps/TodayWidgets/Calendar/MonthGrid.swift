#if Widgets
    internal import TodayModel

    /// The weeks of a month.
    struct MonthGrid: Hashable, Sendable {
        /// The first day of the first week, which may be in the month before.
        let first: Day
        /// The number of weeks, 4 to 6.
        let weeks: Int
        private let month: Day

        /// - Parameters:
        ///   - day: A day of the month.
        ///   - firstWeekday: The first day of the week: 0 is Sunday.
        init(of day: Day, firstWeekday: Int) {
            month = day.startOfMonth
            let before = (month.weekday - firstWeekday + 7) % 7
            first = month + -before
            let next = (month + 31).startOfMonth
            weeks = (before + next.number - month.number + 6) / 7
        }

        /// All days of the weeks.
        var days: [Day] { (0..<weeks * 7).map { first + $0 } }

        /// Returns whether a day is in the month.
        func isInMonth(_ day: Day) -> Bool { day.startOfMonth == month }
    }
#endif
