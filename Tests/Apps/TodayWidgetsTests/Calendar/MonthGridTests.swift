#if Widgets
    import Testing
    import TodayModel

    @testable import TodayWidgets

    /// Days and months, over years and first days of the week.
    struct MonthGridTests {
        /// From 1899 to 2101, which has both kinds of centuries.
        @Test func daysCountOnWithoutGaps() {
            var day = Day(year: 1899, month: 1, day: 1)
            var weekday = 0
            let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for year in 1899...2101 {
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                for month in 1...12 {
                    for number in 1...(month == 2 && isLeap ? 29 : lengths[month - 1]) {
                        #expect(day == Day(year: year, month: month, day: number))
                        #expect((day.date.year, day.date.month, day.date.day) == (year, month, number))
                        #expect(day.weekday == weekday)
                        day = day + 1
                        weekday = (weekday + 1) % 7
                    }
                }
            }
            #expect(Day(number: 0).description == "1970-01-01")
        }

        @Test func everyMonthFillsWholeWeeks() {
            for year in 1999...2040 {
                for month in 1...12 {
                    for firstWeekday in 0..<7 {
                        let first = Day(year: year, month: month, day: 1)
                        let next =
                            month == 12
                            ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
                        let grid = MonthGrid(of: first + 20, firstWeekday: firstWeekday)
                        #expect(grid.first.weekday == firstWeekday)
                        #expect((4...6).contains(grid.weeks))
                        #expect(grid.days.count == grid.weeks * 7)
                        #expect(grid.days.filter(grid.isInMonth).count == next.number - first.number)
                        // No week is wholly outside of the month.
                        #expect(grid.first + 7 > first)
                        #expect(grid.days[grid.days.count - 1] + -7 < next)
                        #expect(MonthGrid(of: first, firstWeekday: firstWeekday) == grid)
                    }
                }
            }
            // The shortest and the longest month.
            #expect(MonthGrid(of: Day(year: 2026, month: 2, day: 1), firstWeekday: 0).weeks == 4)
            #expect(MonthGrid(of: Day(year: 2026, month: 8, day: 31), firstWeekday: 1).weeks == 6)
        }

        @Test(arguments: [
            ("de_DE.UTF-8", 1), ("en_US.UTF-8", 0), ("ar_EG", 6), ("dv_MV", 5), ("C", 1), ("fr_CA@euro", 0),
            ("ja_JP", 0),
            ("en_GB", 1), ("", 1),
        ]) func theWeekBeginsByTheTerritory(_ locale: String, _ weekday: Int) {
            #expect(Territory(of: locale).firstWeekday == weekday)
        }

        @Test func datesFollowTheTerritory() {
            let day = Day(year: 2026, month: 11, day: 26)
            #expect(day.name(in: Territory(of: "C")) == "Thursday, November 26")
            #expect(day.name(in: Territory(of: "en_US.UTF-8")) == "Thursday, November 26")
            #expect(day.name(in: Territory(of: "en_GB")) == "Thursday, 26 November")
            #expect(Territory(of: "en_US").usesFahrenheit && !Territory(of: "de_DE").usesFahrenheit)
        }

        @Test func timesAndDatesFollowTheLanguage() {
            let days = (0..<7).map { Day(year: 2026, month: 11, day: 22) + $0 }
            #expect(days.map(\.shortWeekdayName) == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
            #expect(days[4].weekdayName == "Thursday" && days[4].monthName == "November 2026")
            #expect(days[4].dateText == "2026-11-26")
            #expect([0, 43_200, 50_700].map { Language.time($0) } == ["00:00", "12:00", "14:05"])
            #expect([0, 9, 13].map { Language.hour($0) } == ["00", "09", "13"])
        }
    }
#endif
