#if Widgets
    /// The next hours in a few words.
    enum Outlook {
        /// The hours to look at.
        private static let hours = 18

        /// Returns a line such as `Rain at noon`, `Snow until 15:00` or `Partly cloudy`.
        static func text(_ forecast: Forecast, at moment: Int64, in zone: Zone, _ format: LocaleFormat) -> String {
            let steps = forecast.hours(from: moment, count: hours)
            guard let current = steps.first ?? forecast.step(at: moment) else { return "" }
            guard let change = steps.first(where: { $0.condition.isWet != current.condition.isWet }) else {
                return current.condition.name
            }
            let time = time(zone.local(change.moment).seconds, format)
            return current.condition.isWet
                ? "\(current.condition.name) until \(time)" : "\(change.condition.name) at \(time)"
        }

        private static func time(_ seconds: Int, _ format: LocaleFormat) -> String {
            switch seconds {
            case 0: "midnight"
            case 12 * 3600: "noon"
            default: format.time(seconds)
            }
        }
    }
#endif
