#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct LifeTests {
        private let note: WidgetIdentifier = "org.example.Note"

        // MARK: The program

        @Test func helpVersionAndMistakesNeedNoDisplay() async throws {
            let program = try Programs.path("today-panel")
            func run(_ arguments: String...) async throws -> ToolRun.Output {
                try await ToolRun.start([program] + arguments, environment: ["PATH": "/usr/bin"]).finished()
            }
            let help = try await run("--help")
            #expect(help.exit == .status(0) && help.error.isEmpty)
            for word in ["USAGE", "--show", "--hide", "--version", "Escape", "EXIT STATUS"] {
                #expect(help.output.contains(word))
            }
            let version = try await run("--version")
            #expect(version.exit == .status(0) && version.output == "today-panel \(TodayVersion.string)\n")
            for (arguments, reason) in [
                (["--sideways"], "unknown argument '--sideways'"),
                (["--show", "--hide"], "use only one of --show, --hide"),
            ] {
                let refused = try await ToolRun.start([program] + arguments, environment: [:]).finished()
                #expect(refused.exit == .status(64) && refused.output.isEmpty)
                #expect(refused.error == "today-panel: \(reason) (see today-panel --help)\n")
            }
        }

        @Test(arguments: ["--help", "--version"])
        func whatCannotBeWrittenIsNoSuccess(_ option: String) async throws {
            let program = try Programs.path("today-panel")
            let run = try await ToolRun.start(
                ["/bin/sh", "-c", "exec '\(program)' \(option) >/dev/full"], environment: ["PATH": "/usr/bin"]
            ).finished()
            #expect(run.exit == .status(1) && run.error == "today-panel: cannot write: No space left on device\n")
        }

        @Test func withoutADisplayItSaysSo() async throws {
            let bus = try await PrivateBus.start()
            defer { bus.stop() }
            let program = try Programs.path("today-panel")
            for display in ["", ":98765"] {
                let run = try await bus.run(
                    [program], with: ["DISPLAY": display, "WAYLAND_DISPLAY": "", "GSK_RENDERER": "cairo"])
                #expect(run.exit == .status(69), "\(run)")
                #expect(run.error.hasPrefix("today-panel: cannot connect to a display"), "\(run)")
                #expect(run.error.split(separator: "\n").count == 1, "\(run)")
            }
            let hidden = try await bus.run([program, "--hide"], with: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
            #expect(hidden.exit == .status(0) && hidden.error.isEmpty, "\(hidden)")
        }

        @Test func aRunWithoutADisplayReachesThePanel() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                let run = try await desk.bus.run(
                    [try Programs.path("today-panel"), "--hide"], with: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
                #expect(run.exit == .status(0), "\(run)")
                try await desk.accessibility.wait(for: "no content") { !$0.contains("Buy milk") }
            }
        }

        // MARK: The service comes and goes

        private func kill(_ name: BusName, _ desk: PanelDesk) async throws {
            let id: UInt32 = try await desk.client.connection.call(
                .bus, "GetConnectionUnixProcessID", name.rawValue)
            _ = Glibc.kill(Int32(id), SIGKILL)
        }

        @Test func aRestartOfTheServiceIsNotSeen() async throws {
            try await withDesk { desk in
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                let recorder = try await SignalRecorder(
                    desk.client.connection,
                    MatchRule(path: TodayBus.path, interface: .properties, member: "PropertiesChanged"))
                let before = try await desk.accessibility.wait(forText: "Buy milk")
                try await kill(TodayBus.name, desk)
                // The next call starts the center, and the panel views it again. A call that reaches the old center
                // gets no reply.
                var attempts = 0
                while attempts < 20, (try? await desk.client.properties()) == nil { attempts += 1 }
                try await recorder.wait { signal in
                    let arguments = try? signal.arguments(as: String.self, [String: DBusValue].self)
                    return arguments?.1["Viewing"]?.unwrapped == .boolean(true)
                }
                let after = try await desk.accessibility.wait(forText: "Buy milk")
                // The very same objects, except the texts about their age: nothing was rebuilt.
                for (role, name) in [("label", "Buy milk"), ("heading", "Note")] {
                    let former = try #require(before.first(role, name))
                    #expect(former.reference == after.first(role, name)?.reference)
                }
            }
        }

        // MARK: Hidden

        /// How often any thread of a process has begun to run.
        private func switches(of process: UInt32) -> Int {
            guard let threads = opendir("/proc/\(process)/task") else { return -1 }
            defer { closedir(threads) }
            var count = 0
            while let entry = readdir(threads) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasPrefix(".") { continue }
                count += switches(inFile: "/proc/\(process)/task/\(name)/status")
            }
            return count
        }

        private func switches(inFile path: String) -> Int {
            guard let file = fopen(path, "r") else { return 0 }
            defer { fclose(file) }
            var buffer = [UInt8](repeating: 0, count: 8192)
            let count = fread(&buffer, 1, buffer.count, file)
            let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
            return lines.filter { $0.contains("ctxt_switches:") }
                .reduce(0) { $0 + (Int($1.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0) }
        }

        @Test func hiddenItSleeps() async throws {
            try await withDesk(settings: []) { desk in
                try await desk.register(
                    note, "Note",
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"Buy milk"},
                      {"kind":"timer","since":0,"style":"timer"},{"kind":"progress"}]}
                    """#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                let process: UInt32 = try await desk.client.connection.call(
                    .bus, "GetConnectionUnixProcessID", "org.todaycenter.Panel")
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                // As many as may come at once; from here on each is held for a second, which is time to wake in.
                for round in 0..<Limits.pushBurst { try await push(100 + round, desk) }
                // It has said that it is hidden, and does what is left to do. After that nothing wakes it, while five
                // pushes take five seconds.
                var current = switches(of: process)
                var quietPushes = 0
                for round in 0..<60 where quietPushes < 5 {
                    try await push(1000 + round, desk)
                    let former = current
                    current = switches(of: process)
                    quietPushes = current == former ? quietPushes + 1 : 0
                }
                #expect(quietPushes == 5)
                try await push(2000, desk)
                // It is the panel that was counted, and it still wakes when it is asked to.
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.accessibility.wait(forText: "Round 2000")
                #expect(switches(of: process) > current)
            }
        }

        private func push(_ round: Int, _ desk: PanelDesk) async throws {
            _ = try await desk.client.updateWidget(
                note, ["Content": .string(#"{"kind":"text","text":"Round \#(round)"}"#)])
        }
    }
#endif
