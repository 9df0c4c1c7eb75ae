#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    extension TimerWidget {
        @ContentBuilder var content: WidgetContent {
            Column {
                if let countdown { running(countdown) } else { presets }
                if countdown == nil { field.modes(.expanded) }
                cities
            }
        }

        @ContentBuilder private func running(_ countdown: Countdown) -> [WidgetContent] {
            let isSmall = extensionContext?.widgetSize == .small
            if isSmall, !countdown.label.isEmpty { Text(countdown.label, style: .caption, lines: 1) }
            Row(alignment: .center) {
                if !isSmall, !countdown.label.isEmpty { Text(countdown.label, lines: 1) }
                Timer(until: countdown.end, finishedText: tr("Time is up")).id("countdown")
                Spacer()
                Button(tr("Stop")) { self.stop() }.id("stop").showBefore(countdown.end)
                Button(tr("Done")) { self.stop() }.id("done").showAfter(countdown.end)
            }
            let start = countdown.end + .seconds(-countdown.seconds)
            Progress(since: start, until: countdown.end).showBefore(countdown.end)
            // The next countdown begins with one tap, and a panel shows the buttons without this program.
            presets.widgetContent.showAfter(countdown.end)
        }

        private var presets: WidgetContent {
            Row {
                for minutes in TimerInput.presets(minutes) {
                    // Translators: a length of time in minutes.
                    Button(trn("{count} min", "{count} min", minutes)) { self.start(minutes * 60) }.id(
                        "start-\(minutes)")
                }
            }
            .widgetContent
        }

        private var field: WidgetContent {
            // Translators: what the user can type. The units s, min and h are understood in every language.
            let examples = tr("12, 1:30 or Tea 4 min")
            return Entry(tr("Start a timer"), placeholder: examples) { try self.start(typed: $0) }.id("start")
        }

        @ContentBuilder private var cities: [WidgetContent] {
            let (cities, unknown) = City.read(zones)
            for city in cities.prefix(Self.maximumCities) {
                Row {
                    Text(city.name, lines: 1)
                    Spacer()
                    for word in city.dayWords(at: .now) {
                        Text(word.text, style: .caption, color: .secondary, lines: 1)
                            .showAfter(word.from).showBefore(word.until)
                    }
                    Clock(zone: city.zone)
                }
                .modes(.expanded).id("city-\(city.zone)")
            }
            if !unknown.isEmpty {
                let names = Language.list(unknown)
                // Translators: names of cities that the user has typed.
                Text(tr("Unknown: {names}", ["names": names]), style: .caption, color: .warning).modes(.expanded)
            }
        }

        /// The greatest number of cities to show.
        private static let maximumCities = 24
    }
#endif
