#if Panel
    import DBus
    import DBusTesting
    import Processes
    import Testing
    import TodayModel
    import TodayProtocol

    @Suite struct FocusTests {
        /// A click elsewhere takes the focus there.
        @Test func theLossOfTheFocusHidesIt() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                try await focus(desk)
                try await leave(desk)
            }
        }

        /// Also after it was hidden while it had the focus.
        @Test func itHidesAgainAfterEscape() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                try await focus(desk)
                try await desk.press("Escape")
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
                try await focus(desk)
                try await leave(desk)
            }
        }

        private func focus(_ desk: PanelDesk) async throws {
            try await desk.focusPanel()
            // Whoever is told of keys has the focus, whichever control it is.
            try await desk.press("Tab")
            try await desk.accessibility.wait(forFocusOn: "")
        }

        private func leave(_ desk: PanelDesk) async throws {
            let root = try await desk.xdotool("search", "--maxdepth", "0", ".*").filter { $0.isNumber }
            try await desk.xdotool("windowfocus", root)
            try await desk.wait(isViewing: false)
            try await desk.accessibility.wait(for: "no panel") { !$0.contains("Buy milk") }
        }
    }
#endif
