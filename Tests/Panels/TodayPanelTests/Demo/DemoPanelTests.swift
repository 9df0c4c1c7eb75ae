#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    /// `todayctl demo` where there is a display.
    @Suite struct DemoPanelTests {
        private func startDemo(_ desk: PanelDesk, _ arguments: String...) async throws -> ToolRun {
            // The demo's center is its own: no center may run, nor be started by activation.
            for name in [TodayBus.name, TodayBus.appsName] { try await desk.bus.addService(name, exec: "/bin/false") }
            return try await desk.bus.start(
                [try Programs.path("todayctl"), "demo", "--examples"] + arguments, with: desk.environment)
        }

        private func waitForExamples(_ desk: PanelDesk) async throws {
            try await desk.accessibility.wait(for: "the examples") { tree in
                tree.card("Shared List")?.contains("Rye bread") == true && tree.card("Simple Timer") != nil
                    && tree.card("Used Space") != nil && tree.card("Where Am I") != nil
            }
        }

        /// The process that shows the panel.
        private func panel(_ desk: PanelDesk) async throws -> Int32 {
            let id: UInt32 = try await desk.client.connection.call(
                .bus, "GetConnectionUnixProcessID", "org.todaycenter.Panel")
            return Int32(id)
        }

        @Test func thePanelIsOpenedAndEndsWithTheDemo() async throws {
            try await withDesk { desk in
                let demo = try await startDemo(desk)
                try await waitForExamples(desk)
                let panel = try await panel(desk)
                #expect(demo.text.contains("Ctrl-C ends") && demo.text.contains("export DBUS_SESSION_BUS_ADDRESS="))
                #expect(demo.text.contains("\n  \(try Programs.path("today-panel"))\n"))
                demo.signal(SIGINT)
                let run = try await demo.finished()
                #expect(run.exit == .status(0), "\(run)")
                try await end(of: panel)
                #expect(try await desk.client.connection.owner(of: TodayBus.name) == nil)
            }
        }

        @Test func theDemoEndsWithThePanel() async throws {
            try await withDesk { desk in
                let demo = try await startDemo(desk)
                try await waitForExamples(desk)
                kill(try await panel(desk), SIGTERM)
                let run = try await demo.finished()
                #expect(run.exit == .status(0), "\(run)")
                #expect(try await desk.client.connection.owner(of: TodayBus.name) == nil)
            }
        }

        /// A bus of one's own seldom leads to screen readers; that is nothing to complain about.
        @Test func nothingIsSaidOfScreenReadersThatAreNotThere() async throws {
            let screen = try await Screen.start()
            let bus = try await PrivateBus.start()
            defer { bus.stop() }
            let demo = try await bus.start(
                [try Programs.path("todayctl"), "demo", "--examples"],
                with: [
                    "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                    "LIBGL_ALWAYS_SOFTWARE": "1",
                ])
            // It looks for them with its window.
            let search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Today$"]
            #expect(try await bus.run(search, with: ["DISPLAY": screen.display]).exit == .status(0))
            demo.signal(SIGINT)
            let run = try await demo.finished()
            #expect(run.exit == .status(0) && !run.error.contains("accessibility"), "\(run)")
            try await screen.stop()
        }

        @Test func theTerminalIsAlwaysThere() async throws {
            try await withDesk { desk in
                let demo = try await startDemo(desk, "--terminal")
                try await demo.output { $0.contains("Rye bread") && $0.contains("Used Space") }
                #expect(try await desk.client.connection.owner(of: "org.todaycenter.Panel") == nil)
                demo.signal(SIGINT)
                #expect(try await demo.finished().exit == .status(0))
            }
        }

        /// The terminal view is used if the display doesn't exist, as in a session that has ended.
        @Test func aDisplayThatIsNoneIsPassedOver() async throws {
            let bus = try await PrivateBus.start()
            defer { bus.stop() }
            let demo = try await bus.start(
                [try Programs.path("todayctl"), "demo", "--examples"],
                with: ["DISPLAY": ":98765", "GSK_RENDERER": "cairo"])
            try await demo.output { $0.contains("Rye bread") && $0.contains("Used Space") }
            demo.signal(SIGINT)
            #expect(try await demo.finished().exit == .status(0))
        }
    }
#endif
