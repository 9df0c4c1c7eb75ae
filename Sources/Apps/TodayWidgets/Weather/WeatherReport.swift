#if Widgets
    internal import DBus
    internal import TodayModel

    /// A forecast with its source, as it is kept between runs of the program.
    struct WeatherReport: Hashable, Sendable {
        /// The setting of the place that it is for; empty for the location of this machine.
        let setting: String
        let place: Place
        let forecast: Forecast
        /// The time of the last successful request. This time and the next one are in seconds since 1970.
        var fetchedAt: Int64
        /// The time from which the server has a newer forecast.
        var expiresAt: Int64
        /// The header field `Last-Modified` of the answer; empty if it had none.
        var lastModified: String

        /// Whether it is time for another request: an hour has passed, and the server has something new.
        func isDue(at now: Int64) -> Bool { now >= dueAt || now < fetchedAt }

        /// The time of the next request.
        var dueAt: Int64 { max(fetchedAt + 3600, expiresAt) }

        // MARK: Text

        /// The report as JSON on one line.
        var text: String {
            let steps = forecast.steps.map { step in
                JSON.array([
                    .integer(step.moment), .integer(Int64(step.hours)), .number(step.temperature),
                    .string(step.condition.rawValue), .boolean(step.isNight), .number(step.precipitation),
                ])
            }
            return JSON.object([
                JSON.Member("setting", .string(setting)), JSON.Member("name", .string(place.name)),
                JSON.Member("latitude", .number(place.latitude)), JSON.Member("longitude", .number(place.longitude)),
                JSON.Member("zone", .string(place.zone)), JSON.Member("fetched", .integer(fetchedAt)),
                JSON.Member("expires", .integer(expiresAt)), JSON.Member("modified", .string(lastModified)),
                JSON.Member("steps", .array(steps)),
            ]).line
        }
    }

    extension WeatherReport {
        /// Reads a report; nil if the text isn't one.
        init?(text: String) {
            guard let root = try? DBusValue(json: text), let setting = root["setting"]?.text,
                let name = root["name"]?.text, let latitude = root["latitude"]?.double,
                let longitude = root["longitude"]?.double, let zone = root["zone"]?.text,
                let place = Place(name: name, latitude: latitude, longitude: longitude, zone: zone),
                case .int64(let fetchedAt)? = root["fetched"], case .int64(let expiresAt)? = root["expires"],
                let lastModified = root["modified"]?.text, case .array(let entries, _)? = root["steps"]
            else { return nil }
            let steps = entries.compactMap { Forecast.Step($0.unwrapped) }
            if steps.isEmpty || steps.count != entries.count { return nil }
            self.init(
                setting: setting, place: place, forecast: Forecast(steps: steps), fetchedAt: fetchedAt,
                expiresAt: expiresAt, lastModified: lastModified)
        }
    }

    extension Forecast.Step {
        /// Reads a step of a report.
        fileprivate init?(_ value: DBusValue) {
            guard case .array(let values, _) = value, values.count == 6, case .int64(let moment) = values[0].unwrapped,
                case .int64(let hours) = values[1].unwrapped, hours == 1 || hours == 6,
                let temperature = values[2].double, let condition = values[3].text.flatMap(Condition.init(rawValue:)),
                case .boolean(let isNight) = values[4].unwrapped, let precipitation = values[5].double
            else { return nil }
            self.init(
                moment: moment, hours: Int(hours), temperature: temperature, condition: condition, isNight: isNight,
                precipitation: precipitation)
        }
    }
#endif
