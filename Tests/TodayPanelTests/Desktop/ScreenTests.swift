#if Panel
    import DBusTesting
    import Processes
    import Testing
    import TodayModel
    import TodayProtocol

    @Suite struct ScreenTests {
        private func note(_ desk: PanelDesk) async throws {
            try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
        }

        @Test func theColumnFollowsTheScreensSize() async throws {
            try await withDesk { desk in
                try await note(desk)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(forWindowAt: AccessibleArea(x: 520, y: 0, width: 380, height: 800))
                let run = try await desk.bus.run(
                    ["xrandr", "--output", "screen", "--off", "--fb", "700x600"],
                    with: ["DISPLAY": desk.screen.display])
                #expect(run.exit == .status(0), "\(run)")
                try await desk.wait(forWindowAt: AccessibleArea(x: 320, y: 0, width: 380, height: 600))
            }
        }

        /// Text twice as large, as the desktop's settings or the screen's resolution ask for it.
        @Test func theColumnIsAsWideAsItsTextTakes() async throws {
            try await withDesk { desk in
                try await note(desk)
                try writeFile("Xft.dpi: 192\n", to: desk.bus.folder + "/resources")
                let run = try await desk.bus.run(
                    ["xrdb", "-nocpp", "-merge", desk.bus.folder + "/resources"],
                    with: ["DISPLAY": desk.screen.display])
                #expect(run.exit == .status(0), "\(run)")
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(forWindowAt: AccessibleArea(x: 140, y: 0, width: 760, height: 800))
                try await desk.screenshot("large-text")
            }
        }
    }
#endif
