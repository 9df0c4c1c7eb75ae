import DBus
import DBusTesting
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
        #expect(often.error == "it has not run yet: it runs while a panel looks" && often.updatedAt == .never)
        let panel = try await bench.panel()
        @Sendable func shows(_ text: String, _ widget: WidgetProperties) -> Bool {
            widget.content.texts == [text] && widget.error.isEmpty && widget.lastResult != .failed
        }
        try await bench.widget("often") { shows("often", $0) }
        await panel.stop()
        let slow = try await bench.widget("slow") { $0.lastResult == .failed }
        #expect(slow.error == "it has not ended within 15 s" && slow.updatedAt == .never)
        try bench.write("there\n", to: pipe)
        try await bench.widget("slow") { shows("there", $0) }
        let hung = try await bench.widget("hang") { $0.error == "it took longer than 16s, and was ended" }
        #expect(hung.lastResult == .failed && hung.updatedAt == .never)
        // A script that always takes this long hasn't failed.
        #expect(try await bench.client.performUpdate(ScriptBench.identifier("slow")) == .noData)
        try bench.write("again\n", to: pipe)
        try await bench.widget("slow") { shows("again", $0) }
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
