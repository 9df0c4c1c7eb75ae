#if Widgets
    import Testing
    import TodayModel

    @testable import TodayWidgets

    /// The choice of the event to show, and the moments when it changes.
    struct AgendaTests {
        private static let zone = Zone { _ in 3600 }
        private static let day = Day(year: 2026, month: 11, day: 26)

        private static func moment(_ time: Int, days: Int = 0) -> Int64 {
            zone.moment(day + days, seconds: time / 100 * 3600 + time % 100 * 60)
        }

        private static func event(_ name: String, _ start: Int, _ end: Int, days: Int = 0) -> CalendarEvent {
            CalendarEvent(summary: name, start: moment(start, days: days), end: moment(end, days: days))
        }

        private static let fair = CalendarEvent(
            summary: "Fair", start: moment(0, days: -1), end: moment(0, days: 1), isAllDay: true)

        /// The next event over a day.
        @Test(arguments: [
            (0, "Breakfast"), (745, "Breakfast"), (800, "Breakfast"), (829, "Breakfast"), (830, "Stand-up"),
            (845, "Stand-up"), (900, "Stand-up"), (914, "Stand-up"), (915, "Workshop"), (930, "Workshop"),
            (1144, "Workshop"), (1145, "Lunch"), (1200, "Lunch"), (1259, "Lunch"), (1300, "Workshop"), (1700, "Fair"),
        ]) func theNextEventChangesWithTheTime(_ time: Int, _ name: String) {
            let agenda = Agenda(
                [
                    Self.event("Stand-up", 900, 930), Self.event("Workshop", 930, 1700),
                    Self.event("Lunch", 1200, 1300),
                    Self.event("Breakfast", 800, 830), Self.fair, Self.event("Trip", 700, 800, days: 3),
                ], now: Self.moment(time), zone: Self.zone)
            #expect(agenda.next?.summary == name)
            let moments = [745, 800, 830, 845, 900, 915, 930, 1145, 1200, 1300, 1700, 2400]
            #expect(agenda.nextChange == moments.first { $0 > time }.map { Self.moment($0) })
        }

        @Test func withoutEventsOnlyMidnightMatters() {
            let agenda = Agenda([], now: Self.moment(1200), zone: Self.zone)
            #expect(agenda.next == nil)
            #expect(agenda.nextChange == Self.moment(0, days: 1))
            #expect(agenda.remaining.isEmpty)
        }

        @Test func theListOfTodayHasWhatGoesOn() {
            let night = CalendarEvent(summary: "Night", start: Self.moment(2200, days: -1), end: Self.moment(600))
            let events = [
                Self.event("Past", 700, 800), Self.event("Later", 2200, 2300), Self.fair, night,
                Self.event("Tomorrow", 700, 800, days: 1), Self.event("Reminder", 1500, 1500),
            ]
            func names(_ time: Int) -> [String] {
                Agenda(events, now: Self.moment(time), zone: Self.zone).remaining.map(\.summary)
            }
            #expect(names(500) == ["Fair", "Night", "Past", "Reminder", "Later"])
            #expect(names(1200) == ["Fair", "Reminder", "Later"])
            #expect(names(2330) == ["Fair"])
            let agenda = Agenda(events, now: Self.moment(500), zone: Self.zone)
            #expect(agenda.busyDays(among: (-3...3).map { Self.day + $0 }) == Set((-1...1).map { Self.day + $0 }))
        }

        /// The offset of a zone changes at midnight in some places, so that a day begins at one.
        @Test func localTimesFollowChangesOfTheOffset() throws {
            let berlin = try #require(Zone(named: "Europe/Berlin"))
            let (spring, autumn) = (Day(year: 2026, month: 3, day: 29), Day(year: 2026, month: 10, day: 25))
            #expect(berlin.moment(spring + 1) - berlin.moment(spring) == 23 * 3600)
            #expect(berlin.moment(autumn + 1) - berlin.moment(autumn) == 25 * 3600)
            // 2:30 doesn't exist, or exists twice.
            #expect(berlin.local(berlin.moment(spring, seconds: 9000)).seconds == 12600)
            #expect(berlin.moment(autumn, seconds: 9000) + 3600 == berlin.moment(autumn, seconds: 10800) - 1800)
            let cairo = try #require(Zone(named: "Africa/Cairo"))
            let start = cairo.moment(Day(year: 2026, month: 4, day: 24))
            #expect(cairo.local(start).day == Day(year: 2026, month: 4, day: 24))
            #expect(cairo.local(start).seconds == 3600)
            #expect(cairo.local(start - 1).day == Day(year: 2026, month: 4, day: 23))
            #expect(Zone(named: "Nowhere/City") == nil)
            // All hours of two years are themselves again.
            for hour in 0..<(2 * 365 * 24) {
                let moment = Int64(1_735_689_600 + hour * 3600)
                let (day, seconds) = berlin.local(moment)
                let back = berlin.moment(day, seconds: seconds)
                #expect(back == moment || back == moment - 3600)
            }
        }
    }
#endif
