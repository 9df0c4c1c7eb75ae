#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The events of evolution-data-server, which keeps the calendars of GNOME's online accounts and of Evolution.
    final class EvolutionCalendars: EventSource {
        nonisolated static let sources: BusName = "org.gnome.evolution.dataserver.Sources5"
        nonisolated static let factory: BusName = "org.gnome.evolution.dataserver.Calendar8"

        private static let manager: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"
        private static let factoryPath: ObjectPath = "/org/gnome/evolution/dataserver/CalendarFactory"
        private static let maximumCalendars = 32

        private let session: Connection
        private let names: Set<String>
        private var calendars: [String: OpenCalendar] = [:]
        private var following: Task<Void, Never>?

        /// - Parameter names: The names of the calendars to show, in lower case; empty for those that are selected in
        ///   Evolution.
        init(_ session: Connection, names: Set<String> = []) {
            self.session = session
            self.names = names
        }

        var events: [CalendarEvent] { calendars.values.flatMap(\.events) }

        var warnings: [String] {
            let failed = calendars.values.filter { $0.fault != nil }.map(\.name).sorted()
            switch failed.count {
            case 0: return []
            case 1: return ["Can't read the calendar “\(failed[0])”."]
            default: return ["Can't read \(failed.count) calendars, such as “\(failed[0])”."]
            }
        }

        func start(_ window: EventWindow, changed: @escaping @WidgetActor () -> Void) async throws {
            stop()
            let manager = try await ObjectManagerClient.open(session, Self.sources, at: Self.manager)
            let events = await manager.events(bufferingPolicy: .unbounded)
            await open(await Self.selection(manager, names), window, changed)
            following = Task { [weak self] in
                // Existing objects come first.
                for await _ in events {
                    guard let self, !Task.isCancelled else { return }
                    let selection = await Self.selection(manager, self.names)
                    if selection == self.calendars.mapValues(\.name) { continue }
                    await self.open(selection, window, changed)
                    changed()
                }
            }
        }

        func stop() {
            following.take()?.cancel()
            for calendar in calendars.values { calendar.stop() }
        }

        /// Returns the calendars to show: their names by identifier.
        private static func selection(_ manager: ObjectManagerClient, _ names: Set<String>) async -> [String: String] {
            var found: [String: String] = [:]
            for object in await manager.objects(with: EvolutionSource.interface).values {
                guard found.count < maximumCalendars,
                    let uid: String = object.value("UID", of: EvolutionSource.interface),
                    let data: String = object.value("Data", of: EvolutionSource.interface)
                else { continue }
                let source = SourceFile(data)
                guard source.isCalendar, source.isEnabled else { continue }
                if names.isEmpty ? source.isSelected : names.contains(source.name.lowercased()) {
                    found[uid] = source.name
                }
            }
            return found
        }

        private func open(
            _ selection: [String: String], _ window: EventWindow, _ changed: @escaping @WidgetActor () -> Void
        ) async {
            for (uid, calendar) in calendars where selection[uid] != calendar.name {
                calendar.stop()
                calendars[uid] = nil
            }
            for (uid, name) in selection.sorted(by: { $0.key < $1.key }) {
                let calendar = calendars[uid] ?? OpenCalendar(name)
                calendars[uid] = calendar
                await calendar.start(uid, window, session, changed)
            }
        }

        /// One calendar.
        @WidgetActor
        private final class OpenCalendar {
            let name: String
            private(set) var events: [CalendarEvent] = []
            private(set) var fault: String?
            private var following: Task<Void, Never>?

            init(_ name: String) { self.name = name }

            /// Reads the events, and follows them.
            func start(
                _ uid: String, _ window: EventWindow, _ session: Connection,
                _ changed: @escaping @WidgetActor () -> Void
            ) async {
                stop()
                do {
                    let factory = EvolutionCalendarFactory(
                        session, EvolutionCalendars.factory, at: EvolutionCalendars.factoryPath)
                    let opened = try await factory.openCalendar(sourceUid: uid)
                    guard let path = ObjectPath(rawValue: opened.objectPath), BusName.fault(in: opened.busName) == nil
                    else {
                        throw NCWidgetError("the calendar has no object")
                    }
                    let program = BusName(unchecked: opened.busName)
                    let calendar = EvolutionCalendar(session, program, at: path)
                    _ = try await calendar.open()
                    let query = Self.query(window)
                    let view = EvolutionCalendarView(session, program, at: try await calendar.getView(query: query))
                    let signals = try await view.proxy.signals()
                    // Only changes: the call below returns what exists.
                    try await view.setFlags(flags: 0)
                    try await view.start()
                    try await read(calendar, query, window)
                    following = Task { [weak self] in
                        for await signal in signals {
                            let isChange = [
                                EvolutionCalendarViewInterface.objectsAdded.name,
                                EvolutionCalendarViewInterface.objectsModified.name,
                                EvolutionCalendarViewInterface.objectsRemoved.name,
                            ].contains(signal.member)
                            guard let self, !Task.isCancelled else { break }
                            if isChange, (try? await self.read(calendar, query, window)) != nil { changed() }
                        }
                        try? await view.dispose()
                    }
                } catch {
                    fault = "\(error)"
                    StandardError.print("calendar \(ForeignText.logLine(name)): \(ForeignText.logLine("\(error)"))")
                }
            }

            func stop() { following.take()?.cancel() }

            private func read(_ calendar: EvolutionCalendar, _ query: String, _ window: EventWindow) async throws {
                let objects = try await calendar.getObjectList(query: query)
                var reader = ICalendarReader(window: window)
                reader.read(
                    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + objects.joined(separator: "\r\n") + "\r\nEND:VCALENDAR\r\n")
                events = reader.events
                fault = reader.fault
            }

            /// ECalClient, "Query language". An hour more on both sides doesn't matter: the reader looks at the window
            /// again.
            private static func query(_ window: EventWindow) -> String {
                func time(_ day: Day) -> String {
                    "\(day)".utf8.filter { $0 != UInt8(ascii: "-") }.map { String(UnicodeScalar($0)) }.joined()
                }
                return "(occur-in-time-range? (make-time \"\(time(window.first + -1))T000000Z\") "
                    + "(make-time \"\(time(window.end + 1))T000000Z\"))"
            }
        }
    }
#endif
