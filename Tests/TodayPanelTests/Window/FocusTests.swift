#if Panel
    import DBus
    import DBusTesting
    import Processes
    import Testing
    import TodayModel
    import TodayProtocol

    @Suite struct FocusTests {
        private let note: WidgetIdentifier = "org.example.Note"

        /// A click elsewhere takes the focus there.
        @Test func theLossOfTheFocusHidesIt() async throws {
            try await withDesk { desk in
                try await open(desk)
                try await focus(desk)
                try await leave(desk)
            }
        }

        /// Also after it was hidden while it had the focus.
        @Test func itHidesAgainAfterEscape() async throws {
            try await withDesk { desk in
                try await open(desk)
                try await focus(desk)
                try await desk.press("Escape")
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
                try await focus(desk)
                try await leave(desk)
            }
        }

        /// A window that appears under the pointer loses the focus for a moment.
        @Test func itStaysWhenItIsShownUnderThePointer() async throws {
            try await withDesk { desk in
                try await open(desk)
                let film = try await Film(desk, of: note, below: "Buy milk")
                try await desk.movePointer(x: 190, y: 600)
                for _ in 0..<4 {
                    let shown = try await film.still("the panel")
                    #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                    try await film.wait(for: "no panel") { $0 != shown }
                    #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                    try await film.wait(for: "the panel as before") { $0 == shown }
                }
            }
        }

        private func open(_ desk: PanelDesk) async throws {
            try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
            try await desk.startPanel("--show")
            try await desk.accessibility.wait(forText: "Buy milk")
            try await desk.wait(isViewing: true)
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
