#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct PageTests {
        private let note: WidgetIdentifier = "org.example.Note"

        @Test func withoutAServiceItSaysWhatToDo() async throws {
            try await withDesk { desk in
                try await desk.bus.addService(TodayBus.name, exec: "/bin/false")
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Can’t reach Today")
                #expect(tree.contains("systemctl --user status todayd"), "\(tree.outline())")
                #expect(tree.first("button", "Edit") == nil)
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("no-service")
                let button = try #require(tree.first("button", "Try Again"))
                try await desk.bus.addService(TodayBus.name, exec: try Programs.path("todayd"))
                try await desk.accessibility.press(button)
                try await desk.accessibility.wait(forText: "No widgets yet")
            }
        }

        /// A user who tries again by key can do so repeatedly.
        @Test func theFocusStaysOnTryAgain() async throws {
            try await withDesk { desk in
                // The center fails when the test asks it to.
                let gate = desk.bus.folder + "/gate"
                mkfifo(gate, 0o600)
                let letItFail = { _ = try await desk.bus.run(["sh", "-c", "echo > \(gate)"]) }
                // The panel has it started again and again; the last one ends with the bus.
                let center = "/bin/sh -c \"read line < \(gate); exit 1\""
                try await desk.bus.addService(TodayBus.name, exec: "/usr/bin/setpriv --pdeathsig KILL \(center)")
                try await desk.startPanel("--show")
                try await letItFail()
                try await desk.accessibility.wait(forText: "Can’t reach Today")
                try await desk.focusPanel()
                try await desk.press("Tab")
                for _ in 0..<2 {
                    try await desk.accessibility.wait(forFocusOn: "Try Again")
                    try await desk.press("Return")
                    try await desk.accessibility.wait(forText: "Loading…")
                    try await letItFail()
                    try await desk.accessibility.wait(forText: "Can’t reach Today")
                }
                try await desk.accessibility.wait(forFocusOn: "Try Again")
            }
        }

        @Test func withoutWidgetsItSaysWhereTheyComeFrom() async throws {
            try await withDesk { desk in
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "No widgets yet")
                #expect(tree.first("button", "Edit") == nil)
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("no-widgets")
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.accessibility.wait(for: "the first widget") {
                    $0.contains("Buy milk") && !$0.contains("No widgets yet")
                }
            }
        }

        @Test func whatIsNotArrangedCanBeAdded() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#, ["Arranged": false])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "No widgets added")
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("nothing-arranged")
                try await desk.accessibility.press(button: "Add Widgets")
                try await desk.screenshot("edit-empty")
                try await desk.accessibility.press(button: "Add: Note")
                try await desk.wait(forArrangement: [note])
                try await desk.accessibility.press(button: "Done")
                try await desk.accessibility.wait(forText: "Buy milk")
            }
        }

        /// The folder of the state is a file, so that nothing can be stored, until that goes.
        @Test func whatIsNotStoredIsSaid() async throws {
            try await withDesk { desk in
                let folder = desk.bus.folder + "/state/todaycenter"
                try writeFile("", to: folder)
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Changes will not survive a restart: ")
                #expect(tree.contains("/state.db: unable to open database file") && tree.contains("Buy milk"))
                try await desk.screenshot("not-stored")
                unlink(folder)
                try await desk.client.arrange([note])
                try await desk.accessibility.wait(for: "the end of the warning") {
                    $0.contains("Buy milk") && !$0.contains("survive")
                }
            }
        }

        @Test func whileLookingForTheServiceItSaysSo() async throws {
            try await withDesk { desk in
                // A service that is started and takes its time to come.
                try await desk.bus.addService(TodayBus.name, exec: "/bin/sh -c \"exec /bin/sleep 100 2>/dev/null\"")
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Loading…")
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("connecting")
            }
        }
    }
#endif
