#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// The next event, and the month.
    ///
    /// Events come from GNOME's calendar service, else from evolution-data-server, else from files. It follows them by
    /// signals while a panel looks; a timer only marks midnight and the times of events.
    final class CalendarWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.calendar"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("Calendar")

        /// A folder of iCalendar files; empty for the first source that exists.
        @NCSetting("Folder") var folder = ""
        /// The names of the calendars to show, separated by commas; empty for all.
        @NCSetting("Calendars") var calendars = ""

        private var source: (any EventSource)?
        /// The settings that the source was chosen for.
        private var chosen: [String] = []
        private var isFollowed = false
        /// Whether the source has been read once.
        private var isKnown = false
        /// The last request to the source.
        private var followed: Followed?
        private lazy var timer = WallTimer { [weak self] in self?.timeDidChange() }

        private struct Followed: Equatable {
            let window: EventWindow
            /// Of the system's zone, in seconds.
            let offset: Int
        }

        init() { Watching.shared.add(self) }

        var content: WidgetContent {
            // Until the events are known, panels show those of the last time.
            if let source, isKnown {
                CalendarView(agenda: agenda, territory: territory, warnings: source.warnings).content
            }
        }

        func startSource() async throws {
            isFollowed = true
            if chosen != [folder, calendars] || source == nil { try await choose() } else { try await follow() }
            isKnown = true
            schedule()
        }

        func stopSource() {
            isFollowed = false
            timer.cancel()
            source?.stop()
        }

        /// A new setting needs another source, even if the old one is followed.
        func widgetPerformUpdate() async throws -> NCUpdateResult {
            if isFollowed, chosen != [folder, calendars] {
                try await choose()
                schedule()
            }
            try await Watching.shared.update(self)
            return .newData
        }

        // MARK: Source

        /// Finds the first source that answers.
        private func choose() async throws {
            source?.stop()
            source = nil
            chosen = [folder, calendars]
            let names = EvolutionService.names(calendars)
            for candidate in await services(names) {
                source = candidate
                do { return try await follow() } catch {
                    candidate.stop()
                    StandardError.print("calendar: \(ForeignText.logLine("\(error)"))")
                }
            }
            source = CalendarFolder(Self.folders(folder), names: names)
            try await follow()
        }

        /// Returns the services that exist, the best one first.
        private func services(_ names: Set<String>) async -> [any EventSource] {
            guard folder.isEmpty, let session = try? await Buses.session() else { return [] }
            let existing = await Buses.names(on: session)
            var found: [any EventSource] = []
            // GNOME's service doesn't say which calendar an event is from.
            if names.isEmpty, existing.contains(ShellCalendar.name.rawValue) { found.append(ShellCalendar()) }
            if existing.contains(EvolutionService.factory.rawValue) { found.append(EvolutionCalendars(names: names)) }
            return found
        }

        /// Returns the folders of the setting, or else those that calendar programs use by default.
        private static func folders(_ setting: String) -> [String] {
            let home = NCDirectories.home
            if setting.isEmpty {
                return [
                    "\(NCDirectories.data)/calendars", "\(home)/.calendars", "\(NCDirectories.data)/khal/calendars",
                ]
            }
            return [setting.utf8.starts(with: "~/".utf8) ? home + setting.dropFirst() : setting]
        }

        private func follow() async throws {
            followed = Followed(window: window, offset: Zone.system.offset(now))
            try await source?.start(window) { [weak self] in
                guard let self else { return }
                self.schedule()
                self.sourceDidChange()
            }
        }

        // MARK: Time

        private var now: Int64 { Int64(clamping: Timestamp.now.microseconds / 1_000_000) }

        private var agenda: Agenda { Agenda(source?.events ?? [], now: now, zone: .system) }

        private var window: EventWindow {
            let today = Zone.system.local(now).day
            return EventWindow(MonthGrid(of: today, firstWeekday: territory.firstWeekday), today: today)
        }

        private func schedule() { if isFollowed { timer.set(agenda.nextChange) } }

        private func timeDidChange() {
            Task {
                // After midnight, or in another zone, there are other days to ask about.
                if followed != Followed(window: window, offset: Zone.system.offset(now)) { try? await follow() }
                schedule()
                sourceDidChange()
            }
        }
    }
#endif
