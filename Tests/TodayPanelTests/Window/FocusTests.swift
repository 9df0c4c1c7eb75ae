#if Panel
    import DBus
    import DBusTesting
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
                try await desk.focusPanel()
                // Whoever is told of keys has the focus, whichever control it is.
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "")
                let root = try await desk.xdotool("search", "--maxdepth", "0", ".*").filter { $0.isNumber }
                try await desk.xdotool("windowfocus", root)
                try await desk.wait(isViewing: false)
                try await desk.accessibility.wait(for: "no panel") { !$0.contains("Buy milk") }
            }
        }
    }
#endif
