#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel

    /// The sources are followed only while a panel looks.
    @Suite struct WatchingTests {
        private func waitForSources(_ desk: WidgetsDesk) async throws {
            let client = desk.client.connection
            let appeared = try await client.signals(
                matching: MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [1: .equals("")]))
            _ = try await client.waitForOwner(of: "org.todaycenter.Widgets", timeout: .seconds(60))
            try await withDeadline {
                if try await desk.connections() > 1 { return }
                for await _ in appeared where try await desk.connections() > 1 { return }
            }
        }

        /// The connection with the objects of the widgets stays. Match rules end with the other connections, so nothing
        /// on a bus wakes the program.
        @Test func theBusesOfTheSourcesAreClosedWithThePanel() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            try await waitForSources(desk)
            try await desk.hide()
            // The next panel starts them again.
            try await desk.view()
            try await waitForSources(desk)
            try await desk.end()
        }
    }
#endif
