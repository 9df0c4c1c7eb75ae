#if Widgets
    import NotificationCenter
    import Testing

    @testable import TodayWidgets

    @Suite struct TimerInputTests {
        @Test(arguments: [
            ("25", 1500, ""), ("1:30", 90, ""), ("1:00:00", 3600, ""), ("90s", 90, ""), ("90 s", 90, ""),
            ("1h20m", 4800, ""), ("1h 20m", 4800, ""), ("1 hour 20 minutes", 4800, ""), ("Tea 4 min", 240, "Tea"),
            ("4 min Tea", 240, "Tea"), ("Green tea 3:30", 210, "Green tea"), ("10 Minutes pasta", 600, "pasta"),
            ("24h", 86400, ""), ("5 eggs", 300, "eggs"), ("Käse 2", 120, "Käse"),
        ])
        func lengthsAndNames(_ typed: String, _ seconds: Int, _ label: String) throws {
            let input = try #require(TimerInput.read(typed))
            #expect(input.seconds == seconds)
            #expect(input.label == label)
        }

        @Test(arguments: [
            "", "  ", "Tea", "0", "0:00", "25h", "1441", "1:60", "1:", ":", "-5", "1.5", "1:2:3:4", "99999999", "5x",
        ])
        func otherTextIsRefused(_ typed: String) { #expect(TimerInput.read(typed) == nil) }

        @Test(arguments: [
            ("5, 10, 25", [5, 10, 25]), ("5;10", [5, 10]), ("1 2 3 4 5", [1, 2, 3, 4]), ("", []), ("x, 7, -3, 0", [7]),
            ("1440, 1441", [1440]), ("5min", []),
        ])
        func buttons(_ text: String, _ minutes: [Int]) { #expect(TimerInput.presets(text) == minutes) }

        @Test(arguments: [
            (5, "5 s"), (60, "1 min"), (90, "1:30 min"), (3600, "1 h"), (5400, "1 h 30 min"), (3605, "1 h"),
            (61, "1:01 min"),
        ])
        func words(_ seconds: Int, _ text: String) { #expect(TimerInput.words(seconds) == text) }
    }

    @Suite struct CityTests {
        private static let known = [
            "America/New_York", "America/Argentina/Buenos_Aires", "Asia/Tokyo", "Europe/London", "Japan", "Etc/GMT+1",
        ]

        @Test(
            arguments: [
                ("Tokyo", ["Asia/Tokyo"], []), ("new york; London", ["America/New_York", "Europe/London"], []),
                ("America/New_York,asia/tokyo", ["America/New_York", "Asia/Tokyo"], []), ("", [], []), (" , ;", [], []),
                ("Buenos  Aires", ["America/Argentina/Buenos_Aires"], []),
                ("Atlantis, Tokyo", ["Asia/Tokyo"], ["Atlantis"]),
                ("../passwd", [], ["../passwd"]), ("Etc/GMT+1", ["Etc/GMT+1"], []),
            ] as [(String, [String], [String])])
        func citiesAreFound(_ text: String, _ zones: [String], _ unknown: [String]) {
            let result = City.read(text, known: Self.known)
            #expect(result.cities.map(\.zone) == zones)
            #expect(result.unknown == unknown)
        }

        @Test func namesAreForReaders() {
            let cities = City.read("New York، Buenos Aires", known: Self.known).cities
            #expect(cities.map(\.name) == ["New York", "Buenos Aires"])
        }

        @Test(.enabled(if: !City.zones.isEmpty, "the database of time zones is not installed (Debian package: tzdata)"))
        func theSystemKnowsCities() {
            #expect(City.read("Tokyo, New York, London, Berlin, Kolkata").unknown.isEmpty)
            #expect(City.read("UTC").cities.map(\.name) == ["UTC"])
        }

        /// 2026-11-26, 12:00 UTC.
        private static let noon = 1_795_694_400 as UInt64

        @Test(
            arguments: [
                // In Tokyo (+9 h), it is 21:00; from 15:00 UTC to midnight, the city is a day ahead.
                ("Asia/Tokyo", [("Tomorrow", 3, 12)]),
                // In New York (-5 h), it is 7:00; from midnight UTC to 5:00, the city is a day behind.
                ("America/New_York", [("Yesterday", 12, 17)]), ("Europe/London", []), ("Nowhere/At_All", []),
            ] as [(String, [(String, UInt64, UInt64)])])
        func daysAhead(_ zone: String, _ words: [(String, UInt64, UInt64)]) throws {
            let known = ["Asia/Tokyo", "America/New_York", "Europe/London", "Nowhere/At_All"]
            let city = try #require(City.read(zone, known: known).cities.first)
            let now = Timestamp(microseconds: Self.noon * 1_000_000)
            let shown = city.dayWords(at: now, home: Zone { _ in 0 })
            #expect(shown.map(\.text) == words.map(\.0))
            func hours(_ moment: Timestamp) -> UInt64 { (moment.microseconds / 1_000_000 - Self.noon) / 3600 }
            #expect(shown.map { hours($0.from) } == words.map(\.1))
            #expect(shown.map { hours($0.until) } == words.map(\.2))
            // An update in the same hour changes nothing.
            #expect(city.dayWords(at: now + .seconds(3599), home: Zone { _ in 0 }) == shown)
        }
    }
#endif
