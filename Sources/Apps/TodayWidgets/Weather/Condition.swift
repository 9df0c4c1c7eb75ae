#if Widgets
    internal import TodayModel

    /// The state of the weather, from the symbols of met.no.
    enum Condition: String, Hashable, Sendable {
        case clear, fair
        case partlyCloudy = "partly-cloudy"
        case cloudy, fog
        case lightRain = "light-rain"
        case rain
        case heavyRain = "heavy-rain"
        case showers, sleet, snow, thunder

        /// Reads a symbol code such as `lightrainshowersandthunder_day`. MET Norway, WeatherIcon 2.0.
        ///
        /// - Returns: Nil for an unknown symbol.
        init?(symbol: String) {
            let name = String(Substring(symbol.utf8.prefix { $0 != UInt8(ascii: "_") }))
            switch name {
            case "clearsky": self = .clear
            case "fair": self = .fair
            case "partlycloudy": self = .partlyCloudy
            case "cloudy": self = .cloudy
            case "fog": self = .fog
            case _ where Self.contains(name, "thunder"): self = .thunder
            case _ where Self.contains(name, "snow"): self = .snow
            case _ where Self.contains(name, "sleet"): self = .sleet
            case "lightrain", "lightrainshowers": self = .lightRain
            case "rain": self = .rain
            case "rainshowers": self = .showers
            case "heavyrain", "heavyrainshowers": self = .heavyRain
            default: return nil
            }
        }

        private static func contains(_ text: String, _ word: String) -> Bool {
            let (text, word) = (Array(text.utf8), Array(word.utf8))
            guard text.count >= word.count else { return false }
            return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
        }

        /// Whether something falls from the sky.
        var isWet: Bool {
            switch self {
            case .lightRain, .rain, .heavyRain, .showers, .sleet, .snow, .thunder: true
            case .clear, .fair, .partlyCloudy, .cloudy, .fog: false
            }
        }

        /// The name for users.
        var name: String {
            switch self {
            case .clear: trc("weather", "Clear")
            case .fair: trc("weather", "Mostly clear")
            case .partlyCloudy: trc("weather", "Partly cloudy")
            case .cloudy: trc("weather", "Cloudy")
            case .fog: trc("weather", "Fog")
            case .lightRain: trc("weather", "Light rain")
            case .rain: trc("weather", "Rain")
            case .heavyRain: trc("weather", "Heavy rain")
            case .showers: trc("weather", "Showers")
            case .sleet: trc("weather", "Sleet")
            case .snow: trc("weather", "Snow")
            case .thunder: trc("weather", "Thunderstorm")
            }
        }

        /// The name of the icon: Icon Naming Specification, "Standard Status Icons".
        func icon(isNight: Bool) -> String {
            switch self {
            case .clear: isNight ? "weather-clear-night" : "weather-clear"
            case .fair, .partlyCloudy: isNight ? "weather-few-clouds-night" : "weather-few-clouds"
            case .cloudy: "weather-overcast"
            case .fog: "weather-fog"
            case .lightRain, .showers: "weather-showers-scattered"
            case .rain, .heavyRain: "weather-showers"
            case .sleet, .snow: "weather-snow"
            case .thunder: "weather-storm"
            }
        }
    }
#endif
