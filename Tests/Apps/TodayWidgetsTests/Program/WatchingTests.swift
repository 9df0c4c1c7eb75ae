#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel

    /// The sources are followed only while a panel looks.
    @Suite struct WatchingTests {
        /// Returns the number of connections that the program has to the bus; 0 if it isn't running.
        private static func connections(_ client: Connection) async throws -> Int {
            let widgets = "org.todaycenter.Widgets"
            let process: UInt32? = try? await client.call(.bus, "GetConnectionUnixProcessID", widgets)
            guard let process else { return 0 }
            let names: [String] = try await client.call(.bus, "ListNames")
            var count = 0
            for name in names where name.utf8.starts(with: ":".utf8) {
                let other: UInt32? = try? await client.call(.bus, "GetConnectionUnixProcessID", name)
                if other == process { count += 1 }
            }
            return count
        }

        /// Waits until the number of connections fulfills a condition. It changes with the names on the bus.
        private static func wait(_ client: Connection, for condition: @escaping @Sendable (Int) -> Bool) async throws {
            let changes = try await client.signals(matching: MatchRule(sender: .bus, member: "NameOwnerChanged"))
            try await withDeadline {
                if condition(try await connections(client)) { return }
                for await _ in changes where condition(try await connections(client)) { return }
            }
        }

        /// The connection with the objects of the widgets stays. Match rules end with the other connections, so nothing
        /// on a bus wakes the program.
        @Test func theBusesOfTheSourcesAreClosedWithThePanel() async throws {
            let desk = try await WidgetsDesk.start()
            let client = desk.client.connection
            try await desk.view()
            // The first answer of the players hides them, before the program has opened any other connection. The
            // sources start with the first widget that appears.
            try await Self.wait(client) { $0 > 1 }
            try await desk.view(false)
            try await Self.wait(client) { $0 <= 1 }
            // The next panel starts them again.
            try await desk.view()
            try await Self.wait(client) { $0 > 1 }
            try await desk.end()
        }
    }
#endif
