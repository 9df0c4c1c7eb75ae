#if Widgets
    import DBus
    import Testing

    @testable import TodayWidgets

    /// Forecasts, without the web.
    struct ForecastTests {
        /// November 26, 2026, 0:00 UTC.
        private static let midnight: Int64 = 1_795_651_200
        private static let utc = Zone { _ in 0 }

        private static func forecast(from hour: Int, _ symbols: [String]) throws -> Forecast {
            try MetNorway.forecast(
                Array(
                    ForecastText.forecast(
                        from: midnight + Int64(hour) * 3600,
                        symbols.enumerated().map { (Double($0.offset), $0.element) }
                    ).utf8))
        }

        private static func outlook(
            at hour: Int, _ symbols: [String], offset: Int = 0
        ) throws -> String {
            Outlook.text(
                try forecast(from: hour, symbols), at: midnight + Int64(hour) * 3600 + 1800, in: Zone { _ in offset })
        }

        @Test func theOutlookNamesTheNextChange() throws {
            let (dry, wet) = ("partlycloudy_day", "rain")
            #expect(try Self.outlook(at: 8, [dry, dry, dry, dry, wet, wet]) == "Rain at noon")
            #expect(try Self.outlook(at: 8, [dry, dry, wet]) == "Rain at 10:00")
            #expect(try Self.outlook(at: 8, [dry, dry, "snow"]) == "Snow at 10:00")
            #expect(try Self.outlook(at: 20, [dry, dry, dry, dry, "rainandthunder"]) == "Thunderstorm at midnight")
            #expect(try Self.outlook(at: 8, [wet, wet, "heavyrain", dry]) == "Rain until 11:00")
            #expect(try Self.outlook(at: 8, [wet, wet, wet, wet, dry]) == "Rain until noon")
            #expect(try Self.outlook(at: 8, Array(repeating: wet, count: 20)) == "Rain")
            #expect(try Self.outlook(at: 8, Array(repeating: dry, count: 20) + [wet]) == "Partly cloudy")
            // The time is that of the place.
            #expect(try Self.outlook(at: 8, [dry, dry, wet], offset: 9 * 3600) == "Rain at 19:00")
        }

        @Test func allSymbolsHaveAConditionAndAnIcon() {
            let bases = ["clearsky", "fair", "partlycloudy"]
            let rest = ["cloudy", "fog"]
            var names = bases.flatMap { [$0 + "_day", $0 + "_night", $0 + "_polartwilight"] } + rest
            for kind in ["rain", "sleet", "snow"] {
                for weight in ["light", "", "heavy"] {
                    for thunder in ["", "andthunder"] {
                        names.append(weight + kind + thunder)
                        names += ["_day", "_night"].map { weight + kind + "showers" + thunder + $0 }
                        // Two names of the service have a typing error that it keeps.
                        names += ["_day"].map { weight + "s" + kind + "showersandthunder" + $0 }
                    }
                }
            }
            for name in names {
                let condition = Condition(symbol: name)
                #expect(condition != nil, "\(name)")
                #expect(condition?.icon(isNight: true).utf8.starts(with: "weather-".utf8) ?? false)
            }
            #expect(Condition(symbol: "frogs") == nil)
            #expect(Condition(symbol: "lightrainshowersandthunder_day") == .thunder)
            #expect(Condition(symbol: "heavysnowshowers_night") == .snow)
        }

        @Test func hoursAndDaysComeFromTheSteps() throws {
            let forecast = try Self.forecast(from: 8, Array(repeating: "cloudy", count: 30))
            let now = Self.midnight + 8 * 3600 + 600
            #expect(forecast.step(at: now)?.temperature == 0)
            #expect(forecast.hours(from: now, count: 24).map(\.temperature) == (0..<24).map(Double.init))
            #expect(forecast.hours(from: now, count: 99).count == 30)
            let days = forecast.days(from: now, in: Self.utc)
            #expect(days.map(\.day.description).prefix(2) == ["2026-11-26", "2026-11-27"])
            #expect(days[0].low == 0 && days[0].high == 15)
            #expect(days[1].low == 5 && days[1].high == 29)
            #expect(days.last?.day == Day(year: 2026, month: 12, day: 2))
            // A last day without an afternoon doesn't count.
            let short = Forecast(steps: Array(forecast.steps.dropLast(1)))
            #expect(short.days(from: now, in: Self.utc).last?.day == Day(year: 2026, month: 12, day: 1))
            // A step of six hours, a moment before the forecast, and one after it.
            #expect(forecast.step(at: Self.midnight + 41 * 3600)?.hours == 6)
            #expect(forecast.step(at: Self.midnight + 8 * 3600 - 600)?.temperature == 0)
            #expect(forecast.step(at: Self.midnight) == nil)
            #expect(forecast.step(at: Self.midnight + 400 * 3600) == nil)
            #expect(forecast.hours(from: Self.midnight + 400 * 3600, count: 3).isEmpty)
        }

        @Test(arguments: [
            "", "null", "[]", "{}", #"{"properties":{}}"#, #"{"properties":{"timeseries":[]}}"#,
            #"{"properties":{"timeseries":[{"time":"x"},null,3,{"time":"2026-11-26T00:00:00Z","data":{}}]}}"#, "<html>",
            String(repeating: "[", count: 100),
        ]) func otherAnswersAreNoForecast(_ text: String) {
            #expect(throws: MetNorway.FormatError.self) { try MetNorway.forecast(Array(text.utf8)) }
        }

        @Test func damagedAnswersNeverTrap() throws {
            let text = Array(ForecastText.forecast(from: Self.midnight, [(1, "rain"), (2, "fog")]).utf8)
            for index in stride(from: 0, to: text.count, by: 7) {
                var damaged = text
                damaged[index] ^= 0x11
                _ = try? MetNorway.forecast(damaged)
                _ = try? MetNorway.forecast(Array(text[..<index]))
            }
            #expect(throws: MetNorway.FormatError.self) { try MetNorway.forecast([0xFF, 0xFE]) }
        }

        @Test func timesOfTheServicesAreRead() {
            #expect(MetNorway.moment(iso: "2026-11-26T00:00:00Z") == Self.midnight)
            #expect(MetNorway.moment(iso: "2026-11-26T23:59:59Z") == Self.midnight + 86399)
            for text in [
                "", "2026-11-26T00:00:00", "2026-13-26T00:00:00Z", "2026-11-26 00:00:00Z", "2026-1x-26T00:00:00Z",
            ] {
                #expect(MetNorway.moment(iso: text) == nil)
            }
            #expect(WeatherService.moment(http: "Thu, 26 Nov 2026 06:30:00 GMT") == Self.midnight + 23400)
            for text in ["", "0", "Thu, 26 Nov 2026 06:30:00 CET", "Thu, 26 Foo 2026 06:30:00 GMT", "26 Nov 2026 GMT"] {
                #expect(WeatherService.moment(http: text) == nil)
            }
        }

        @Test func placesAreCoordinatesOrFound() {
            #expect(Place(coordinates: "59.33, 18.07")?.query == "lat=59.33&lon=18.07")
            #expect(Place(coordinates: "-0.001,-179.999")?.query == "lat=0.0&lon=-180.0")
            for text in ["", "Stockholm", "91,0", "0,181", "1,2,3", "nan,0", "1;2", "Berlin, Germany"] {
                #expect(Place(coordinates: text) == nil)
            }
            let found = Place(found: Array(ForecastText.place.utf8))
            #expect(found?.name == "Tokyo")
            #expect(found?.zone == "Asia/Tokyo")
            #expect(found?.timeZone.offset(Self.midnight) == 9 * 3600)
            for text in ["", "{}", #"{"generationtime_ms":0.5}"#, #"{"results":[]}"#, #"{"results":[{"name":"x"}]}"#] {
                #expect(Place(found: Array(text.utf8)) == nil)
            }
        }

        @Test func aReportIsTheSameAfterItWasKept() throws {
            let place = try #require(Place(found: Array(ForecastText.place.utf8)))
            let report = WeatherReport(
                setting: "Tokyo \"x\"\n", place: place, forecast: try Self.forecast(from: 8, ["rain", "snow", "fog"]),
                fetchedAt: Self.midnight, expiresAt: Self.midnight + 1800, lastModified: "Thu, 26 Nov 2026 06:30:00 GMT"
            )
            #expect(WeatherReport(text: report.text) == report)
            for length in stride(from: 0, to: report.text.utf8.count, by: 11) {
                #expect(WeatherReport(text: String(report.text.prefix(length))) == nil)
            }
            #expect(!report.isDue(at: Self.midnight + 3599))
            #expect(report.isDue(at: Self.midnight + 3600))
            // The clock was set back.
            #expect(report.isDue(at: Self.midnight - 1))
        }
    }
#endif
