#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel

    /// The sources are followed only while a panel looks.
    @Suite struct WatchingTests {
        /// Returns the connections of the program to the bus.
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

        /// The connection with the objects of the widgets stays. Match rules end with the other connections, so nothing
        /// on a bus wakes the program.
        @Test func theBusesOfTheSourcesAreClosedWithThePanel() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            try await desk.widget("now-playing") { !$0.hasContent }
            let client = desk.client.connection
            #expect(try await Self.connections(client) > 1)
            try await desk.view(false)
            let changes = try await client.signals(
                matching: MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [2: .equals("")]))
            try await withDeadline {
                if try await Self.connections(client) == 1 { return }
                for await _ in changes where try await Self.connections(client) == 1 { return }
            }
            // The next panel starts them again.
            try await desk.view()
            let appeared = try await client.signals(
                matching: MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [1: .equals("")]))
            try await withDeadline {
                if try await Self.connections(client) > 1 { return }
                for await _ in appeared where try await Self.connections(client) > 1 { return }
            }
            try await desk.end()
        }
    }
#endif
