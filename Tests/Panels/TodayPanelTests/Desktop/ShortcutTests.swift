#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// The key that the desktop's portal binds to the panel.
    @Suite struct ShortcutTests {
        @Test func theDesktopsKeyOpensAndHidesThePanel() async throws {
            try await withDesk { desk in
                let portal = try await FakeShortcuts.start(desk)
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.accessibility.press(button: "Preferences")
                try await desk.accessibility.press(button: "Set Shortcut")
                try await desk.accessibility.wait(forText: "Super+T opens Today.")
                try await desk.screenshot("shortcut")
                // The panel runs from the next session on, so that the key reaches it.
                let entry = desk.bus.folder + "/config/autostart/org.todaycenter.Panel.desktop"
                #expect(ProcessFile.read(entry)?.contains(" --background\n") == true)
                try await portal.activate()
                try await desk.wait(isViewing: false)
                try await portal.activate()
                try await desk.wait(isViewing: true)
                try await desk.accessibility.wait(forText: "Buy milk")
            }
        }

        /// After a login, the panel runs unseen and binds the key again.
        @Test func thePanelWaitsInTheBackground() async throws {
            try await withDesk { desk in
                let portal = try await FakeShortcuts.start(desk)
                mkdir(desk.bus.folder + "/config/todaycenter", 0o700)
                try writeFile("[Panel]\nShortcut=true\n", to: desk.bus.folder + "/config/todaycenter/panel.conf")
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--background")
                try await portal.waitUntilBound()
                #expect(try await desk.client.properties()["Viewing"]?.unwrapped == .boolean(false))
                try await portal.activate()
                try await desk.accessibility.wait(forText: "Buy milk")
            }
        }

        @Test func withoutThePortalThereIsALineToCopy() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.press(button: "Preferences")
                let tree = try await desk.accessibility.wait(forText: "bindsym $mod+t exec today-panel")
                #expect(tree.first("button", "Set Shortcut") == nil && tree.contains("~/.config/sway/config"))
                let run = try await desk.startPanel("--shortcut").finished()
                #expect(run.exit == .status(0) && run.output.contains("bind = SUPER, T, exec, today-panel"))
            }
        }
    }

    /// The portal for global shortcuts, on the test's own connection. Only a desktop has a real one.
    private actor FakeShortcuts {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }
        private let session = WatchedValue<ObjectPath?>(nil)

        private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        private static let name: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"

        private init(_ connection: Connection) { self.connection = connection }

        static func start(_ desk: PanelDesk) async throws -> FakeShortcuts {
            let portal = FakeShortcuts(try await desk.bus.connect())
            try await portal.connection.export(interface, of: portal, at: path)
            try await portal.connection.requestName("org.freedesktop.portal.Desktop")
            return portal
        }

        /// Presses the key.
        func activate() async throws {
            guard let session = session.value else { return }
            try await connection.emit(
                Self.path, Self.name, "Activated", session, "toggle", UInt64(0), [String: DBusValue]())
        }

        /// Returns when the panel has bound the key.
        func waitUntilBound() async throws { try await session.wait { $0 != nil } }

        /// Responds to a request of a caller, as the documentation of the portal says.
        private func respond(
            to caller: BusName?, _ options: [String: DBusValue], _ results: [String: DBusValue]
        ) -> ObjectPath {
            guard case .string(let token)? = options["handle_token"]?.unwrapped else { return "/" }
            let sender = (caller?.rawValue ?? "").dropFirst().split(separator: ".").joined(separator: "_")
            let request = ObjectPath(rawValue: "\(Self.path)/request/\(sender)/\(token)") ?? "/"
            Task {
                try await connection.emit(
                    request, "org.freedesktop.portal.Request", "Response", UInt32(0), results)
            }
            return request
        }

        private static let interface = Interface<FakeShortcuts>(name) {
            Property("version", .constant) { (_: isolated FakeShortcuts) in UInt32(1) }
            Method("CreateSession", in: ["options"], out: ["handle"]) {
                (it: isolated FakeShortcuts, call: MethodCall, options: [String: DBusValue]) -> ObjectPath in
                it.respond(to: call.sender, options, ["session_handle": .string("\(path)/session/1")])
            }
            Method("BindShortcuts", in: ["session_handle", "shortcuts", "parent_window", "options"], out: ["handle"]) {
                (
                    it: isolated FakeShortcuts, call: MethodCall, session: ObjectPath,
                    shortcuts: [Struct<String, [String: DBusValue]>], window: String, options: [String: DBusValue]
                ) -> ObjectPath in
                it.session.change { $0 = session }
                let bound = DBusValue.array(
                    [.structure([.string("toggle"), .properties(["trigger_description": .string("Super+T")])])],
                    of: "(sa{sv})")
                return it.respond(to: call.sender, options, ["shortcuts": bound])
            }
        }
    }
#endif
