#if Panel
    import DBusTesting
    import DesktopTesting
    import Foundation
    import Glibc
    import TodayPlatform
    import Testing

    @testable import TodayPanel

    @Suite struct AutostartTests {
        private let home = FileManager.default.temporaryDirectory.path + "/today-autostart-\(UUID().uuidString)"

        private var entry: String { home + "/.config/autostart/org.todaycenter.Panel.desktop" }

        private func run(_ arguments: String...) async throws -> ToolRun.Output {
            let program = try Programs.path("today-panel")
            return try await ToolRun.start([program] + arguments, environment: ["HOME": home]).finished()
        }

        @Test func itIsTurnedOnAndOffWithNoDisplay() async throws {
            defer { FolderContents.removeTree(home) }
            for _ in 1...2 {
                let on = try await run("--autostart", "on")
                #expect(on.exit == .status(0) && on.output.isEmpty && on.error.isEmpty, "\(on)")
                let text = try String(contentsOfFile: entry, encoding: .utf8)
                let program = try #require(realpath(try Programs.path("today-panel"), nil))
                defer { free(program) }
                #expect(text.hasPrefix("[Desktop Entry]\n"))
                #expect(text.contains("\nTryExec=\(String(cString: program))\n"))
                #expect(text.hasSuffix("\nExec=\"\(String(cString: program))\" --show\n"))
            }
            for _ in 1...2 {
                let off = try await run("--autostart", "off")
                #expect(off.exit == .status(0) && off.error.isEmpty, "\(off)")
                #expect(!FileManager.default.fileExists(atPath: entry))
            }
        }

        @Test func aProgramMayLieAnywhere() {
            let text = AutostartEntry.text(#"/opt/my $5 "50%" \ `apps`/today-panel"#)
            #expect(text.contains(#"TryExec=/opt/my $5 "50%" \\ `apps`/today-panel"# + "\n"))
            #expect(text.contains(##"Exec="/opt/my \\$5 \\"50%%\\" \\\\ \\`apps\\`/today-panel" --show"## + "\n"))
        }

        /// Desktop files are read by bytes, so no mark beside a sign hides it.
        @Test func aMarkHidesNothingInAPath() {
            let text = AutostartEntry.text("/a\"\u{301}%\u{301}\\\u{301}\u{D4E}$")
            for line in [
                "\nTryExec=/a\"\u{301}%\u{301}\\\\\u{301}\u{D4E}$\n",
                "\nExec=\"/a\\\\\"\u{301}%%\u{301}\\\\\\\\\u{301}\u{D4E}\\\\$\" --show\n",
            ] {
                #expect(text.utf8.firstRange(of: line.utf8) != nil, "\(text)")
            }
        }

        @Test func whatComesToNothingIsSaid() async throws {
            defer { FolderContents.removeTree(home) }
            UserFolders.make(home)
            #expect(FileManager.default.createFile(atPath: home + "/.config", contents: nil))
            let run = try await run("--autostart", "on")
            #expect(run.exit == .status(1) && run.error == "today-panel: \(entry): Not a directory\n", "\(run)")
        }

        @Test(arguments: [["--autostart"], ["--autostart", "maybe"], ["--autostart", "on", "--show"]])
        func itIsOnOrOff(_ arguments: [String]) async throws {
            let program = try Programs.path("today-panel")
            let run = try await ToolRun.start([program] + arguments, environment: [:]).finished()
            #expect(run.exit == .status(64))
            #expect(run.error == "today-panel: --autostart needs 'on' or 'off' (see today-panel --help)\n")
        }
    }
#endif
