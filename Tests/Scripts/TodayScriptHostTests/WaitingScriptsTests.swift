import DBus
import DBusTesting
import Foundation
import Glibc
import Testing
import TodayHost
import TodayModel
import TodayScripts

/// Scripts that hang, wait for their turn, or have not run yet, and taps on them.
@Suite struct WaitingScriptsTests {
    /// Scripts that wait leave the processors to others.
    @Test func othersRunWhileSomeHang() async throws {
        let bench = try await ScriptBench.start()
        let cores = Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))
        let count = min(cores + 1, RunQueue<Int, Int>.most - 1)
        for number in 0..<count {
            try bench.drop(
                "hang\(number).1h.sh",
                "#!/bin/sh\n# today.timeout: 1h\necho run >> '\(bench.bus.folder)/hanging'\nexec sleep 1000\n")
        }
        try await bench.startHost()
        try await bench.notes("hanging") { $0.count >= min(cores, count) }
        try bench.drop("quick.1h.sh", "#!/bin/sh\necho quick\n")
        try await bench.widget("quick", shows: "quick")
    }

    /// A script that never ran, or isn't ready when the center asks for it, doesn't count as fresh; its later content
    /// does.
    @Test func whatHasNothingToShowYetHasFailed() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let pipe = bench.bus.folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        try bench.drop("often.10s.sh", "#!/bin/sh\necho often\n")
        try bench.drop("slow.1h.sh", "#!/bin/sh\n# today.timeout: 1h\nread -r line <'\(pipe)'\necho \"$line\"\n")
        try bench.drop("hang.1h.sh", "#!/bin/sh\n# today.timeout: 16s\nexec sleep 1000\n")
        // The center asks for a first update of each.
        let often = try await bench.widget("often") { $0.lastResult == .failed }
        #expect(often.error == "not run yet: it runs only while a panel is visible" && often.updatedAt == .never)
        let panel = try await bench.panel()
        @Sendable func shows(_ text: String, _ widget: WidgetProperties) -> Bool {
            widget.content.texts == [text] && widget.error.isEmpty && widget.lastResult != .failed
        }
        try await bench.widget("often") { shows("often", $0) }
        await panel.stop()
        let slow = try await bench.widget("slow") { $0.lastResult == .failed }
        #expect(slow.error == "still running after 15 s" && slow.updatedAt == .never)
        try bench.write("there\n", to: pipe)
        try await bench.widget("slow") { shows("there", $0) }
        let hung = try await bench.widget("hang") { $0.error == "stopped because it took longer than 16s" }
        #expect(hung.lastResult == .failed && hung.updatedAt == .never)
        // A script that always takes this long hasn't failed.
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("slow")) == .noData)
        try bench.write("again\n", to: pipe)
        try await bench.widget("slow") { shows("again", $0) }
    }

    /// The runs for the values of a slider come one after the other, and only the last one that waits has a run.
    @Test func theLastValueOfASliderRuns() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let pipe = bench.bus.folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        try bench.drop("other.1h.sh", "#!/bin/sh\necho other\n")
        try bench.drop(
            "volume.1h.sh",
            """
            #!/bin/sh
            # today.format: today
            mkdir '\(bench.bus.folder)/lock' || echo two at once >> '\(bench.bus.folder)/runs'
            if [ "$TODAYCENTER_ACTION" ]; then
                echo "$TODAYCENTER_PARAMETER" >> '\(bench.bus.folder)/runs'
                read -r _ <'\(pipe)'
            fi
            rmdir '\(bench.bus.folder)/lock'
            echo '{"kind":"slider","label":"Volume","value":'"${TODAYCENTER_PARAMETER:-0}"',"maximum":60,"action":"set"}'

            """)
        let first = try await bench.widget("volume") { $0.content.kind == "slider" }
        #expect(first.content[.fallback] == .string("Volume " + String(repeating: "░", count: 20)))
        try await bench.widget("other", shows: "other")
        let volume = ScriptBench.identifier("volume")
        func set(_ number: Int) async throws {
            try await bench.client.connection.callWithoutReply(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, "InvokeAction",
                volume.rawValue, "set", [DBusValue.double(Double(number))], [String: DBusValue]())
        }
        try await set(1)
        try await bench.notes("runs") { $0 == ["1"] }
        for number in 2...60 { try await set(number) }
        // This call arrives behind the others.
        await #expect(throws: (any Error).self) { try await bench.tap("none", of: "other") }
        try bench.write("go\n", to: pipe)
        try await bench.notes("runs") { $0.count > 1 }
        try bench.write("go\n", to: pipe)
        try await bench.widget("volume") { $0.content[.value] == .double(60) }
        // A panel of version 2 reports no value, so nothing runs.
        try await bench.tap("set", of: "volume")
        #expect(bench.notes("runs") == ["1", "60"])
    }

    /// The caller of a tap gets the reason why its run failed.
    @Test func aTapWhoseRunFails() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        try bench.drop(
            "add.1h.sh",
            """
            #!/bin/sh
            # today.format: today
            [ "$TODAYCENTER_ACTION" ] && { echo "no room for $TODAYCENTER_PARAMETER" >&2; exit 1; }
            echo '{"kind":"entry","label":"Add","action":"add"}'

            """)
        try await bench.widget("add") { $0.content.kind == "entry" }
        let error = await #expect(throws: CenterError.self) {
            try await bench.client.invokeAction("add", of: ScriptBench.identifier("add"), parameter: .string("a"))
        }
        #expect(error?.message.contains(#"no room for "a""#) == true)
    }

    /// `data/examples/scripts/tasks.1h.py`.
    @Test func theExampleWithTasks() async throws {
        let bench = try await ScriptBench.start()
        try await bench.startHost()
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = tests.appending(path: "../../data/examples/scripts/tasks.1h.py")
        try bench.drop("tasks.1h.py", try String(contentsOf: path, encoding: .utf8))
        try await bench.widget("tasks") { $0.content.children.map(\.kind) == ["entry"] }
        let tasks = ScriptBench.identifier("tasks")
        try await bench.client.invokeAction("add", of: tasks, parameter: .string("Ü \"b\""))
        try await bench.client.invokeAction("add", of: tasks, parameter: .string("Milk"))
        try await bench.client.invokeAction("done Milk", of: tasks)
        let content = try await bench.client.properties(of: tasks).content
        #expect(content.plainText(.init(now: .never)) == "[ ] Ü \"b\"\n[x] Milk\n[Add a task…]")
        #expect(content.children.map { $0[.fallback] } == ["[ ] Ü \"b\"", "[x] Milk", "[Add a task…]"])
        #expect(bench.notes("home/tasks.txt") == ["Ü \"b\"", "x Milk"])
    }

    /// A tap on what an earlier start of the program has shown waits for the first run of the next.
    @Test func aTapRightAfterARestart() async throws {
        let bench = try await ScriptBench.start()
        let id = try await bench.startHost()
        let file = bench.bus.folder + "/tapped"
        try bench.drop(
            "tap.10s.sh",
            """
            #!/bin/sh
            cat '\(file)' 2>/dev/null || echo nothing
            echo ---
            echo "Tap me | shell=/bin/sh param1=-c param2='echo done > \(file)' terminal=false refresh=true"

            """)
        try await bench.widget("tap") { _ in true }
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("tap")) != .failed)
        let widget = try await bench.widget("tap", shows: "nothing")
        kill(id, SIGKILL)
        try await end(of: id)
        try await bench.tap(widget.content.action(of: "Tap me"), of: "tap")
        try await bench.widget("tap", shows: "done")
    }
}
