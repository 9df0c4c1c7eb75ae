#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    /// The content of the weather widget at a moment.
    struct WeatherView {
        let report: WeatherReport
        /// In seconds since 1970.
        let now: Int64
        let usesFahrenheit: Bool
        /// The reason why the forecast isn't newer, as a sentence; nil if it is the newest.
        var trouble: String?

        /// From this age on, in seconds, the content shows it.
        private static let oldAge: Int64 = 2 * 3600

        private var zone: Zone { report.place.timeZone }

        @ContentBuilder var content: [WidgetContent] {
            if let step = report.forecast.step(at: now) {
                current(step)
                age
                hours
                days
                // Translators: the name of the service that made the forecast.
                let source = tr("Forecast: {source}", ["source": "MET Norway"])
                Text(source, style: .caption, color: .secondary).url("https://www.met.no/en").modes(.expanded)
            } else {
                Text(tr("The forecast for {place} has ended.", ["place": report.place.title]), color: .secondary)
                age
            }
        }

        private func current(_ step: Forecast.Step) -> WidgetContent {
            Row(spacing: 12, alignment: .center) {
                Image(
                    icon: step.condition.icon(isNight: step.isNight), width: 32, height: 32,
                    description: step.condition.name)
                Text(temperature(step.temperature), style: .title)
                Column(spacing: 0) {
                    Text(Outlook.text(report.forecast, at: now, in: zone), style: .headline, lines: 1)
                    Text(report.place.title, style: .caption, color: .secondary, lines: 1)
                }
            }.id("now")
        }

        /// The age of a forecast that should be newer.
        @ContentBuilder private var age: [WidgetContent] {
            if let trouble { Text(trouble, style: .caption, color: .warning, lines: 2).id("trouble") }
            if trouble != nil || now - report.fetchedAt >= Self.oldAge {
                Row(spacing: 4) {
                    // Translators: the age of the forecast follows, such as 3 h ago.
                    Text(tr("Last forecast:"), style: .caption, color: .secondary)
                    Timer(
                        since: Timestamp(microseconds: UInt64(clamping: report.fetchedAt) * 1_000_000),
                        style: .relative)
                    Spacer()
                }.id("age")
            }
        }

        // MARK: Expanded

        @ContentBuilder private var hours: [WidgetContent] {
            let steps = report.forecast.hours(from: now, count: 24)
            if steps.count > 2 {
                Row(spacing: 8) {
                    for step in steps.prefix(12).enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
                        Column(spacing: 2, alignment: .center) {
                            Text(
                                Language.hour(zone.local(step.moment).seconds / 3600), style: .caption,
                                color: .secondary,
                                alignment: .center)
                            Image(
                                icon: step.condition.icon(isNight: step.isNight), width: 24, height: 24,
                                description: step.condition.name)
                            Text(temperature(step.temperature), alignment: .center)
                        }
                    }
                }.id("hours").modes(.expanded)
                Chart(
                    steps.map { degrees($0.temperature).rounded() }, label: tr("Temperature"), unit: "°",
                    showsValues: [.least, .most]
                )
                .accessibilityLabel(
                    trn(
                        "Temperature of the next {count} hour", "Temperature of the next {count} hours", steps.count)
                )
                .id("curve").modes(.expanded)
            }
        }

        @ContentBuilder private var days: [WidgetContent] {
            let days = report.forecast.days(from: now, in: zone)
            if days.count > 1 {
                Grid(columns: 4, spacing: 4) {
                    for day in days.dropFirst().prefix(6) {
                        Text(day.day.weekdayName, lines: 1)
                        Image(
                            icon: day.condition.icon(isNight: false), width: 20, height: 20,
                            description: day.condition.name)
                        let range: KeyValuePairs = ["low": temperature(day.low), "high": temperature(day.high)]
                        // Translators: the lowest and the highest temperature of a day.
                        Text(tr("{low} – {high}", range))
                        Text(
                            day.precipitation >= 0.5 ? precipitation(day.precipitation) : "", style: .caption,
                            color: .secondary)
                    }
                }.id("days").modes(.expanded)
            }
        }

        private func degrees(_ celsius: Double) -> Double { usesFahrenheit ? celsius * 9 / 5 + 32 : celsius }

        private func temperature(_ celsius: Double) -> String {
            // Translators: a temperature in degrees Celsius or Fahrenheit.
            tr("{number}°", ["number": Language.number(Int(degrees(celsius).rounded()))])
        }

        private func precipitation(_ millimeters: Double) -> String {
            // Translators: millimeters of rain.
            tr("{number} mm", ["number": Language.number(Int(millimeters.rounded()))])
        }
    }
#endif
