import DBus
import DBusTesting
import DesktopTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The output of `todayctl bar`, in the real bars, set up as their pages in `data/panels` say.
@Suite(.enabled(if: !Bar.installed.isEmpty, "none of the bars is installed"))
struct BarsTests {
    /// Runs a test with a bar that shows the widget.
    private func with(_ bar: Bar, _ body: (BarDesk, Bar.Running, ScreenWord) async throws -> Void) async throws {
        try await withBars { desk in
            let running = try await bar.start(desk)
            do {
                let place = try await desk.screen.wait(forWord: "Zero", places: bar.modules, desk.bus)
                try await body(desk, running, place)
            } catch {
                try? await desk.screenshot("failed-\(bar.name)")
                Issue.record("\(bar): updates \(desk.updates), \(desk.taps) taps")
                try? await running.stop()
                throw error
            }
            try await running.stop()
        }
    }

    @Test(arguments: Bar.installed)
    func showsChangesAtOnceAndIsTapped(_ bar: Bar) async throws {
        try await with(bar) { desk, _, place in
            try await desk.screen.click(place, desk.bus)
            try await desk.screen.wait(forWord: "Once", desk.bus)
            try await desk.screenshot(bar.name)
            #expect(desk.taps == 1)
            #expect(desk.updates.count == 1, "\(desk.updates)")
        }
    }

    @Test(arguments: Bar.installed)
    func goesOnWhenTheCenterWasKilled(_ bar: Bar) async throws {
        try await with(bar) { desk, _, place in
            try await desk.killCenter()
            try await desk.screen.click(place, desk.bus)
            try await desk.screen.wait(forWord: "Once", desk.bus)
            #expect(desk.taps == 1)
        }
    }

    /// Foreign text controls no bar and no shell: nothing becomes red, and no file appears.
    @Test(arguments: Bar.installed)
    func showsForeignTextAsItIs(_ bar: Bar) async throws {
        try await with(bar) { desk, _, _ in
            let text = """
                <span foreground='#ff0000'>Danger</span> %{F#ff0000}Danger%{F-} $(touch x) `touch x` "x" & \u{202E}x
                """
            let run = try await desk.start("todayctl", "push", BarDesk.counter.rawValue, "--text", text).finished()
            #expect(run.exit == .status(0), "\(run)")
            let seen: Bool? = try await Accessibility.poll(within: .seconds(20)) {
                try await desk.screen.words(desk.bus).contains { $0.text.contains("Danger") } ? true : nil
            }
            #expect(seen == true)
            try await desk.screenshot("\(bar.name)-literal")
            let colors = try await desk.screen.colors(desk.bus)
            #expect(!colors.keys.contains { $0.hasPrefix("#ff0000") })
            #expect(access("x", F_OK) != 0)
        }
    }

    /// To Swift, a sign and the mark beside it are one character; a bar sees the sign alone. A click on the text
    /// invokes the widget's tap, and no command in the text.
    @Test(arguments: Bar.installed)
    func noMarkMakesTextACommand(_ bar: Bar) async throws {
        try await with(bar) { desk, _, _ in
            let text = "\u{D4E}%{A1:touch \(desk.bus.folder)/ran:} <\u{301} &\u{D4E} Danger \u{D4E}%{A}"
            let content = """
                {"kind":"row","children":[{"kind":"text","text":"\(text)"},{"kind":"button","label":"Add","action":"add"}]}
                """
            let run = try await desk.start("todayctl", "push", BarDesk.counter.rawValue, content).finished()
            #expect(run.exit == .status(0), "\(run)")
            // If the other module of Waybar shows it first, a click there opens the panel.
            let place = try await desk.screen.wait(forWord: "Danger", insteadOf: "Zero", desk.bus)
            try await desk.screenshot("\(bar.name)-marks")
            try await desk.screen.click(place, desk.bus)
            try await desk.screen.wait(forWord: "Once", desk.bus)
            #expect(desk.taps == 1)
            #expect(access(desk.bus.folder + "/ran", F_OK) != 0)
        }
    }

    /// One widget that failed among several: it marks itself, and the others stay as they are. In i3bar and swaybar it is
    /// urgent, in their own colors.
    @Test(arguments: Bar.installed.filter { !["i3bar", "swaybar"].contains($0.name) })
    func aFailedWidgetColorsOnlyItself(_ bar: Bar) async throws {
        try await with(bar) { desk, _, _ in
            try await desk.register("org.example.Broken", "Broken", #"{"kind":"text","text":"Moon"}"#)
            try await desk.screen.wait(forWord: "Moon", desk.bus)
            #expect(try await desk.screen.colors(desk.bus)["#c01c28"] == nil)
            let run = try await desk.start("todayctl", "push", "org.example.Broken", "--error", "It broke").finished()
            #expect(run.exit == .status(0), "\(run)")
            let pixels: Int? = try await Accessibility.poll(within: .seconds(20)) {
                let count = try await desk.screen.colors(desk.bus)["#c01c28"] ?? 0
                return count > 500 ? count : nil
            }
            try await desk.screenshot("\(bar.name)-failed")
            // The background of one word of 20 pixels, and not of the bar, which is 1,024 pixels wide.
            #expect(pixels.map { $0 < 40 * 200 } == true, "\(String(describing: pixels))")
            try await desk.screen.wait(forWord: "Zero", desk.bus)
        }
    }

    /// The processes that feed a bar of this session.
    private func feeders(_ desk: BarDesk) async throws -> [String] {
        let found = try await desk.bus.run(
            "sh", "-c",
            """
            for process in /proc/[0-9]*; do
                tr '\\0' ' ' < $process/cmdline 2>/dev/null | grep -q '^[^ ]*todayctl bar ' || continue
                tr '\\0' '\\n' < $process/environ 2>/dev/null \
                | grep -qxF 'XDG_DATA_HOME=\(desk.bus.folder)/data' && basename $process
            done; true
            """)
        return found.output.split(separator: "\n").map(String.init)
    }

    /// Each output has a Waybar and a feeder of its own, and there is one widget.
    @Test(.enabled(if: Bar.waybar.isInstalled, "waybar is not installed"))
    func twoOutputsMakeOneRun() async throws {
        try await withBars { desk in
            let sway = try await Sway.start(on: desk.bus, outputs: 2)
            let running = try await Bar.startWaybar(desk, sway)
            let fed: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                try await feeders(desk).count == 4 ? true : nil
            }
            #expect(fed == true, "two modules on two outputs")
            _ = try await desk.client.performUpdate(BarDesk.counter)
            #expect(desk.updates.count == 2, "\(desk.updates)")
            try await running.stop()
        }
    }

    @Test(arguments: Bar.installed.filter(\.startsFeeder))
    func leavesNothingWhenKilled(_ bar: Bar) async throws {
        try await with(bar) { desk, running, _ in
            #expect(try await !feeders(desk).isEmpty)
            running.run.signal(SIGKILL)
            let gone: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                try await feeders(desk).isEmpty ? true : nil
            }
            #expect(gone == true)
        }
    }
}
