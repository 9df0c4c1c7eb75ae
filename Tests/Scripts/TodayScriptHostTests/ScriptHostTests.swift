import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayHost
import TodayModel

/// Scripts as widgets, end to end: real programs, real scripts.
@Suite struct ScriptHostTests {
    @Test func aScriptComesChangesAndGoes() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop("hello.1h.sh", "#!/bin/bash\necho Hello\necho ---\necho world\n")
        let widget = try await bench.widget("hello", shows: "Hello")
        #expect(widget.name == "hello" && widget.largestDisplayMode == .compact && widget.source == .registered)
        #expect(widget.content.texts == ["Hello", "world"])
        // A widget that needs more room than a compact card has can be expanded.
        try bench.write(
            "#!/bin/bash\necho Hello\nfor n in 0 1 2 3 4; do echo ---; echo $n; done\n",
            to: bench.folder + "/hello.1h.sh")
        try await bench.widget("hello") { $0.largestDisplayMode == .expanded }
        // Another interval is the same widget.
        let (old, new) = (bench.folder + "/hello.1h.sh", bench.folder + "/hello.2h.sh")
        try #require(rename(old, new) == 0)
        try bench.write("#!/bin/bash\n# <xbar.title>Greeting</xbar.title>\necho Goodbye\n", to: new)
        try await bench.widget("hello") { $0.content.texts == ["Goodbye"] && $0.name == "Greeting" }
        unlink(new)
        try await bench.waitUntilGone("hello")
    }

    @Test func whatWasThereBeforeIsStartedByTheCenter() async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        try bench.drop("py.1h.py", "#!/usr/bin/env python3\nimport os\nprint(os.environ['TODAYCENTER_REASON'])\n")
        try await bench.widget("py", shows: "start")
        kill(id, SIGTERM)
        try await end(of: id)
        // A script that was removed while no host followed the folder is found missing.
        try bench.drop("py.2h.py", "#!/usr/bin/env python3\nprint('again')\n")
        unlink(bench.folder + "/py.1h.py")
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("py")) != .failed)
        try await bench.widget("py", shows: "again")
    }

    @Test func aTapRunsACommandAndThenTheScript() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let file = bench.bus.folder + "/tapped"
        try bench.drop(
            "tap.1h.sh",
            """
            #!/bin/bash
            cat '\(file)' 2>/dev/null || echo nothing
            echo ---
            echo "Tap me | shell=/bin/sh param1=-c param2='pwd > \(file)' terminal=false refresh=true"

            """)
        let widget = try await bench.widget("tap", shows: "nothing")
        let action = try #require(widget.content.action(of: "Tap me"))
        #expect(!action.contains("sh"))
        try await bench.tap(action, of: "tap")
        try await bench.widget("tap", shows: bench.folder)
        await #expect(throws: (any Error).self) { try await bench.tap("none", of: "tap") }
    }

    @Test func oneThatHangsIsKilledWithAllOfIt() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop(
            "hang.1h.sh",
            """
            #!/bin/bash
            # today.timeout: 5s
            trap '' TERM
            sleep 1000 & echo $! >> '\(bench.bus.folder)/ids'
            setsid sleep 1000 & echo $! >> '\(bench.bus.folder)/ids'
            (setsid setsid sleep 1000 & echo $! >> '\(bench.bus.folder)/ids')
            echo $$ >> '\(bench.bus.folder)/ids'
            echo shown never
            wait

            """)
        let widget = try await bench.widget("hang") { !$0.error.isEmpty }
        #expect(widget.error == "stopped because it took longer than 5s" && widget.content.isEmpty)
        for id in try await bench.notes("ids", where: { $0.count == 4 }) {
            try await end(of: try #require(Int32(id)))
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func nothingOutlivesTheHost(_ signal: CInt) async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        try bench.drop(
            "long.1h.sh",
            """
            #!/bin/bash
            sleep 1000 & echo $! >> '\(bench.bus.folder)/ids'
            setsid sleep 1000 & echo $! >> '\(bench.bus.folder)/ids'
            (env -i setsid sh -c "env -i setsid sleep 1000 & echo \\$! >> '\(bench.bus.folder)/ids'" &)
            echo $$ >> '\(bench.bus.folder)/ids'
            wait

            """)
        let ids = try await bench.notes("ids") { $0.count == 4 }
        kill(id, signal)
        for id in ids { try await end(of: try #require(Int32(id))) }
        try await end(of: id)
    }

    /// Nothing adds up from run to run.
    @Test func whatARunLeavesBehindEndsWithIt() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop(
            "leaves.1h.sh",
            """
            #!/bin/sh
            setsid sleep 1000 >/dev/null 2>&1 & echo $! >> '\(bench.bus.folder)/ids'
            echo done

            """)
        try await bench.widget("leaves", shows: "done")
        for id in try await bench.notes("ids", where: { $0.count == 1 }) { try await end(of: try #require(Int32(id))) }
    }

    /// The next run is due at a time of day, even for a script that the center doesn't ask for. The timer counts the
    /// time in which the machine is suspended, and is notified when the clock is set.
    @Test func aHiddenScriptIsDueByTheClock() async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        try bench.drop("hidden.1h.sh", "#!/bin/sh\necho run >> '\(bench.bus.folder)/runs'\n")
        try await bench.widget("hidden") { !$0.hasContent }
        try await bench.notes("runs") { $0.count == 1 }
        let timers = await poll(within: .seconds(60), every: .milliseconds(5)) {
            let timers = Self.timers(of: id)
            return timers.contains { $0.contains("clockid: 7") && !$0.contains("it_value: (0, 0)") } ? timers : nil
        }
        let due = try #require(timers?.first { $0.contains("clockid: 7") }, "\(Self.timers(of: id))")
        let rest = due.split(separator: "\n").first { $0.hasPrefix("it_value: (") }?.dropFirst(11).prefix { $0 != "," }
        let seconds = try #require(rest)
        #expect((3000...3600).contains(try #require(Int(seconds))))
        // CLOCK_REALTIME, with TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
        #expect(timers?.contains { $0.contains("clockid: 0") && $0.contains("settime flags: 03") } == true)
    }

    /// Returns the kernel's data about the timers of a process: proc_pid_fdinfo(5).
    private static func timers(of process: Int32) -> [String] {
        let folder = "/proc/\(process)/fdinfo"
        return ProcessFile.numbers(in: folder).compactMap { ProcessFile.read("\(folder)/\($0)") }
            .filter { $0.contains("clockid:") }
    }

    /// Files that the host writes are for its user alone, while scripts write with the umask of the session.
    @Test func scriptsHaveTheMaskOfTheSession() async throws {
        let bench = try await ScriptBench.start(mask: "027")
        let id = try await bench.startHost()
        try bench.drop(
            "mask.1h.sh",
            "#!/bin/sh\numask\necho ---\necho 'Tap | shell=/bin/sh param1=-c param2=\"umask > \(bench.bus.folder)/tapped\" terminal=false'\n"
        )
        let widget = try await bench.widget("mask", shows: "0027")
        try await bench.tap(widget.content.action(of: "Tap"), of: "mask")
        try await bench.notes("tapped") { $0 == ["0027"] }
        #expect(ProcessFile.read("/proc/\(id)/status")?.contains("Umask:\t0077\n") == true)
    }

    @Test func oneThatChangesWhileItRunsIsRunAgain() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let pipe = bench.bus.folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let start = "#!/bin/bash\necho run >> '\(bench.bus.folder)/runs'\n"
        try bench.drop("slow.1h.sh", start + "read -r line <'\(pipe)'\necho \"$line\"\n")
        try await bench.notes("runs") { $0.count == 1 }
        try bench.drop("slow.1h.sh", start + "# <xbar.title>Changed</xbar.title>\necho new\n")
        try await bench.widget("slow") { $0.name == "Changed" }
        #expect(bench.notes("runs").count == 1)
        try bench.write("old\n", to: pipe)
        try await bench.widget("slow", shows: "new")
        #expect(bench.notes("runs").count == 2)
    }

    @Test func aFloodIsStopped() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop("flood.1h.sh", "#!/bin/sh\nexec yes\n")
        let widget = try await bench.widget("flood") { !$0.error.isEmpty }
        #expect(widget.error == "stopped because it printed more than 256 KiB")
    }

    @Test func whatIsPrintedHarmsNothing() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop("binary.1h.sh", "#!/bin/sh\nhead -c 20000 /dev/urandom\n")
        try bench.drop(
            "markup.1h.sh", "#!/bin/sh\nprintf '<b>bold</b> \\033[31mred\\033[0m \\377\\n---\\n<script>x\\n'\n")
        let widget = try await bench.widget("markup") { !$0.content.isEmpty }
        #expect(widget.content.texts.joined().hasPrefix("bold red"))
        try await bench.widget("binary") { $0.lastResult != nil || !$0.content.isEmpty || !$0.error.isEmpty }
        try bench.drop("after.1h.sh", "#!/bin/sh\necho fine\n")
        try await bench.widget("after", shows: "fine")
    }

    @Test func oneThatFailsKeepsWhatItShowed() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let file = bench.bus.folder + "/fails"
        try bench.drop(
            "fail.1h.sh", "#!/bin/sh\n[ -e '\(file)' ] && { echo broken >&2; exit 3; }\necho good\n")
        try await bench.widget("fail", shows: "good")
        try bench.write("", to: file)
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("fail")) == .failed)
        try await bench.widget("fail") { $0.error == "broken" && $0.content.texts == ["good"] }
        unlink(file)
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("fail")) != .failed)
        try await bench.widget("fail") { $0.error.isEmpty && $0.content.texts == ["good"] }
    }

    @Test func oneThatPrintsNothingIsHiddenUntilItDoes() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let file = bench.bus.folder + "/text"
        let panel = try await bench.panel()
        try bench.drop("some.200ms.sh", "#!/bin/sh\ncat '\(file)' 2>/dev/null\nexit 0\n")
        try await bench.widget("some") { !$0.hasContent }
        try bench.write("something\n", to: file)
        try await bench.widget("some") { $0.hasContent && $0.content.texts == ["something"] }
        unlink(file)
        try await bench.widget("some") { !$0.hasContent }
        await panel.stop()
    }

    @Test func whoeverLooksThereIsOneRun() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        // Each run takes a moment; two at once would see each other.
        try bench.drop(
            "often.100ms.sh",
            """
            #!/bin/sh
            mkdir '\(bench.bus.folder)/lock' || echo two at once >> '\(bench.bus.folder)/often'
            echo run >> '\(bench.bus.folder)/often'
            sleep 0.05
            rmdir '\(bench.bus.folder)/lock'
            echo shown

            """)
        // A script that runs often, and one that does not, which shows that there was time for the other.
        try bench.drop("rare.1h.sh", "#!/bin/sh\necho rare\n")
        try await bench.widget("rare", shows: "rare")
        try await bench.widget("often") { _ in true }
        #expect(bench.notes("often").isEmpty)
        let (first, second) = (try await bench.panel(), try await bench.panel())
        let notes = try await bench.notes("often") { $0.count >= 5 }
        #expect(Set(notes) == ["run"])
        try await bench.widget("often", shows: "shown")
        await first.stop()
        await second.stop()
        let isHidden: Bool? = try await poll(within: .seconds(60), every: .milliseconds(10)) {
            try await bench.client.properties()["Viewing"]?.unwrapped == .boolean(false) ? true : nil
        }
        try #require(isHidden == true)
        // A run that has begun ends; then the other script runs often enough to show that this one doesn't.
        for _ in 0..<3 { #expect(try await bench.client.performUpdate(ScriptBench.identifier("rare")) != .failed) }
        let count = bench.notes("often").count
        for _ in 0..<30 { #expect(try await bench.client.performUpdate(ScriptBench.identifier("rare")) != .failed) }
        #expect(bench.notes("often").count == count)
    }

    @Test func whatOthersMayChangeIsRefused() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let script = "#!/bin/sh\necho run >> '\(bench.bus.folder)/open'\necho shown\n"
        try bench.drop("open.1h.sh", script, mode: 0o777)
        try await bench.widget("open") {
            $0.error == "not run: every user can change \(bench.folder)/open.1h.sh (chmod o-w)"
        }
        if getuid() == 0 {
            try bench.write(script, to: bench.bus.folder + "/dropped")
            chown(bench.bus.folder + "/dropped", 65534, 65534)
            chmod(bench.bus.folder + "/dropped", 0o755)
            try #require(rename(bench.bus.folder + "/dropped", bench.folder + "/other.1h.sh") == 0)
            try await bench.widget("other") {
                $0.error == "not run: \(bench.folder)/other.1h.sh belongs to another user"
            }
        }
        #expect(bench.notes("open").isEmpty)
        chmod(bench.folder + "/open.1h.sh", 0o700)
        try await bench.widget("open") { $0.error.isEmpty && $0.content.texts == ["shown"] }
        // It needs an interpreter that doesn't exist.
        try bench.drop("alien.1h.sh", "#!/opt/none/no-such-interpreter\n")
        try await bench.widget("alien") { $0.error == "needs no-such-interpreter, which is not installed" }
    }

    /// An update returns what its run printed. A run that prints the same output again returns no new data.
    @Test func anUpdateReturnsTheOutputOfItsRun() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let number = bench.bus.folder + "/number"
        try bench.write("one\n", to: number)
        try bench.drop("number.1h.sh", "#!/bin/sh\ncat '\(number)'\n")
        try await bench.widget("number", shows: "one")
        let identifier = ScriptBench.identifier("number")
        for text in ["two", "three"] {
            try bench.write(text + "\n", to: number)
            #expect(try await bench.client.performUpdate(identifier) == .newData)
            try await bench.widget("number", shows: text)
            #expect(try await bench.client.performUpdate(identifier) == .noData)
        }
    }

    @Test func aStreamIsShownAsItComes() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let pipe = bench.bus.folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        try bench.drop(
            "stream.sh",
            """
            #!/bin/bash
            # today.stream: true
            # today.format: i3blocks
            echo run >> '\(bench.bus.folder)/streams'
            exec 3<>'\(pipe)'
            (while read -r line <&3; do echo "{\\"full_text\\": \\"$line\\"}"; done) &
            while read -r button; do echo "{\\"full_text\\": \\"button $button\\"}"; done

            """)
        try await bench.widget("stream") { _ in true }
        #expect(bench.notes("streams").isEmpty)
        let panel = try await bench.panel()
        try bench.write("one\n", to: pipe)
        try await bench.widget("stream", shows: "one")
        try bench.write("two\n", to: pipe)
        let widget = try await bench.widget("stream", shows: "two")
        // A tap goes to its standard input.
        try await bench.tap(widget.content.action(of: "two"), of: "stream")
        try await bench.widget("stream", shows: "button 1")
        #expect(bench.notes("streams") == ["run"])
        await panel.stop()
    }

    @Test func variablesComeFromTheFileBesideIt() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop(
            "city.1h.sh", "#!/bin/sh\n# <xbar.var>string(CITY=\"Rome\"): Where.</xbar.var>\necho \"$CITY\"\n")
        try await bench.widget("city", shows: "Rome")
        try bench.write(#"{"CITY": "Oslo"}"#, to: bench.folder + "/city.1h.sh.vars.json")
        try await bench.widget("city", shows: "Oslo")
    }

    /// The user's settings in the center win; the file beside the script has the defaults.
    @Test func variablesAreSettings() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop(
            "city.1h.sh",
            """
            #!/bin/sh
            # <xbar.var>string(CITY="Rome"): Where.</xbar.var>
            # <xbar.var>number(DAYS=3): How far.</xbar.var>
            # <xbar.var>select(UNIT=C): Degrees. [C, F]</xbar.var>
            echo "$CITY $DAYS $UNIT"

            """)
        let widget = try await bench.widget("city", shows: "Rome 3 C")
        #expect(widget.instances && widget.settingsSchema.declarations.map(\.key) == ["CITY", "DAYS", "UNIT"])
        #expect(widget.settingsSchema["UNIT"]?.choices == ["C", "F"])
        let city = ScriptBench.identifier("city")
        try await bench.client.setSettings(["CITY": "Bonn", "DAYS": .double(5)], of: city)
        try await bench.widget("city", shows: "Bonn 5 C")
        await #expect(throws: CenterError.self) { try await bench.client.setSettings(["UNIT": "K"], of: city) }
        try bench.write(#"{"CITY": "Oslo", "UNIT": "F"}"#, to: bench.folder + "/city.1h.sh.vars.json")
        try await bench.widget("city", shows: "Bonn 5 F")
        try await bench.client.resetSettings(["CITY"], of: city)
        try await bench.widget("city", shows: "Oslo 5 F")
    }

    /// One program runs all instances, each with its own settings, also after a restart.
    @Test func sixteenInstances() async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        try bench.drop(
            "city.1h.sh",
            """
            #!/bin/sh
            # <xbar.var>string(CITY="Rome"): Where.</xbar.var>
            echo "$CITY in ${TODAYCENTER_WIDGET##*.}"

            """)
        try await bench.widget("city", shows: "Rome in city")
        let city = ScriptBench.identifier("city")
        for number in 2...16 {
            let instance = try await bench.client.addInstance(of: city, settings: ["CITY": .string("Town \(number)")])
            #expect(instance == city.instance(number))
        }
        let error = await #expect(throws: CenterError.self) { _ = try await bench.client.addInstance(of: city) }
        #expect(error?.code == .limitExceeded)
        func allShow() async throws {
            try await withThrowingTaskGroup { group in
                for number in 2...16 {
                    group.addTask { _ = try await bench.client.performUpdate(city.instance(number)) }
                }
                try await group.waitForAll()
            }
            for number in 2...16 { try await bench.widget("city#\(number)", shows: "Town \(number) in city#\(number)") }
        }
        try await allShow()
        #expect(try await bench.startHost() == id)
        try await bench.client.setSettings(["CITY": "Village"], of: city.instance(7))
        try await bench.widget("city#7", shows: "Village in city#7")
        try await bench.client.setSettings(["CITY": "Town 7"], of: city.instance(7))
        kill(id, SIGTERM)
        try await end(of: id)
        try await allShow()
        // They go one by one, and all with the script.
        try await bench.client.removeInstance(city.instance(16))
        try await bench.waitUntilGone("city#16")
        unlink(bench.folder + "/city.1h.sh")
        try await bench.waitUntilGone("city#2")
        try await bench.waitUntilGone("city")
    }

    /// The processes of an instance end with it.
    @Test func aRemovedInstanceRunsNoMore() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let panel = try await bench.panel()
        try bench.drop(
            "stream.sh",
            """
            #!/bin/bash
            # today.stream: true
            # today.format: i3blocks
            # <xbar.var>string(CITY="Rome"): Where.</xbar.var>
            echo "$CITY $$" >> '\(bench.bus.folder)/runs'
            echo "{\\"full_text\\": \\"$CITY\\"}"
            while read -r line; do :; done

            """)
        try await bench.widget("stream", shows: "Rome")
        let stream = ScriptBench.identifier("stream")
        let second = try await bench.client.addInstance(of: stream, settings: ["CITY": "Bonn"])
        try await bench.widget("stream#2", shows: "Bonn")
        let runs = try await bench.notes("runs") { $0.contains { $0.hasPrefix("Bonn") } }
        let run = try #require(runs.first { $0.hasPrefix("Bonn") }?.split(separator: " ").last.flatMap { Int32($0) })
        try await bench.client.removeInstance(second)
        try await end(of: run)
        try await bench.widget("stream", shows: "Rome")
        withExtendedLifetime(panel) {}
    }

    @Test func aLinkIsFollowed() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let folder = bench.bus.folder + "/elsewhere"
        try #require(mkdir(folder, 0o700) == 0)
        try bench.write("#!/bin/sh\necho one\n", to: folder + "/script")
        try #require(symlink(folder + "/script", bench.folder + "/linked.1h.sh") == 0)
        try await bench.widget("linked", shows: "one")
        try bench.write("#!/bin/sh\necho two\n", to: folder + "/script")
        try await bench.widget("linked", shows: "two")
    }

    @Test func moreScriptsThanAConnectionMayRegister() async throws {
        let bench = try await ScriptBench.start()
        for number in 0..<40 { try bench.drop("n\(number).1h.sh", "#!/bin/sh\necho \(number)\n") }
        try await bench.startHost()
        for number in 0..<40 { try await bench.widget("n\(number)", shows: "\(number)") }
    }

    @Test func itEndsWithTheCenterAndWithoutABus() async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        bench.center.signal(SIGTERM)
        try await end(of: id)
        let run = try await ToolRun.start(
            ["\(ScriptBench.programs)/today-scripts"],
            environment: bench.bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 }
        ).finished()
        #expect(run.exit == .status(69), "\(run)")
        let help = try await bench.bus.run("\(ScriptBench.programs)/today-scripts", "--help")
        #expect(help.exit == .status(0) && help.output.hasPrefix("USAGE: today-scripts"))
        let wrong = try await bench.bus.run("\(ScriptBench.programs)/today-scripts", "--wrong")
        #expect(wrong.exit == .status(64) && wrong.error.contains("\"--wrong\""))
    }
}
