import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

@Suite struct DemoTests {
    /// A prefix with this `todayctl`, and what the test puts there.
    private struct Prefix {
        let folder: TemporaryFolder
        var todayctl: String { folder.path + "/bin/todayctl" }

        init() throws {
            folder = try TemporaryFolder(prefix: "todayctl-tests")
            try folder.makeFolder("bin")
            try folder.makeFolder("share/todaycenter/widgets")
            // A link of its own to the same file: a symbolic one would be followed.
            if link(CommandRun.todayctl, todayctl) != 0 {
                let copied = system("cp '\(CommandRun.todayctl)' '\(todayctl)'")
                try #require(copied == 0)
            }
        }

        /// Puts a shell script in the place of the daemon.
        func setCenter(_ script: String) throws { try setProgram("todayd", script) }

        /// Puts a shell script in the place of a program.
        func setProgram(_ name: String, _ script: String) throws {
            let file = try #require(fopen(folder.path + "/bin/" + name, "w"))
            fputs("#!/bin/sh\n" + script + "\n", file)
            fclose(file)
            chmod(folder.path + "/bin/" + name, 0o755)
        }
    }

    /// The environment with a folder for temporary files of the test's own.
    private func environment(_ bus: PrivateBus) throws -> (variables: [String: String], temporary: String) {
        var environment = bus.environment
        let temporary = bus.folder + "/temporary"
        try #require(mkdir(temporary, 0o700) == 0)
        environment["TMPDIR"] = temporary
        return (environment, temporary)
    }

    @Test func theExampleWidgetsAreShownOnce() async throws {
        try await withBus { bus in
            let (environment, temporary) = try environment(bus)
            let result = try await CommandRun.start(["demo", "--examples", "--once"], environment).result()
            #expect(result.status == 0 && result.errors.isEmpty)
            // The results of the example apps.
            #expect(result.output.contains("Shared List\n") && result.output.contains("Rye bread"))
            #expect(result.output.contains(/Simple Timer\n +(5:00|4:\d\d)\n/) && !result.output.contains("Finished"))
            #expect(result.output.contains("Used Space\n"))
            // Not of a service on the web.
            #expect(result.output.contains(#/Where Am I\n +(city|country|region) - \w+ \(demo data\)/#))
            #expect(result.output.contains("%") && result.output.contains("\n  updated just now\n"))
            // An empty folder can be removed, any other cannot.
            #expect(rmdir(temporary) == 0)
        }
    }

    #if Widgets
        /// Without any configuration, four widgets are useful on any machine.
        @Test func theWidgetsForDailyUseAreShownOnce() async throws {
            try await withBus { bus in
                let (environment, temporary) = try environment(bus)
                let result = try await CommandRun.start(["demo", "--once"], environment).result()
                #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
                for text in ["Calendar\n", "System\n", "To Do\n", "[Add a task…]", "Timer & Clocks\n", "[10 min]"] {
                    #expect(result.output.contains(text), "\(text): \(result.output)")
                }
                #expect(rmdir(temporary) == 0)
            }
        }
    #endif

    /// Also where the same widgets are installed.
    @Test func samplesHaveTheirMark() async throws {
        try await withBus { bus in
            let (environment, temporary) = try environment(bus)
            let installed = bus.folder + "/data-dirs/todaycenter"
            let made = system(
                "mkdir -p '\(installed)' && ln -s '\(try #require(Installation.around(CommandRun.todayctl).manifests))' '\(installed)/widgets'"
            )
            try #require(made == 0 && environment["XDG_DATA_DIRS"] == bus.folder + "/data-dirs")
            let result = try await CommandRun.start(["demo", "--sample", "--once"], environment).result()
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            let names = [
                "Calendar", "Now Playing", "Weather", "Battery & Power", "System", "To Do", "Timer & Clocks",
                "Network & Bluetooth",
            ]
            let titles = result.output.split(separator: "\n").filter { $0.hasSuffix(" (Sample)") }
            #expect(titles.map { String($0.dropLast(" (Sample)".count)) } == names, "\(result.output)")
            #expect(result.output.contains("Clair de lune"))
            #expect(rmdir(temporary) == 0)
        }
    }

