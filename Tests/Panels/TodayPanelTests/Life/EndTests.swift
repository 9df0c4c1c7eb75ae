#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    /// How the panel ends.
    @Suite struct EndTests {
        private let note: WidgetIdentifier = "org.example.Note"

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalEndsItInOrder(_ signal: Int32) async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                panel.signal(signal)
                let end = try await panel.finished()
                #expect(end.exit == .status(0) && end.error == "", "\(end)")
                try await desk.wait(isViewing: false)
                // The panel stores which widgets were seen before it ends.
                let seen = try await desk.bus.run(["cat", desk.bus.folder + "/state/todaycenter/panel-seen"])
                #expect(seen.output == note.rawValue + "\n")
            }
        }

        @Test func aHiddenOneEndsAsWell() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.wait(isViewing: true)
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                panel.signal(SIGTERM)
                #expect(try await panel.finished().exit == .status(0))
            }
        }

        @Test func withTheDisplayItEndsAndSaysSo() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.screen.stop()
                let end = try await panel.finished()
                #expect(
                    end.exit == .status(69) && end.error == "today-panel: lost the connection to the display\n",
                    "\(end)")
                try await desk.wait(isViewing: false)
            }
        }

        /// If this can't be stored, the panel doesn't fail, and reports it once.
        @Test func aFolderThatCannotBeWrittenIsToldOnce() async throws {
            try await withDesk { desk in
                // Even root makes no folder below a file.
                try writeFile("", to: desk.bus.folder + "/state/todaycenter")
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                try await desk.register("org.example.Other", "Other", #"{"kind":"text","text":"Sell milk"}"#)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.accessibility.wait(forText: "Sell milk")
                panel.signal(SIGTERM)
                let end = try await panel.finished()
                #expect(end.exit == .status(0), "\(end)")
                #expect(end.error.split(separator: "\n").count == 1, "\(end)")
                #expect(
                    end.error.hasPrefix("today-panel: cannot store which widgets you have seen")
                        && end.error.hasSuffix("/panel-seen.new: Not a directory\n"), "\(end)")
            }
        }

        @Test func withTheBusItEndsAndSaysSo() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                desk.bus.stop()
                let end = try await panel.finished()
                #expect(
                    end.exit == .status(69) && end.error == "today-panel: lost the connection to the session bus\n",
                    "\(end)")
            }
        }
    }
#endif
