#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// The web services: forecasts of MET Norway, and Open-Meteo's search for places.
    struct WeatherService: Sendable {
        private let forecasts: String
        private let places: String
        private let allowsPlain: Bool

        /// The variable with the address of a server that answers in place of both services; it may use plain HTTP.
        static let variable = "TODAY_WIDGETS_SERVER"

        /// - Parameter server: The address of that server; nil for the services.
        init(server: String? = Environment[variable]) {
            forecasts = server ?? "https://api.met.no"
            places = server ?? "https://geocoding-api.open-meteo.com"
            allowsPlain = server != nil
        }

        /// More than ten days of hours take.
        private static let limit = 1 << 20

        /// Finds a place by its name.
        ///
        /// - Throws: `NCWidgetError` or ``WebError``, both with a sentence for the user in the first line.
        func place(named name: String, locale: String) async throws -> Place {
            let language = String(Substring(locale.utf8.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }))
            let url =
                "\(places)/v1/search?name=\(Self.encoded(name))&count=1&format=json"
                + (language.utf8.count == 2 ? "&language=\(language)" : "")
            let answer = try await Web.fetch(url, limit: Self.limit, allowsPlain: allowsPlain)
            guard let place = Place(found: answer.body) else {
                throw NCWidgetError(tr("The place “{name}” wasn’t found. Check its name in Settings", ["name": name]))
            }
            return place
        }

        /// Gets the forecast of a place.
        ///
        /// - Parameter old: The last report, which is renewed if the server has nothing newer.
        /// - Throws: `NCWidgetError` or ``WebError``, both with a sentence for the user in the first line.
        func report(
            of place: Place, setting: String, replacing old: WeatherReport?, now: Int64
        ) async throws -> WeatherReport {
            let known = old.flatMap { $0.place.query == place.query && !$0.lastModified.isEmpty ? $0 : nil }
            let answer = try await Web.fetch(
                "\(forecasts)/weatherapi/locationforecast/2.0/compact?\(place.query)", limit: Self.limit,
                headers: known.map { ["If-Modified-Since: \($0.lastModified)"] } ?? [], allowsPlain: allowsPlain)
            let expiresAt = answer.headers["expires"].flatMap(WeatherService.moment(http:)) ?? 0
            let forecast: Forecast
            if answer.status == 304, let known {
                forecast = known.forecast
            } else {
                do { forecast = try MetNorway.forecast(answer.body) } catch {
                    throw NCWidgetError(tr("The service didn’t send a forecast") + "\n" + error.description)
                }
            }
            return WeatherReport(
                setting: setting, place: place, forecast: forecast, fetchedAt: now,
                // A wrong clock of the server must not stop the updates.
                expiresAt: min(max(expiresAt, now), now + 6 * 3600),
                lastModified: answer.headers["last-modified"] ?? known?.lastModified ?? "")
        }

        /// Reads a date such as `Thu, 26 Nov 2026 06:30:00 GMT`. RFC 9110, section 5.6.7.
        static func moment(http text: String) -> Int64? {
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            let parts = text.split(at: " ").map(String.init)
            guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
                let month = months.firstIndex(of: parts[2]), let year = Int(parts[3]), (1970...9999).contains(year)
            else { return nil }
            let time = parts[4].split(at: ":").compactMap { Int($0) }
            guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0..<61).contains(time[2])
            else {
                return nil
            }
            return Int64(Day(year: year, month: month + 1, day: day).number) * 86400
                + Int64(time[0] * 3600 + time[1] * 60 + time[2])
        }

        /// RFC 3986, section 2.
        private static func encoded(_ text: String) -> String {
            let digits = Array("0123456789ABCDEF")
            return text.utf8.map { byte -> String in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    String(UnicodeScalar(byte))
                default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
                }
            }.joined()
        }
    }
#endif
