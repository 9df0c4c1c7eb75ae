#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// The sources are followed only while a panel looks.
    @Suite struct WatchingTests {
        private static let program: BusName = "org.todaycenter.Widgets"

        /// Returns the number of connections that the program has to the bus.
        private static func connections(_ client: Connection) async throws -> Int {
            let process: UInt32 = try await client.call(.bus, "GetConnectionUnixProcessID", program.rawValue)
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
        /// on a bus wakes the program. No center takes part, because it would end the program soon after.
        @Test func theBusesOfTheSourcesAreClosedWithThePanel() async throws {
            let bus = try await PrivateBus.start()
            let client = try await bus.connect()
            let process = try await bus.start([try Programs.path("today-widgets")])
            _ = try await client.waitForOwner(of: Self.program, timeout: .seconds(60))
            let widget = Proxy(client, Self.program, "/org/todaycenter/Widgets/NowPlaying", TodayBus.provider)
            // The second panel starts them again.
            for _ in 1...2 {
                try await widget.call("Appear")
                try await Self.wait(client) { $0 > 1 }
                try await widget.call("Disappear")
                try await Self.wait(client) { $0 == 1 }
            }
            process.signal(SIGTERM)
            #expect(try await process.finished().exit == .status(0))
        }
    }
#endif
