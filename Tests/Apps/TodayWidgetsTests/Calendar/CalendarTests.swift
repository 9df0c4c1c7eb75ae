#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import NotificationCenter
    import Testing
    import TodayModel
    import TodayPlatform

    @testable import TodayWidgets

    /// The calendar widget in the real center, with files and services.
    struct CalendarTests {
        /// Starts the center. The zone is UTC.
        private static func start(
            prepare: (_ bus: PrivateBus, _ client: Connection) async throws -> Void = { _, _ in }
        ) async throws -> WidgetsDesk {
            try await WidgetsDesk.start(with: ["TZ": "UTC"], prepare: prepare)
        }

        private static func text(_ widget: WidgetProperties) -> String { WidgetsDesk.text(widget.content) }

        private static var now: Int64 { Int64(SystemClock.microseconds / 1_000_000) }

        /// The form of iCalendar, in UTC.
        private static func time(_ moment: Int64) -> String {
            String(ForecastText.time(moment).filter { $0 != "-" && $0 != ":" })
        }

        /// An event that starts in some minutes.
        private static func event(_ summary: String, in minutes: Int64, uid: String = "1") -> String {
            "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:\(time(now + minutes * 60))\r\nDURATION:PT10M\r\n"
                + "SUMMARY:\(summary)\r\nEND:VEVENT\r\n"
        }

        private static func calendar(_ events: String...) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
        }

        private static func write(_ text: String, to path: String) throws {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
        }

        private static func folder(_ bus: PrivateBus, _ name: String = "calendars") -> String {
            let folder = "\(bus.folder)/data/\(name)"
            UserFolders.make(folder)
            return folder
        }

        // MARK: Files

        @Test func withoutACalendarItIsAMonth() async throws {
            let desk = try await Self.start()
            try await desk.view()
            let widget = try await desk.widget("calendar") { Self.text($0).contains("No events ahead") }
            let today = Zone { _ in 0 }.local(Self.now).day
            let text = Self.text(widget)
            #expect(text.contains(today.monthName))
            #expect(text.contains("Mon  Tue  Wed  Thu  Fri  Sat  Sun"))
            let marked = widget.content.all("text").filter {
                $0["accessible-label"]?.description.contains("today") ?? false
            }
            #expect(marked.map { $0["color"] } == ["accent"])
            try await desk.end()
        }

        @Test func filesAreFollowedWhileOtherProgramsEditThem() async throws {
            let desk = try await Self.start { bus, _ in
                try Self.write(Self.calendar(Self.event("Breakfast", in: 5)), to: Self.folder(bus) + "/home.ics")
            }
            let folder = Self.folder(desk.bus)
            try await desk.view()
            let first = try await desk.widget("calendar") { Self.text($0).contains("Breakfast") }
            // A locked session hides the event.
            #expect(
                !first.content.plainText(PlainText.Context(now: .now, displayMode: .expanded, locked: true)).contains(
                    "Breakfast"))
            #expect(first.content.all("timer").first?["style"] == "relative")

            // Written in place.
            try Self.write(Self.calendar(Self.event("Brunch", in: 5)), to: folder + "/home.ics")
            try await desk.widget("calendar") {
                Self.text($0).contains("Brunch") && !Self.text($0).contains("Breakfast")
            }
            // Replaced, as most programs do.
            try Self.write(Self.calendar(Self.event("Lunch", in: 5)), to: folder + "/.home.ics.tmp")
            #expect(rename(folder + "/.home.ics.tmp", folder + "/home.ics") == 0)
            try await desk.widget("calendar") { Self.text($0).contains("Lunch") }
            // Half written: a warning instead of its events.
            let whole = Self.calendar(Self.event("Tea", in: 5))
            try Self.write(String(whole.dropLast(40)), to: folder + "/home.ics")
            try await desk.widget("calendar") {
                Self.text($0).contains("Can’t read all of the calendar file “home.ics”.")
            }
            try Self.write(whole, to: folder + "/home.ics")
            try await desk.widget("calendar") { Self.text($0).contains("Tea") && !Self.text($0).contains("Can’t read") }
            // A new folder with a file, as of a new collection. The broken file doesn't hide the others.
            let work = Self.folder(desk.bus, "calendars/work")
            try Self.write(Self.calendar(Self.event("Stand-up", in: 3, uid: "2")), to: work + "/1.ics")
            try Self.write("garbage", to: work + "/2.ics")
            try await desk.widget("calendar") {
                Self.text($0).contains("Stand-up") && Self.text($0).contains("“2.ics”")
            }
            #expect(unlink(work + "/2.ics") == 0)
            #expect(rename(work + "/1.ics", work + "/1.old") == 0)
            try await desk.widget("calendar") {
                !Self.text($0).contains("Stand-up") && !Self.text($0).contains("2.ics")
            }
            FolderContents.removeTree(folder)
            try await desk.widget("calendar") { Self.text($0).contains("No events ahead") }
            UserFolders.make(folder)
            try Self.write(Self.calendar(Self.event("Dinner", in: 5)), to: folder + "/home.ics")
            try await desk.widget("calendar") { Self.text($0).contains("Dinner") }
            try await desk.end()
        }

        @Test func settingsChooseTheFolderAndTheCalendars() async throws {
            let desk = try await Self.start { bus, _ in
                for (folder, summary) in [
                    ("calendars/work", "Stand-up"), ("calendars/a7f3", "Choir"), ("other", "Chess"),
                ] {
                    try Self.write(
                        Self.calendar(Self.event(summary, in: 5, uid: summary)), to: Self.folder(bus, folder) + "/1.ics"
                    )
                }
                try Self.write("Free Time\n", to: Self.folder(bus, "calendars/a7f3") + "/displayname")
            }
            let identifier = WidgetsDesk.identifier("calendar")
            try await desk.view()
            try await desk.widget("calendar") { Self.text($0).contains("Stand-up") && Self.text($0).contains("Choir") }
            try await desk.client.setSettings(["Calendars": " free time ,x"], of: identifier)
            try await desk.widget("calendar") { Self.text($0).contains("Choir") && !Self.text($0).contains("Stand-up") }
            try await desk.client.setSettings(
                ["Calendars": "", "Folder": .string(desk.bus.folder + "/data/other")], of: identifier)
            try await desk.widget("calendar") { Self.text($0).contains("Chess") && !Self.text($0).contains("Choir") }
            try await desk.end()
        }

        // MARK: Services

        private static let shell: BusName = "org.gnome.Shell.CalendarServer"
        private static let shellPath: ObjectPath = "/org/gnome/Shell/CalendarServer"

        /// Lets GNOME's service emit events.
        private static func emit(_ events: String, _ client: Connection) async throws {
            let mock = Proxy(client, shell, shellPath, "org.freedesktop.DBus.Mock")
            try await mock.call(
                "AddMethod", shell.rawValue, "Emit", "", "",
                "self.EmitSignal('\(shell)', 'EventsAddedOrUpdated', 'a(ssxxa{sv})', [dbus.Array(\(events), signature='(ssxxa{sv})')])"
            )
            try await Proxy(client, shell, shellPath, InterfaceName(unchecked: shell.rawValue)).call("Emit")
        }

        private static func entry(_ id: String, _ summary: String, in minutes: Int64) -> String {
            let start = now + minutes * 60
            return "('\(id)', '\(summary)', \(start), \(start + 600), dbus.Dictionary({}, signature='sv'))"
        }

        @Test(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func eventsOfGNOMEAreFollowed() async throws {
            let desk = try await Self.start { bus, client in
                let mock = try await WidgetsDesk.mock(Self.shell, Self.shellPath, Self.shell.rawValue, bus, client)
                let entries = "[\(Self.entry(#"s\nu\n"#, "Breakfast", in: 5))]"
                try await mock.call(
                    "AddMethod", Self.shell.rawValue, "SetTimeRange", "xxb", "",
                    "self.EmitSignal('\(Self.shell)', 'EventsAddedOrUpdated', 'a(ssxxa{sv})', [dbus.Array(\(entries), signature='(ssxxa{sv})')])"
                )
                try await mock.call("AddProperty", Self.shell.rawValue, "HasCalendars", DBusValue.boolean(true))
                // Files don't count beside a service.
                try Self.write(Self.calendar(Self.event("File", in: 5)), to: Self.folder(bus) + "/home.ics")
            }
            let client = desk.client.connection
            try await desk.view()
            let first = try await desk.widget("calendar") { Self.text($0).contains("Breakfast") }
            #expect(!Self.text(first).contains("File"))
            try await Self.emit(
                "[\(Self.entry(#"s\nu\n"#, "Brunch", in: 6)), \(Self.entry(#"s\nr\n1"#, "Weekly", in: 9))]", client)
            try await desk.widget("calendar") {
                Self.text($0).contains("Brunch") && Self.text($0).contains("Weekly")
                    && !Self.text($0).contains("Breakfast")
            }
            // All occurrences of a series are replaced together.
            try await Self.emit("[\(Self.entry(#"s\nr\n2"#, "Monthly", in: 9))]", client)
            try await desk.widget("calendar") { Self.text($0).contains("Monthly") && !Self.text($0).contains("Weekly") }
            let mock = Proxy(client, Self.shell, Self.shellPath, "org.freedesktop.DBus.Mock")
            try await mock.call(
                "EmitSignal", Self.shell.rawValue, "EventsRemoved", "as", [DBusValue.strings(["s\nu\n"])])
            try await desk.widget("calendar") { Self.text($0).contains("Monthly") && !Self.text($0).contains("Brunch") }
            try await mock.call("EmitSignal", Self.shell.rawValue, "ClientDisappeared", "s", [DBusValue.string("s")])
            try await desk.widget("calendar") { Self.text($0).contains("No events ahead") }
            try await desk.end()
        }

        @Test(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func eventsOfEvolutionAreFollowed() async throws {
            let (prefix, factoryPath): (String, ObjectPath) = (
                "org.gnome.evolution.dataserver", "/org/gnome/evolution/dataserver/CalendarFactory"
            )
            let sourcesPath: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"
            func source(_ name: String, _ lines: String = "") -> [String: DBusValue] {
                [
                    "UID": .string(name),
                    "Data": .string(
                        "[Data Source]\nDisplayName=\(name)\nEnabled=true\n[Calendar]\nBackendName=local\n\(lines)"),
                ]
            }
            func objects(_ texts: String...) -> String {
                "ret = ["
                    + texts.map { "'\($0.split(separator: "\r\n").joined(separator: "\\r\\n"))'" }.joined(
                        separator: ", ") + "]"
            }
            let none = [Struct<String, String, String, String>]()
            let desk = try await Self.start { bus, client in
                let sources = try await WidgetsDesk.mock(
                    EvolutionService.sources, sourcesPath, "\(prefix).SourceManager", bus, client,
                    "--is-object-manager")
                try await sources.call(
                    "AddObject", ObjectPath(unchecked: "\(sourcesPath)/1"), "\(prefix).Source", source("Private"), none)
                try await sources.call(
                    "AddObject", ObjectPath(unchecked: "\(sourcesPath)/2"), "\(prefix).Source",
                    source("Hidden", "Selected=false"),
                    none)
                let factory = try await WidgetsDesk.mock(
                    EvolutionService.factory, factoryPath, "\(prefix).CalendarFactory", bus, client)
                try await factory.call(
                    "AddMethod", "\(prefix).CalendarFactory", "OpenCalendar", "s", "ss",
                    "ret = ('/' + args[0], '\(EvolutionService.factory)')")
                for (name, summary) in [("Private", "Choir"), ("Work", "Stand-up"), ("Hidden", "Secret")] {
                    try await factory.call(
                        "AddObject", ObjectPath(unchecked: "/\(name)"), "\(prefix).Calendar", [String: DBusValue](),
                        [
                            Struct("Open", "", "as", "ret = dbus.Array([], signature='s')"),
                            Struct("GetObjectList", "s", "as", objects(Self.event(summary, in: 5))),
                            Struct("GetView", "s", "o", "ret = '/view/\(name)'"),
                        ])
                    try await factory.call(
                        "AddObject", ObjectPath(unchecked: "/view/\(name)"), "\(prefix).CalendarView",
                        [String: DBusValue](),
                        [Struct("Start", "", "", ""), Struct("SetFlags", "u", "", ""), Struct("Dispose", "", "", "")])
                }
            }
            let client = desk.client.connection
            try await desk.view()
            let first = try await desk.widget("calendar") { Self.text($0).contains("Choir") }
            #expect(!Self.text(first).contains("Secret"))
            let calendar = Proxy(client, EvolutionService.factory, "/Private", "org.freedesktop.DBus.Mock")
            try await calendar.call(
                "AddMethod", "\(prefix).Calendar", "GetObjectList", "s", "as",
                objects(Self.event("Rehearsal", in: 5), Self.event("Concert", in: 8, uid: "2")))
            let view = Proxy(client, EvolutionService.factory, "/view/Private", "org.freedesktop.DBus.Mock")
            try await view.call(
                "EmitSignal", "\(prefix).CalendarView", "ObjectsModified", "as", [DBusValue.strings(["x"])])
            try await desk.widget("calendar") {
                Self.text($0).contains("Rehearsal") && Self.text($0).contains("Concert")
                    && !Self.text($0).contains("Choir")
            }
            // A calendar that is added meanwhile.
            let sources = Proxy(client, EvolutionService.sources, sourcesPath, "org.freedesktop.DBus.Mock")
            try await sources.call(
                "AddObject", ObjectPath(unchecked: "\(sourcesPath)/3"), "\(prefix).Source", source("Work"), none)
            try await sources.call(
                "EmitSignal", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}",
                [
                    DBusValue.objectPath(ObjectPath(unchecked: "\(sourcesPath)/3")),
                    try DBusValue(encoding: ["\(prefix).Source": source("Work")]),
                ])
            try await desk.widget("calendar") { Self.text($0).contains("Stand-up") }
            // After the panel was hidden, the calendars are opened again.
            try await desk.hide()
            try await calendar.call(
                "AddMethod", "\(prefix).Calendar", "GetObjectList", "s", "as", objects(Self.event("Encore", in: 5)))
            try await desk.view()
            try await desk.widget("calendar") { Self.text($0).contains("Encore") && $0.error.isEmpty }
            try await desk.client.setSettings(["Calendars": "hidden"], of: WidgetsDesk.identifier("calendar"))
            try await desk.widget("calendar") { Self.text($0).contains("Secret") && !Self.text($0).contains("Concert") }
            try await desk.end()
        }
    }
#endif
