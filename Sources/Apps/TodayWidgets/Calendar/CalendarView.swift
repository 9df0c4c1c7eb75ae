#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    /// The content of the calendar widget at a moment.
    struct CalendarView {
        let agenda: Agenda
        let format: LocaleFormat
        let warnings: [String]

        /// The most events in the list of today.
        private static let maximumRows = 12

        @ContentBuilder var content: [WidgetContent] {
            Text(format.date(agenda.today), style: .headline, color: .accent, lines: 1).id("date")
            if let event = agenda.next {
                next(event)
            } else {
                Text("No events ahead", color: .secondary).id("none")
            }
            month
            today
            for (index, warning) in warnings.enumerated() {
                Text(warning, style: .caption, color: .warning, lines: 2).privacySensitive().id("warning-\(index)")
            }
        }

        // MARK: Events

        private func next(_ event: CalendarEvent) -> WidgetContent {
            Row(spacing: 8) {
                Column(spacing: 0) {
                    Text(event.summary, lines: 1)
                    Text(details(event), style: .caption, color: .secondary, lines: 1)
                }
                Spacer()
                if !event.isAllDay, !agenda.isNow(event) {
                    Timer(until: timestamp(event.start), style: .relative, finishedText: "now")
                } else if !event.isAllDay {
                    Text("now", color: .accent)
                }
            }.id("next").privacySensitive()
        }

        /// Returns the day, the time and the location.
        private func details(_ event: CalendarEvent) -> String {
            let day = agenda.zone.local(event.start).day
            var parts: [String] = []
            switch day.number - agenda.today.number {
            case ...0: break
            case 1: parts.append("Tomorrow")
            case ..<7: parts.append(format.weekdays[day.weekday])
            default: parts.append(format.date(day))
            }
            parts.append(time(event))
            if !event.location.isEmpty { parts.append(event.location) }
            return parts.joined(separator: " · ")
        }

        private func time(_ event: CalendarEvent) -> String {
            if event.isAllDay { return "All day" }
            let (start, end) = (agenda.zone.local(event.start), agenda.zone.local(event.end))
            if event.end == event.start { return format.time(start.seconds) }
            if end.day == start.day || event.end - event.start < 86400 {
                return "\(format.time(start.seconds))–\(format.time(end.seconds))"
            }
            // An event of several days.
            return start.day == agenda.today
                ? "From \(format.time(start.seconds))"
                : end.day == agenda.today ? "Until \(format.time(end.seconds))" : "All day"
        }

        private func timestamp(_ moment: Int64) -> Timestamp {
            Timestamp(microseconds: UInt64(clamping: moment) * 1_000_000)
        }

        @ContentBuilder private var today: [WidgetContent] {
            let events = agenda.remaining
            if !events.isEmpty {
                Column(spacing: 4) {
                    Text("Today", style: .caption, color: .secondary)
                    for event in events.prefix(Self.maximumRows) {
                        Row(spacing: 8) {
                            Text(time(event), style: .caption, color: .secondary, lines: 1)
                            Text(event.summary, lines: 1)
                            Spacer()
                        }
                    }
                    if events.count > Self.maximumRows {
                        Text("\(events.count - Self.maximumRows) more", style: .caption, color: .secondary)
                    }
                }.id("today").privacySensitive().modes(.expanded)
            }
        }

        // MARK: Month

        private var month: WidgetContent {
            let grid = MonthGrid(of: agenda.today, firstWeekday: format.firstWeekday)
            let busy = agenda.busyDays(among: grid.days)
            return Column(spacing: 4) {
                Text(format.month(agenda.today), style: .caption, color: .secondary, alignment: .center)
                Grid(columns: 7, spacing: 2) {
                    for column in 0..<7 {
                        Text(
                            format.shortWeekdays[(format.firstWeekday + column) % 7], style: .caption,
                            color: .secondary,
                            lines: 1, alignment: .center)
                    }
                    for day in grid.days { cell(day, isBusy: busy.contains(day), isInMonth: grid.isInMonth(day)) }
                }
            }.id("month").modes(.expanded)
        }

        private func cell(_ day: Day, isBusy: Bool, isInMonth: Bool) -> WidgetContent {
            let isToday = day == agenda.today
            let spoken = format.date(day) + (isToday ? ", today" : "") + (isBusy ? ", has events" : "")
            return Text(
                "\(day.date.day)\(isBusy ? "•" : "")", style: isToday ? .headline : nil,
                color: isToday ? .accent : isInMonth ? nil : .secondary, alignment: .center
            ).accessibilityLabel(spoken)
        }
    }
#endif
