#if Panel
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    @testable import TodayPanel

    /// `todayctl preview`, which runs `today-panel --preview`.
    @Suite struct PreviewTests {
        private static let content = #"""
            {"kind":"column","children":[{"kind":"text","text":"Rye bread"},
             {"kind":"button","label":"Buy","action":"buy"},
             {"kind":"text","text":"only large","modes":["expanded"]}]}
            """#

        private func start(_ desk: PanelDesk, _ arguments: String...) async throws -> ToolRun {
            try await desk.bus.start(
                [try Programs.path("todayctl"), "preview"] + arguments, with: desk.environment)
        }

        @Test func aFileIsShownInBothModes() async throws {
            try await withDesk { desk in
                let file = desk.bus.folder + "/note.json"
                try writeFile(Self.content, to: file)
                let run = try await start(desk, file)
                let tree = try await desk.accessibility.wait(forText: "only large")
                #expect(tree.all.count { $0.name == "Rye bread" } == 2)
                #expect(tree.all.count { $0.name == "only large" } == 1)
                try await desk.screenshot("preview")
                try await desk.accessibility.press(try #require(tree.all.first { $0.name == "Buy" }))
                try await run.output { $0 == "action buy\n" }
                try await desk.xdotool("key", "Escape")
                #expect(try await run.finished().exit == .status(0))
            }
        }

        /// Editors replace a file or write into it. A fault is shown with its path, above the last valid content.
        @Test func theFileIsFollowed() async throws {
            try await withDesk { desk in
                let file = desk.bus.folder + "/note.json"
                try writeFile(#"{"kind":"text","text":"one"}"#, to: file)
                let run = try await start(desk, "--watch", "--dark", "--rtl", file)
                try await desk.accessibility.wait(forText: "one")
                try writeFile(#"{"kind":"text","text":"two"}"#, to: file + ".new")
                #expect(rename(file + ".new", file) == 0)
                try await desk.accessibility.wait(forText: "two")
                try writeFile(#"{"kind":"column","children":[{"kind":"progress","value":"x"}]}"#, to: file)
                let tree = try await desk.accessibility.wait(forText: "children[0].value: ")
                #expect(tree.all.contains { $0.name == "two" })
                try await desk.screenshot("preview-fault")
                #expect(unlink(file) == 0)
                try await desk.accessibility.wait(forText: "can’t be read: No such file or directory")
                try writeFile(#"{"kind":"text","text":"three"}"#, to: file)
                try await desk.accessibility.wait(forText: "three")
                try await desk.screenshot("preview-dark-rtl")
                run.signal(SIGTERM)
                let end = try await run.finished()
                #expect(end.exit == .signal(SIGTERM) && end.error.contains("\(file): children[0].value: "), "\(end)")
            }
        }

        @Test func whatIsMissingIsSaid() async throws {
            let program = try Programs.path("todayctl")
            let absent = try await ToolRun.start([program, "preview", "/nowhere"], environment: [:]).finished()
            #expect(absent.exit == .status(1))
            #expect(absent.error == "todayctl: cannot open /nowhere: No such file or directory\n")
            let blind = try await ToolRun.start([program, "preview", program], environment: [:]).finished()
            #expect(
                blind.exit == .status(EX_UNAVAILABLE) && blind.error.contains("cannot connect to a display"), "\(blind)"
            )
        }

        @Test func argumentsAreRead() {
            #expect(PanelRequest(["--preview", "--dark", "--rtl"]) != PanelRequest(["--preview"]))
            var expected = PreviewRequest(["--preview", "a/b.json"])
            expected?.isWatched = true
            #expect(PreviewRequest(["--watch", "--preview", "a/b.json"]) == expected)
            #expect(expected?.fileName == "b.json" && expected?.folder == "a/")
            #expect(PreviewRequest(["--preview", "b.json"])?.folder == ".")
            #expect(PreviewRequest(["--preview", "/b.json"])?.folder == "/")
            for arguments in [["--preview"], ["--watch"], ["--preview", "a", "b"]] {
                #expect(PreviewRequest(arguments) == nil)
            }
        }
    }
#endif
