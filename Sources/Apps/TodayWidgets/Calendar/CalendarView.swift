#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    /// The content of the calendar widget at a moment.
    struct CalendarView {
        let agenda: Agenda
        let territory: Territory
        let warnings: [String]

        /// The most events in the list of today.
        private static let maximumRows = 12

        @ContentBuilder var content: [WidgetContent] {
            Text(agenda.today.name(in: territory), style: .headline, color: .accent, lines: 1).id("date")
            if let event = agenda.next {
                next(event)
            } else {
                Text(tr("No events ahead"), color: .secondary).id("none")
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
                    Timer(until: timestamp(event.start), style: .relative, finishedText: tr("now"))
                } else if !event.isAllDay {
                    Text(tr("now"), color: .accent)
                }
            }.id("next").privacySensitive()
        }

        /// Returns the day, the time and the location.
        private func details(_ event: CalendarEvent) -> String {
            let day = agenda.zone.local(event.start).day
            var parts: [String] = []
            switch day.number - agenda.today.number {
            case ...0: break
            case 1: parts.append(tr("Tomorrow"))
            case ..<7: parts.append(day.weekdayName)
            default: parts.append(day.name(in: territory))
            }
            parts.append(time(event))
            if !event.location.isEmpty { parts.append(event.location) }
            return parts.joined(separator: " · ")
        }

        private func time(_ event: CalendarEvent) -> String {
            if event.isAllDay { return tr("All day") }
            let (start, end) = (agenda.zone.local(event.start), agenda.zone.local(event.end))
            let times = (start: Language.time(start.seconds), end: Language.time(end.seconds))
            if event.end == event.start { return times.start }
            if end.day == start.day || event.end - event.start < 86400 {
                // Translators: the times of day at which an event starts and ends.
                return tr("{start}–{end}", ["start": times.start, "end": times.end])
            }
            // An event of several days.
            // Translators: the time of day at which an event starts.
            if start.day == agenda.today { return tr("From {time}", ["time": times.start]) }
            // Translators: the time of day at which an event ends.
            return end.day == agenda.today ? tr("Until {time}", ["time": times.end]) : tr("All day")
        }

        private func timestamp(_ moment: Int64) -> Timestamp {
            Timestamp(microseconds: UInt64(clamping: moment) * 1_000_000)
        }

        @ContentBuilder private var today: [WidgetContent] {
            let events = agenda.remaining
            if !events.isEmpty {
                Column(spacing: 4) {
                    Text(trc("day", "Today"), style: .caption, color: .secondary)
                    for event in events.prefix(Self.maximumRows) {
                        Row(spacing: 8) {
                            Text(time(event), style: .caption, color: .secondary, lines: 1)
                            Text(event.summary, lines: 1)
                            Spacer()
                        }
                    }
                    if events.count > Self.maximumRows {
                        let count = events.count - Self.maximumRows
                        // Translators: events that have no room.
                        Text(trn("{count} more", "{count} more", count), style: .caption, color: .secondary)
                    }
                }.id("today").privacySensitive().modes(.expanded)
            }
        }

        // MARK: Month

        private var month: WidgetContent {
            let grid = MonthGrid(of: agenda.today, firstWeekday: territory.firstWeekday)
            let busy = agenda.busyDays(among: grid.days)
            return Column(spacing: 4) {
                Text(agenda.today.monthName, style: .caption, color: .secondary, alignment: .center)
                Grid(columns: 7, spacing: 2) {
                    for day in grid.days.prefix(7) {
                        Text(
                            day.shortWeekdayName, style: .caption, color: .secondary, lines: 1, alignment: .center)
                    }
                    for day in grid.days { cell(day, isBusy: busy.contains(day), isInMonth: grid.isInMonth(day)) }
                }
            }.id("month").modes(.expanded)
        }

        private func cell(_ day: Day, isBusy: Bool, isInMonth: Bool) -> WidgetContent {
            let isToday = day == agenda.today
            return Text(
                Language.number(day.date.day) + (isBusy ? "•" : ""), style: isToday ? .headline : nil,
                color: isToday ? .accent : isInMonth ? nil : .secondary, alignment: .center
            ).accessibilityLabel(spoken(day, isBusy: isBusy))
        }

        /// Returns what a screen reader says about a day.
        private func spoken(_ day: Day, isBusy: Bool) -> String {
            let date = day.name(in: territory)
            // Translators: about a day of the calendar, as are the next two.
            if day == agenda.today, isBusy { return tr("{date}, today, has events", ["date": date]) }
            if day == agenda.today { return tr("{date}, today", ["date": date]) }
            return isBusy ? tr("{date}, has events", ["date": date]) : date
        }
    }
#endif
