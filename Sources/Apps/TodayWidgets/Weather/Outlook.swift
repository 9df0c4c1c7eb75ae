#if Widgets
    internal import TodayModel

    /// The next hours in a few words.
    enum Outlook {
        /// The hours to look at.
        private static let hours = 18

        /// Returns a line such as `Rain at noon`, `Snow until 15:00` or `Partly cloudy`.
        static func text(_ forecast: Forecast, at moment: Int64, in zone: Zone) -> String {
            let steps = forecast.hours(from: moment, count: hours)
            guard let current = steps.first ?? forecast.step(at: moment) else { return "" }
            guard let change = steps.first(where: { $0.condition.isWet != current.condition.isWet }) else {
                return current.condition.name
            }
            let seconds = zone.local(change.moment).seconds
            return current.condition.isWet
                ? end(of: current.condition, at: seconds) : start(of: change.condition, at: seconds)
        }

        private static func end(of condition: Condition, at seconds: Int) -> String {
            let values: KeyValuePairs = ["weather": condition.name, "time": Language.time(seconds)]
            // Translators: the weather is such as Rain or Light rain.
            return switch seconds {
            case 0: tr("{weather} until midnight", values)
            case 12 * 3600: tr("{weather} until noon", values)
            default: tr("{weather} until {time}", values)
            }
        }

        private static func start(of condition: Condition, at seconds: Int) -> String {
            let values: KeyValuePairs = ["weather": condition.name, "time": Language.time(seconds)]
            // Translators: the weather is such as Rain or Light rain.
            return switch seconds {
            case 0: tr("{weather} at midnight", values)
            case 12 * 3600: tr("{weather} at noon", values)
            default: tr("{weather} at {time}", values)
            }
        }
    }
#endif
