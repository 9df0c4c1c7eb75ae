#if Widgets
    import DBus
    import DBusTesting
    import NotificationCenter
    import Testing
    import TodayModel

    @testable import TodayWidgets

    /// Task lists of evolution-data-server, which python-dbusmock stands for, in the real center.
    @Suite struct EvolutionTasksTests {
        private static let prefix = "org.gnome.evolution.dataserver"
        private static let mock: InterfaceName = "org.freedesktop.DBus.Mock"

        /// A service that keeps the tasks of each list, and emits their changes.
        private static let methods = [
            Struct("Open", "", "as", "ret = dbus.Array([], signature='s')"),
            Struct("GetView", "s", "o", "ret = '/view' + self.path"),
            Struct("GetObject", "ss", "s", "ret = self.tasks[args[0]]"),
            Struct(
                "GetObjectList", "s", "as",
                "self.query = args[0]; ret = dbus.Array(list(getattr(self, 'tasks', {}).values()), signature='s')"),
            Struct("CreateObjects", "asu", "as", change("ObjectsAdded") + "; ret = dbus.Array([], signature='s')"),
            Struct("ModifyObjects", "assu", "", change("ObjectsModified")),
        ]

        private static func change(_ signal: String) -> String {
            """
            self.tasks = getattr(self, 'tasks', {})
            for text in args[0]:
                self.tasks[text.split('UID:')[1].split()[0]] = text
            objects['/view' + self.path].EmitSignal('\(prefix).CalendarView', '\(signal)', 'as', [args[0]])
            """
        }

        private static func task(_ uid: String, _ summary: String, _ lines: String...) -> String {
            (["BEGIN:VTODO", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(summary)"] + lines + [
                "END:VTODO", "",
            ])
            .joined(separator: "\r\n")
        }

        /// The list with this identifier, as another program calls it.
        private static func list(_ uid: String, _ client: Connection) -> Proxy {
            Proxy(
                client, EvolutionService.factory, ObjectPath(unchecked: "/" + uid.replacing("-", with: "_")),
                InterfaceName(unchecked: "\(prefix).Calendar"))
        }

        private static func add(_ tasks: [String], to uid: String, _ client: Connection) async throws {
            let _: [String] = try await list(uid, client).call("CreateObjects", tasks, UInt32(0))
        }

        private static func start() async throws -> WidgetsDesk {
            try await WidgetsDesk.start(with: ["TZ": "UTC"]) { bus, client in
                let sources = try await WidgetsDesk.mock(
                    EvolutionService.sources, EvolutionService.manager, "\(prefix).SourceManager", bus, client,
                    "--is-object-manager")
                let factory = try await WidgetsDesk.mock(
                    EvolutionService.factory, EvolutionService.factoryPath, "\(prefix).CalendarFactory", bus, client)
                try await factory.call(
                    "AddMethod", "\(prefix).CalendarFactory", "OpenTaskList", "s", "ss",
                    "ret = ('/' + args[0].replace('-', '_'), '\(EvolutionService.factory)')")
                for (number, list) in [
                    ("work", "Work", "[Task List]"), ("system-task-list", "Personal", "[Task List]"),
                    ("hidden", "Hidden", "[Task List]\nSelected=false"), ("events", "Events", "[Calendar]"),
                ].enumerated() {
                    try await sources.call(
                        "AddObject", ObjectPath(unchecked: "\(EvolutionService.manager)/\(number)"), "\(prefix).Source",
                        [
                            "UID": DBusValue.string(list.0),
                            "Data": .string("[Data Source]\nDisplayName=\(list.1)\nEnabled=true\n\(list.2)\n"),
                        ], [Struct<String, String, String, String>]())
                    let path = self.list(list.0, client).path
                    try await factory.call(
                        "AddObject", path, "\(prefix).Calendar", ["Writable": DBusValue.boolean(list.1 == "Personal")],
                        methods)
                    try await factory.call(
                        "AddObject", ObjectPath(unchecked: "/view\(path)"), "\(prefix).CalendarView",
                        [String: DBusValue](),
                        [Struct("Start", "", "", ""), Struct("SetFlags", "u", "", ""), Struct("Dispose", "", "", "")])
                }
                try await add(
                    [
                        task("1", "Milk", "PRIORITY:1", "DUE;VALUE=DATE:20990101", "X-COLOR:white"),
                        task("2", "Old", "STATUS:COMPLETED", "COMPLETED:20260102T000000Z"),
                        task("3", "Canceled", "STATUS:CANCELLED"),
                    ], to: "system-task-list", client)
                try await add(
                    [
                        task("4", "Report", "DUE;TZID=Europe/Berlin:20200101T120000"),
                        task("5", "Standup", "RRULE:FREQ=DAILY", "DTSTART:20990101T120000Z", "PRIORITY:9"),
                    ], to: "work", client)
                try await add([task("6", "Secret")], to: "hidden", client)
            }
        }

        private static func tap(_ label: String, _ desk: WidgetsDesk, _ isOn: Bool = true) async throws {
            let boxes = try await desk.widget("to-do").content.all("checkbox")
            let box = try #require(boxes.first { $0["label"] == .string(label) })
            guard case .string(let action)? = box["action"] else { throw NCWidgetError("no action") }
            try await desk.tap(action, .boolean(isOn), on: "to-do")
        }

        @Test(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func tasksAreFollowedCompletedAndAdded() async throws {
            let desk = try await Self.start()
            let client = desk.client.connection
            try await desk.view()
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("No tasks") }
            try await desk.client.setSettings(["Source": "evolution"], of: WidgetsDesk.identifier("to-do"))
            try await desk.shows(
                "[ ] Milk  2099-01-01\n[ ] Standup\n[ ] Report  Overdue\n[Add a task…]\nCompleted\n  [x] Old", "to-do")
            #expect(try await desk.widget("to-do").badge == 1)

            try await Self.tap("Milk", desk)
            let list = Self.list("system-task-list", client)
            let milk: String = try await list.call("GetObject", "1", "")
            for line in ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20", "X-COLOR:white", "PRIORITY:1"] {
                #expect(milk.contains("\r\n\(line)"), "\(milk)")
            }
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("[x] Milk") }
            try await Self.tap("Milk", desk, false)
            let open: String = try await list.call("GetObject", "1", "")
            #expect(open.contains("STATUS:NEEDS-ACTION") && !open.contains("\nCOMPLETED:"), "\(open)")

            // The first list that can be changed, which isn't the first one on the bus.
            try await desk.tap("tap:#add", .string("Call Ada; Alan, too"), on: "to-do")
            let tasks: [String] = try await list.call("GetObjectList", "#t")
            #expect(
                tasks.contains { $0.contains(#"SUMMARY:Call Ada\; Alan\, too"#) && $0.contains("UID:") }, "\(tasks)")
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("[ ] Call Ada; Alan, too") }

            try await Self.add([Self.task("7", "Review")], to: "work", client)
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("[ ] Review") }
            await #expect(throws: (any Error).self) { try await Self.tap("Standup", desk) }

            // After the panel was hidden, the lists are opened again.
            try await desk.hide()
            try await Self.add([Self.task("8", "Meanwhile")], to: "work", client)
            try await desk.view()
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("[ ] Meanwhile") }

            try await desk.client.setSettings(["Lists": " hidden"], of: WidgetsDesk.identifier("to-do"))
            try await desk.shows("[ ] Secret\n[Add a task…]", "to-do")
            await #expect(throws: (any Error).self) {
                try await desk.tap("tap:#add", .string("More"), on: "to-do")
            }
            try await desk.end()
        }

        @Test func withoutTheServiceASentenceSaysSo() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            try await desk.client.setSettings(["Source": "evolution"], of: WidgetsDesk.identifier("to-do"))
            try await desk.widget("to-do") {
                WidgetsDesk.text($0.content).contains("Can’t find your task lists")
            }
            try await desk.client.setSettings(["Source": "file"], of: WidgetsDesk.identifier("to-do"))
            try await desk.widget("to-do") { $0.error.isEmpty && WidgetsDesk.text($0.content).contains("No tasks") }
            try await desk.end()
        }

        // MARK: Format

        @Test func anythingIsRead() {
            let broken = [
                "", "x", "BEGIN:VTODO", String(repeating: "BEGIN:VTODO\r\n", count: 50), "BEGIN:VEVENT\r\nEND:VEVENT",
            ]
            let (tasks, fault) = ICalendarTask.read(broken + [Self.task("1", "", "PRIORITY:0", "DUE:x")])
            #expect(tasks.map(\.label).contains("No title"))
            #expect(tasks.allSatisfy { $0.due == nil && $0.priority == nil && !$0.isDone })
            #expect(fault != nil)
        }

        @Test func aCompletedTaskKeepsEverythingElse() throws {
            let whole =
                "BEGIN:VCALENDAR\r\n\(Self.task("1", "a", "DESCRIPTION:b", "DUE:20260102T000000Z"))END:VCALENDAR\r\n"
            let done = try ICalendarTask.setting(true, in: whole)
            #expect(
                done.hasPrefix("BEGIN:VTODO") && done.contains("DESCRIPTION:b") && done.contains("DUE:20260102T000000Z")
            )
            let (tasks, fault) = ICalendarTask.read([done])
            #expect(tasks.map(\.isDone) == [true] && fault == nil)
            #expect(ICalendarTask.read([try ICalendarTask.setting(false, in: done)]).content.map(\.isDone) == [false])
            #expect(throws: NCWidgetError.self) {
                try ICalendarTask.setting(true, in: Self.task("1", "a", "RRULE:FREQ=DAILY"))
            }
        }
    }
#endif