    @Test func widgetsOfTheUserAreToldNotToBeInIt() async throws {
        try await withBus { bus in
            let (environment, _) = try environment(bus)
            let folder = bus.folder + "/data/todaycenter/widgets"
            let made = system("mkdir -p '\(folder)'")
            try #require(made == 0 && environment["XDG_DATA_HOME"] == bus.folder + "/data")
            for (name, words) in [
                ("a.b", "the demo doesn't show the widget that you have installed; 'todayctl today' does"),
                ("a.c", "the demo doesn't show the 2 widgets that you have installed; 'todayctl today' does"),
            ] {
                let file = try #require(fopen("\(folder)/\(name).widget", "w"))
                fclose(file)
                let result = try await CommandRun.start(["demo", "--examples", "--once"], environment).result()
                #expect(result.status == 0 && result.errors == "todayctl: \(words)\n", "\(result)")
            }
        }
    }

    @Test func theExampleWidgetsAreKeptCurrent() async throws {
        try await withBus { bus in
            let (environment, temporary) = try environment(bus)
            let demo = try await CommandRun.start(["demo", "--examples"], environment)
            try await demo.output.text { text in
                ["\n  updated just now\n", "Used Space", "Rye bread", "Simple Timer"].allSatisfy { text.contains($0) }
            }
            // The timer runs in this process.
            try await demo.output.text { $0.matches(of: /\n +(5:00|4:\d\d)\n/).count >= 3 }
            let client = try await bus.connect()
            #expect(try await client.owner(of: TodayBus.name) != nil)
            demo.signal(SIGINT)
            let result = try await demo.result()
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(try await client.owner(of: TodayBus.name) == nil)
            #expect(rmdir(temporary) == 0)
        }
    }

    @Test func aCenterThatIsThereIsShown() async throws {
        try await withCenter { bus, _ in
            let result = try await todayctl("demo", "--once", on: bus)
            #expect(result.status == 0)
            #expect(result.output == "Used Space\n  50 %\n")
            #expect(result.errors == "todayctl: a center is already on this bus; this is its Today view\n")
            let json = try await todayctl("demo", "--once", "--json", on: bus)
            #expect(try await json.output == todayctl("today", "--once", "--json", on: bus).output)
        }
    }

