#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import NotificationCenter
    import Testing
    import TodayModel
    import TodayPlatform

    /// The real `todayd` and `today-widgets`, a panel, and services of python-dbusmock. One bus is both the session bus
    /// and the system bus.
    struct WidgetsDesk {
        let bus: PrivateBus
        /// The panel.
        let client: CenterClient
        private let center: ToolRun

        /// The folder of the source.
        static let root = "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")

        static let hasMocks = access("/usr/lib/python3/dist-packages/dbusmock", F_OK) == 0

        /// Starts a center with all widgets of the program, and services.
        ///
        /// - Parameters:
        ///   - mocks: Templates of python-dbusmock with the names that they own.
        ///   - variables: The environment of the programs, beside the buses.
        ///   - prepare: Fills the services before the center starts.
        static func start(
            _ mocks: [(template: String, name: BusName)] = [], with variables: [String: String] = [:],
            prepare: (_ bus: PrivateBus, _ client: Connection) async throws -> Void = { _, _ in }
        ) async throws -> WidgetsDesk {
            let bus = try await PrivateBus.start()
            let client = try await bus.connect()
            let system = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
            for mock in mocks {
                _ = try await bus.start(
                    ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", mock.template], with: system)
                _ = try await client.waitForOwner(of: mock.name, timeout: .seconds(60))
            }
            try await prepare(bus, client)
            mkdir(bus.folder + "/data/todaycenter", 0o700)
            try #require(symlink(root + "/data/widgets", bus.folder + "/data/todaycenter/widgets") == 0)
            let folder = try Programs.folder()
            let center = try await bus.start(
                [folder + "/todayd"],
                with: variables.merging(system) { $1 }.merging(["PATH": folder + ":/usr/bin:/bin"]) { $1 })
            _ = try await client.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
            return WidgetsDesk(bus: bus, client: CenterClient(client), center: center)
        }

        /// Starts a service of python-dbusmock. Returns the interface that controls its object.
        static func mock(
            _ name: BusName, _ path: ObjectPath, _ interface: String, _ bus: PrivateBus, _ client: Connection,
            _ options: String...
        ) async throws -> Proxy {
            _ = try await bus.start(
                ["/usr/bin/python3", "-m", "dbusmock", "--session"] + options + [
                    name.rawValue, path.rawValue, interface,
                ])
            _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
            return Proxy(client, name, path, "org.freedesktop.DBus.Mock")
        }

        /// Opens the panel, or hides it.
        func view(_ isVisible: Bool = true) async throws {
            if isVisible { try await client.beginViewing() } else { try await client.endViewing() }
        }

        /// Hides the panel, and waits until the program has closed the connections of its sources.
        func hide() async throws {
            try await view(false)
            try await Self.waitForConnections(client.connection) { $0 == 1 }
        }

        /// Waits until the number of the program's connections to the bus fulfills a condition. It changes with the names
        /// on the bus.
        static func waitForConnections(
            _ client: Connection, where condition: @escaping @Sendable (Int) -> Bool
        ) async throws {
            let changes = try await client.signals(matching: MatchRule(sender: .bus, member: "NameOwnerChanged"))
            try await withDeadline {
                if condition(try await connections(client)) { return }
                for await _ in changes where condition(try await connections(client)) { return }
            }
        }

        private static func connections(_ client: Connection) async throws -> Int {
            let process: UInt32 = try await client.call(.bus, "GetConnectionUnixProcessID", "org.todaycenter.Widgets")
            let names: [String] = try await client.call(.bus, "ListNames")
            var count = 0
            for name in names where name.utf8.starts(with: ":".utf8) {
                let other: UInt32? = try? await client.call(.bus, "GetConnectionUnixProcessID", name)
                if other == process { count += 1 }
            }
            return count
        }

        /// Returns the properties of a widget that fulfill a condition, as they are or after a change.
        @discardableResult
        func widget(
            _ name: String, where condition: (WidgetProperties) -> Bool = { _ in true }
        ) async throws -> WidgetProperties {
            let identifier = Self.identifier(name)
            let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
            let deadline = ContinuousClock.now + .seconds(60)
            while true {
                let count = signals.signals.count
                if let properties = try? await client.properties(of: identifier), condition(properties) {
                    return properties
                }
                // Some widgets change again and again.
                try await signals.wait(for: count + 1, within: max(deadline - .now, .zero))
            }
        }

        /// Waits until the whole text of a widget, in the expanded mode, is this one.
        ///
        /// - Parameter fixed: Replaces what depends on the time.
        func shows(_ text: String, _ name: String, fixed: (String) -> String = { $0 }) async throws {
            var last = ""
            do {
                try await widget(name) {
                    last = $0.hasContent ? fixed(Self.text($0.content)) : ""
                    return last == text
                }
            } catch {
                Issue.record("\(name) shows:\n\(last)\ninstead of:\n\(text)")
                throw error
            }
        }

        static func text(_ content: Content) -> String {
            content.plainText(PlainText.Context(now: .now, displayMode: .expanded))
        }

        func tap(_ action: String, _ parameter: DBusValue? = nil, on name: String) async throws {
            try await client.invokeAction(action, of: Self.identifier(name), parameter: parameter)
        }

        static func identifier(_ name: String) -> WidgetIdentifier {
            WidgetIdentifier(rawValue: "org.todaycenter.widgets.\(name)") ?? "org.example.Unknown"
        }

        func end() async throws {
            center.signal(SIGTERM)
            #expect(try await center.finished().exit == .status(0))
            bus.stop()
        }
    }
#endif
