#if Panel
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// The user's own style sheet.
    @Suite struct UserStyleTests {
        @Test func changesOfTheFileApplyAtOnceAndFaultsAreReported() async throws {
            try await withDesk { desk in
                let folder = desk.bus.folder + "/config/todaycenter"
                mkdir(folder, 0o700)
                func write(_ text: String) throws {
                    try writeFile(text, to: folder + "/new.css")
                    rename(folder + "/new.css", folder + "/panel.css")
                }
                try write(".today-card { background-color: #12ab34; }\n")
                try await desk.register(
                    "org.example.Note", "Note",
                    #"{"kind":"column","children":[{"kind":"text","text":"Buy milk"},{"kind":"text","text":"Bread"}]}"#)
                let panel = try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(forColor: "#12ab34")
                // Each documented class.
                for name in ["today", "today-card", "today-header", "today-content", "today-age", "today-footer"] {
                    try write(".today { }\n.\(name) { background-color: #ab1234; }\n")
                    try await desk.wait(forColor: "#ab1234", pixels: 100)
                    try write("")
                    let isGone: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                        try await desk.colors()["#ab1234"] == nil ? true : nil
                    }
                    #expect(isGone == true, "\(name)")
                }
                // The rules around a fault apply.
                try write(".today-card {\n  color: nothing;\n  background-color: #3412ab; }\n")
                try await desk.wait(forColor: "#3412ab")
                unlink(folder + "/panel.css")
                let isGone: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await desk.colors()["#3412ab"] == nil ? true : nil
                }
                #expect(isGone == true)
                panel.signal(SIGTERM)
                let error = try await panel.finished().error
                #expect(error.contains("/todaycenter/panel.css:2:"), "\(error)")
                #expect(error.split(separator: "\n").count { $0.contains("panel.css:") } == 1, "\(error)")
            }
        }
    }
#endif