    /// A panel that reports its arguments, and runs until a signal ends it. Its child holds none of the pipes whose end
    /// the test waits for: the signal may come before the shell has become `sleep`, and is lost then.
    @Test func whereThereIsADisplayThePanelIsOpened() async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        let report = prefix.folder.path + "/report"
        try prefix.setProgram(
            "today-panel",
            """
            [ "$1" = --version ] && exit 0
            trap 'echo ended >>"\(report)"; exit 0' TERM
            echo "shown $1" >>"\(report)"; sleep 60 >/dev/null 2>&1 & wait
            """)
        for variable in ["DISPLAY", "WAYLAND_DISPLAY"] {
            unlink(report)
            mkfifo(report, 0o600)
            try await withCenter { bus, _ in
                let run = try await CommandRun.start(
                    ["demo"], bus.environment.merging([variable: "some"]) { $1 }, program: prefix.todayctl)
                let reported = TextCollector(open(report, O_RDWR | O_CLOEXEC))
                try await reported.text { $0 == "shown --show\n" }
                run.signal(SIGINT)
                let result = try await run.result()
                #expect(result.status == 0 && result.output.contains("The panel is at the edge of the screen."))
                #expect(!result.output.contains("Used Space"))
                try await reported.text { $0 == "shown --show\nended\n" }
            }
        }
    }

    @Test func theDemoEndsAsThePanelDoes() async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        for (script, status, errors) in [
            ("exit 0", 0, ""), ("kill -TERM $$", 0, ""),
            ("exit 7", 1, "todayctl: today-panel ended (exit status 7)\n"),
        ] as [(String, Int32, String)] {
            try prefix.setProgram("today-panel", "[ \"$1\" = --version ] || \(script)")
            try await withCenter { bus, _ in
                let run = try await CommandRun.start(
                    ["demo"], bus.environment.merging(["DISPLAY": ":9"]) { $1 }, program: prefix.todayctl)
                let result = try await run.result()
                #expect(result.status == status, "\(script): \(result)")
                #expect(result.errors.hasSuffix("this is its Today view\n" + errors), "\(result)")
            }
        }
    }

    /// Without a display, without GTK, with a display that doesn't exist, and with `--terminal`.
    @Test(
        arguments: [
            ("exit 0", "", []), ("exit 1", ":9", []), ("[ \"$1\" = --version ] || exit 69", ":9", []),
            ("exit 0", ":9", ["--terminal"]),
        ] as [(String, String, [String])])
    func elsewhereTheTerminalShowsIt(_ panel: String, _ display: String, _ options: [String]) async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        try prefix.setProgram("today-panel", panel)
        try await withCenter { bus, _ in
            let run = try await CommandRun.start(
                ["demo"] + options, bus.environment.merging(["DISPLAY": display]) { $1 }, program: prefix.todayctl)
            try await run.output.text { $0.contains("Used Space\n  50 %") }
            run.signal(SIGINT)
            #expect(try await run.result().status == 0)
        }
    }

    @Test func aCenterThatEndsIsReported() async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        try prefix.setCenter("echo 'no state' >&2; echo 'giving up' >&2; exit 3")
        try await withBus { bus in
            let run = try await CommandRun.start(["demo"], bus.environment, program: prefix.todayctl)
            expect(
                try await run.result(), 1, "",
                "todayctl: todayd ended (exit status 3): no state | giving up\n")
        }
    }

    @Test func aSignalEndsItWhileTheCenterStarts() async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        // The center reports the folder of the demo's state, and ends only on a signal.
        let report = prefix.folder.path + "/report"
        try prefix.setCenter(
            "trap 'exit 0' TERM; echo \"$XDG_STATE_HOME\" > '\(report)'; sleep 60 >/dev/null 2>&1 & wait")
        mkfifo(report, 0o600)
        try await withBus { bus in
            let run = try await CommandRun.start(["demo"], bus.environment, program: prefix.todayctl)
            let state = try await TextCollector(open(report, O_RDWR | O_CLOEXEC)).lines(1)[0]
            #expect(access(state, F_OK) == 0)
            run.signal(SIGTERM)
            expect(try await run.result(), 0, "", "")
            #expect(access(state, F_OK) != 0)
        }
    }

    @Test func whatIsMissingIsNamed() async throws {
        let prefix = try Prefix()
        defer { prefix.folder.remove() }
        try await withBus { bus in
            func message() async throws -> String {
                var environment = bus.environment
                environment["PATH"] = "/nowhere"
                let run = try await CommandRun.start(["demo"], environment, program: prefix.todayctl)
                let result = try await run.result()
                #expect(result.status == 1)
                return result.errors
            }
            #expect(
                try await message() == "todayctl: todayd not found next to this program or in PATH\n")
            try prefix.setCenter("exit 0")
            rmdir(prefix.folder.path + "/share/todaycenter/widgets")
            #expect(try await message() == "todayctl: the widgets aren't installed\n")
        }
    }

    @Test func installationsAreFound() throws {
        let folder = try TemporaryFolder(prefix: "todayctl-tests")
        defer { folder.remove() }
        let widgets = try folder.makeFolder("prefix/share/todaycenter/widgets")
        let prefix = folder.path + "/prefix"
        #expect(
            Installation.around(prefix + "/bin/todayctl")
                == Installation(programs: prefix + "/bin", manifests: widgets))
        let data = try folder.makeFolder("checkout/data/widgets")
        let build = try folder.makeFolder("checkout/.build/platform/debug")
        #expect(Installation.around(build + "/todayctl").manifests == nil)
        let package = try #require(fopen(folder.path + "/checkout/Package.swift", "w"))
        fclose(package)
        #expect(
            Installation.around(build + "/todayctl")
                == Installation(programs: build, manifests: data))
        #expect(Installation.around("todayctl") == Installation())
    }
}
