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
                try await WidgetsDesk.waitForConnections(client) { $0 > 1 }
                try await widget.call("Disappear")
                try await WidgetsDesk.waitForConnections(client) { $0 == 1 }
            }
            process.signal(SIGTERM)
            #expect(try await process.finished().exit == .status(0))
        }
    }
#endif
