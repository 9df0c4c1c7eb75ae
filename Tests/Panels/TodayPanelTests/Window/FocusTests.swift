#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

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

        @Test func aPinnedOneStays() async throws {
            try await withDesk { desk in
                let file = desk.bus.folder + "/state/todaycenter/panel-pinned"
                try await open(desk, "--pin")
                #expect(access(file, F_OK) == 0)
                try await focus(desk)
                let changes = try await SignalRecorder(
                    desk.client.connection,
                    MatchRule(path: TodayBus.path, interface: .properties, member: "PropertiesChanged"))
                try await loseFocus(desk)
                // A run of the program takes longer than the focus may be elsewhere.
                for _ in 0..<3 { #expect(try await desk.startPanel("--show").finished().exit == .status(0)) }
                #expect(changes.signals.isEmpty)
                let tree = try await desk.accessibility.read()
                let pin = try #require(tree.all.first { $0.name == "Pin" })
                #expect(try await desk.accessibility.description(of: pin) == "Unpin")
                try await desk.accessibility.press(pin)
                let isUnpinned = try await Accessibility.poll(within: .seconds(60)) {
                    access(file, F_OK) == 0 ? nil : true
                }
                #expect(isUnpinned == true)
                #expect(
                    try await desk.accessibility.description(of: pin) == "Pin")
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

        private func open(_ desk: PanelDesk, _ request: String = "--show") async throws {
            try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
            try await desk.startPanel(request)
            try await desk.accessibility.wait(forText: "Buy milk")
            try await desk.wait(isViewing: true)
        }

        private func focus(_ desk: PanelDesk) async throws {
            try await desk.focusPanel()
            // A window that receives keys has the focus, whichever control it is.
            try await desk.press("Tab")
            try await desk.accessibility.wait(forFocusOn: "")
        }

        private func leave(_ desk: PanelDesk) async throws {
            try await loseFocus(desk)
            try await desk.wait(isViewing: false)
            try await desk.accessibility.wait(for: "no panel") { !$0.contains("Buy milk") }
        }

        private func loseFocus(_ desk: PanelDesk) async throws {
            let root = try await desk.xdotool("search", "--maxdepth", "0", ".*").filter { $0.isNumber }
            try await desk.xdotool("windowfocus", root)
        }
    }
#endif
