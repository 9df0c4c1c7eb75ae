#if Widgets
    import Testing
    import TodayModel

    @testable import TodayWidgets

    /// Events of iCalendar texts.
    struct ICalendarReaderTests {
        private static let november = EventWindow(
            first: Day(year: 2026, month: 11, day: 1), end: Day(year: 2026, month: 12, day: 1))

        private static func calendar(_ lines: String) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines.split(separator: "\n").joined(separator: "\r\n"))\r\nEND:VCALENDAR\r\n"
        }

        /// An event with these lines.
        private static func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT\n" }

        private static func read(
            _ text: String, _ window: EventWindow = november, zone: String = "Europe/Berlin"
        ) throws -> ICalendarReader {
            var reader = ICalendarReader(window: window, zone: try #require(Zone(named: zone)))
            reader.read(text)
            return reader
        }

        /// Returns the starts and ends in Berlin, or the days.
        private static func times(
            _ lines: String, _ window: EventWindow = november, zone: String = "Europe/Berlin"
        ) throws -> [String] {
            let reader = try read(calendar(lines), window, zone: zone)
            #expect(reader.fault == nil)
            let zone = try #require(Zone(named: zone))
            return reader.events.sorted { $0.start < $1.start }.map { event in
                let (start, end) = (zone.local(event.start), zone.local(event.end))
                if event.isAllDay { return "\(start.day) +\(end.day.number - start.day.number)" }
                return "\(start.day) \(Language.time(start.seconds))-\(Language.time(end.seconds))"
            }
        }

        // MARK: Times

        @Test func timesHaveZones() throws {
            let own = """
                BEGIN:VTIMEZONE
                TZID:Factory
                BEGIN:STANDARD
                DTSTART:19700101T000000
                TZOFFSETFROM:+0500
                TZOFFSETTO:+0500
                END:STANDARD
                END:VTIMEZONE

                """
            for (start, time) in [
                (":20261126T090000Z", "10:00"), (":20261126T090000", "09:00"),
                (";TZID=Asia/Tokyo:20261126T170000", "09:00"),
                (";TZID=Factory:20261126T120000", "08:00"), (";TZID=Unknown Zone:20261126T090000", "09:00"),
                (";TZID=/freeassociation.sourceforge.net/Asia/Tokyo:20261126T170000", "09:00"),
            ] {
                #expect(
                    try Self.times(own + Self.event("DTSTART\(start)\nDURATION:PT0S"))
                        == ["2026-11-26 \(time)-\(time)"])
            }
        }

        @Test func lengthsComeFromTheEndOrTheDuration() throws {
            for (lines, expected) in [
                ("DTSTART:20261126T100000\nDTEND:20261126T113000", "2026-11-26 10:00-11:30"),
                ("DTSTART:20261126T100000\nDURATION:PT45M", "2026-11-26 10:00-10:45"),
                ("DTSTART:20261126T100000", "2026-11-26 10:00-10:00"),
                ("DTSTART:20261126T100000\nDTEND:20261126T090000", "2026-11-26 10:00-10:00"),
                ("DTSTART:20261126T230000\nDTEND:20261127T010000", "2026-11-26 23:00-01:00"),
                ("DTSTART;VALUE=DATE:20261126", "2026-11-26 +1"),
                ("DTSTART;VALUE=DATE:20261126\nDTEND;VALUE=DATE:20261129", "2026-11-26 +3"),
                ("DTSTART;VALUE=DATE:20261126\nDURATION:P2D", "2026-11-26 +2"),
                ("DTSTART;VALUE=DATE:20261126\nDTEND;VALUE=DATE:20261126", "2026-11-26 +1"),
            ] { #expect(try Self.times(Self.event(lines)) == [expected]) }
        }

        @Test func eventsAtTheEdgesOfTheWindowCount() throws {
            #expect(try Self.times(Self.event("DTSTART:20261031T230000\nDTEND:20261101T010000")).count == 1)
            #expect(try Self.times(Self.event("DTSTART:20261031T230000\nDTEND:20261101T000000")).isEmpty)
            #expect(try Self.times(Self.event("DTSTART:20261201T000000")).isEmpty)
            #expect(try Self.times(Self.event("DTSTART;VALUE=DATE:20200101\nDTEND;VALUE=DATE:20300101")).count == 1)
        }

        // MARK: Series

        @Test func aSeriesKeepsItsLocalTime() throws {
            let window = EventWindow(first: Day(year: 2026, month: 3, day: 27), end: Day(year: 2026, month: 4, day: 1))
            let rule = "RRULE:FREQ=DAILY"
            let nights = try Self.times(
                Self.event("DTSTART;TZID=Europe/Berlin:20200101T023000\nDURATION:PT1H\n\(rule)"), window)
            // On the day of the change, 2:30 doesn't exist.
            #expect(
                nights == [
                    "2026-03-27 02:30-03:30", "2026-03-28 02:30-03:30", "2026-03-29 03:30-04:30",
                    "2026-03-30 02:30-03:30", "2026-03-31 02:30-03:30",
                ])
            // A series in UTC moves instead.
            #expect(
                try Self.times(Self.event("DTSTART:20200101T080000Z\n\(rule)"), window).map { $0.suffix(5) }
                    == ["09:00", "09:00", "10:00", "10:00", "10:00"])
            // New York changes weeks earlier.
            #expect(
                try Self.times(
                    Self.event("DTSTART;TZID=America/New_York:20200106T090000\nRRULE:FREQ=WEEKLY"),
                    EventWindow(first: Day(year: 2026, month: 3, day: 1), end: Day(year: 2026, month: 4, day: 1)))
                    == [
                        "2026-03-02 15:00-15:00", "2026-03-09 14:00-14:00", "2026-03-16 14:00-14:00",
                        "2026-03-23 14:00-14:00", "2026-03-30 15:00-15:00",
                    ])
        }

        @Test(
            arguments: [
                ("DTSTART:20200106T090000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", [2, 5, 16, 19, 30]),
                ("DTSTART:20200131T090000\nRRULE:FREQ=MONTHLY;BYDAY=-1FR", [27]),
                ("DTSTART:20201126T090000\nRRULE:FREQ=YEARLY", [26]),
                ("DTSTART:20261120T090000\nRRULE:FREQ=DAILY;COUNT=3", [20, 21, 22]),
                ("DTSTART:20261030T090000\nRRULE:FREQ=DAILY;COUNT=4", [1, 2]),
                ("DTSTART:20261120T090000\nRRULE:FREQ=DAILY;UNTIL=20261122", [20, 21, 22]),
                ("DTSTART:20261120T090000\nRRULE:FREQ=DAILY;UNTIL=20261122T080000Z", [20, 21, 22]),
                ("DTSTART:20261120T090000\nRRULE:FREQ=DAILY;UNTIL=20261122T075959Z", [20, 21]),
                ("DTSTART:20261120T090000\nRDATE:20261124T090000,20261125T090000", [20, 24, 25]),
                (
                    "DTSTART:20261120T090000\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20261121T090000\nEXDATE:20261122T080000Z",
                    [20, 23]
                ),
                ("DTSTART:20261120T090000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261121", [20, 22]),
                ("DTSTART;VALUE=DATE:20261101\nRRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20261115", [1, 8, 15]),
                ("DTSTART;VALUE=DATE:20261101\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261108,20261122", [1, 15, 29]),
                // The start is an occurrence even if the rule doesn't have it.
                ("DTSTART:20261104T090000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=10", [4, 10]),
                ("DTSTART:20200106T090000\nRRULE:FREQ=YEARLY;BYWEEKNO=48;BYDAY=MO", [23]),
            ] as [(String, [Int])]) func rulesGiveDays(_ lines: String, _ days: [Int]) throws
        {
            let numbers = try Self.times(Self.event(lines)).map { Int($0.dropFirst(8).prefix(2)) }
            #expect(numbers == days)
        }

        /// The reader skips to the window; without the skip, the result is the same.
        @Test(arguments: [
            "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SA;WKST=SU", "FREQ=MONTHLY;BYMONTHDAY=31",
            "FREQ=MONTHLY;INTERVAL=5;BYDAY=2WE", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "FREQ=YEARLY;INTERVAL=2",
            "FREQ=YEARLY;BYMONTH=2,11;BYDAY=-1SU", "FREQ=DAILY;BYMONTH=3,10", "FREQ=YEARLY;BYYEARDAY=100,200,300",
        ]) func skippingToTheWindowChangesNothing(_ rule: String) throws {
            let lines = Self.event("DTSTART;TZID=Europe/Berlin:20210115T003000\nDURATION:PT2H\nRRULE:\(rule)")
            let years = EventWindow(first: Day(year: 2021, month: 1, day: 1), end: Day(year: 2024, month: 1, day: 1))
            let all = try Self.read(Self.calendar(lines), years).events
            #expect(!all.isEmpty)
            let zone = try #require(Zone(named: "Europe/Berlin"))
            for month in 0..<35 {
                let first = Day(year: 2021 + month / 12, month: month % 12 + 1, day: 1)
                let window = EventWindow(first: first, end: first + 42)
                let found = try Self.read(Self.calendar(lines), window).events
                #expect(Set(found) == Set(all.filter { window.includes($0, in: zone) }), "\(first)")
            }
        }

        @Test func changedOccurrencesReplaceThoseOfTheSeries() throws {
            let lines =
                Self.event("SUMMARY:Weekly\nDTSTART;TZID=Europe/Berlin:20261102T100000\nRRULE:FREQ=WEEKLY")
                + Self.event(
                    "RECURRENCE-ID;TZID=Europe/Berlin:20261109T100000\nDTSTART;TZID=Europe/Berlin:20261110T150000")
                + Self.event("RECURRENCE-ID:20261116T090000Z\nSTATUS:CANCELLED\nDTSTART:20261116T090000Z")
                // Of another series.
                + "BEGIN:VEVENT\nUID:2\nRECURRENCE-ID:20261123T090000Z\nDTSTART:20261124T090000Z\nEND:VEVENT\n"
            #expect(
                try Self.times(lines) == [
                    "2026-11-02 10:00-10:00", "2026-11-10 15:00-15:00", "2026-11-23 10:00-10:00",
                    "2026-11-24 10:00-10:00", "2026-11-30 10:00-10:00",
                ])
        }

        // MARK: Faults

        @Test func textsThatAreNoCalendarsHaveFaults() throws {
            let whole = Self.calendar(Self.event("DTSTART:20261126T100000Z"))
            for text in ["", "\n\n", "garbage", String(whole.dropLast(4)), String(whole.dropLast(30)), "x" + whole] {
                let reader = try Self.read(text)
                #expect(reader.fault == "it isn’t a whole calendar")
                #expect(reader.events.isEmpty)
            }
            #expect(try Self.read("\u{FEFF}" + whole + "\n\n").events.count == 1)
            #expect(try Self.read(whole + whole).events.count == 2)
            let partly = try Self.read(Self.calendar(Self.event("SUMMARY:x") + Self.event("DTSTART:20261126T100000Z")))
            #expect(partly.fault == "an event has no start")
            #expect(partly.events.count == 1)
        }

        @Test func deepNestingIsRefused() throws {
            let deep = String(repeating: "BEGIN:VEVENT\r\n", count: 100_000)
            #expect(try Self.read(Self.calendar(deep)).fault == "it has more than 16 levels")
            // Also if the lines are folded, have parameters, or are in lower case.
            for line in ["BEG\r\n IN:VEVENT\r\n", "begin;X=1:VEVENT\r\n", "BEGIN :VEVENT\r\n"] {
                #expect(ICalendarNesting.depth(String(repeating: line, count: 20)) == 20)
            }
            #expect(ICalendarNesting.depth(Self.calendar(Self.event("DESCRIPTION:BEGIN:x"))) == 2)
        }

        /// None of these takes noticeable time, though libical alone would take hours.
        @Test(
            arguments: [
                ("FREQ=SECONDLY", "an event repeats every minute"), ("FREQ=MINUTELY", "an event repeats every minute"),
                ("FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", nil), ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", nil),
                ("FREQ=HOURLY;BYMINUTE=0,10,20,30,40,50", "an event repeats too often"),
                ("FREQ=DAILY;COUNT=2000000000", nil),
                ("FREQ=NEVER", nil),
            ] as [(String, String?)]) func endlessRulesAreBounded(_ rule: String, _ fault: String?) throws
        {
            let reader = try Self.read(Self.calendar(Self.event("DTSTART:19700101T000000\nRRULE:\(rule)")))
            if let fault { #expect(reader.fault == fault) }
            #expect(reader.events.count <= 1100)
        }

        @Test func manyEventsAreBounded() throws {
            let lines = (0..<6000).map { "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20261126T100000Z\nEND:VEVENT\n" }.joined()
            let reader = try Self.read(Self.calendar(lines))
            #expect(reader.events.count == 5000)
            #expect(reader.fault == "it has more than 5000 events")
        }

        @Test func textIsMadeHarmless() throws {
            let reader = try Self.read(
                Self.calendar(Self.event("DTSTART:20261126T100000Z\nSUMMARY:One\\nTwo\\, \u{202E}three\nLOCATION: ")))
            #expect(reader.events.first?.summary == "One Two, three")
            #expect(reader.events.first?.location == "")
        }
    }
#endif
