import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

/// The Today view, kept current.
@Suite struct LiveTests {
    @Test func once() async throws {
        try await withCenter { bus, center in
            expect(try await todayctl("today", "--once", on: bus), 0, "Used Space\n  50 %\n", "")
            #expect(await center.viewing.isEmpty)
        }
    }

    @Test func framesWhereThereIsNoTerminal() async throws {
        try await withCenter { bus, center in
            let today = try await CommandRun.start(["today"], bus.environment)
            try await today.output.text { $0.hasSuffix("50 %\n\n") }
            #expect(await center.viewing.first??.name == "todayctl")
            await center.change(usedSpace, [.content]) { $0.content = text("51 %") }
            try await today.output.text { $0.contains("51 %") }
            await center.stop()
            // The last content stays.
            try await today.output.text { text in
                guard let frame = text.split(separator: "Not updating: Today isn’t running.").dropFirst().first else {
                    return false
                }
                return frame.contains("51 %")
            }
            today.signal(SIGINT)
            let result = try await today.result()
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(!result.output.contains("\u{1B}"))
        }
    }

    /// Output for another program isn't wrapped; if `COLUMNS` is set, it has that width.
    @Test func linesAreAsLongAsTheyMayBe() async throws {
        var disk = samples[0]
        let long = String(repeating: "word ", count: 60) + "end"
        disk.content = text(long)
        try await withCenter([disk]) { bus, center in
            await center.explain(usedSpace, ["Message": .string(long)])
            for command in [["show", usedSpace.rawValue], ["explain", usedSpace.rawValue], ["today", "--once"]] {
                let whole = try await CommandRun.start(command, bus.environment).result()
                #expect(whole.status == 0 && whole.output.contains(long), "\(command): \(whole)")
                let narrow = try await CommandRun.start(command, bus.environment.merging(["COLUMNS": "40"]) { $1 })
                    .result()
                let longest = narrow.output.split(separator: "\n").map(\.count).max() ?? 0
                #expect((30...40).contains(longest), "\(command): \(narrow)")
            }
        }
    }

    /// The shell in Emacs is a terminal that knows no escapes.
    @Test func aDumbTerminalIsNone() async throws {
        try await withCenter { bus, _ in
            let (master, slave) = try openTerminal(rows: 6, columns: 30)
            let today = try await CommandRun.start(
                ["today"], bus.environment.merging(["TERM": "dumb"]) { $1 }, terminal: slave)
            close(slave)
            let screen = TextCollector(master)
            try await screen.text { $0.contains("50 %") }
            today.signal(SIGINT)
            #expect(try await today.result().status == 0)
            #expect(try await !screen.whole().contains("\u{1B}"))
        }
    }

    @Test func timeAloneChangesTheView() async throws {
        var timer = samples[0]
        timer.content = Content(kind: "timer", attributes: ["since": .uint64(WallClock.now.microseconds)])
        try await withCenter([timer]) { bus, _ in
            let today = try await CommandRun.start(["today"], bus.environment)
            // Three frames, each a second further.
            try await today.output.text { text in
                Set(text.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains(":") }).count >= 3
            }
            today.signal(SIGTERM)
            #expect(try await today.result().status == 0)
        }
    }

    @Test(arguments: [true, false])
    func aTerminalIsGivenBackAsItWas(usesColor: Bool) async throws {
        try await withCenter { bus, center in
            let (master, slave) = try openTerminal(rows: 6, columns: 30)
            var environment = bus.environment
            environment["TERM"] = "xterm"
            environment["NO_COLOR"] = usesColor ? nil : "1"
            let today = try await CommandRun.start(["today"], environment, terminal: slave)
            close(slave)
            let screen = TextCollector(master)
            try await screen.text { $0.contains("50 %") }
            await center.change(usedSpace, [.content]) {
                $0.content = Content(kind: "column", children: (1...9).map { text("line \($0)") })
            }
            let drawn = try await screen.text { $0.contains("more lines") }
            #expect(drawn.contains("line 2") && !drawn.contains("line 3") && drawn.contains("… 7 more lines"))
            #expect(drawn.contains("\u{1B}[1mUsed Space\u{1B}[0m") == usesColor)
            today.signal(SIGINT)
            #expect(try await today.result().status == 0)
            let whole = try await screen.whole()
            #expect(whole.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
            #expect(whole.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
        }
    }

    /// Whether what is typed into a terminal is echoed and comes line by line.
    private func isCooked(_ terminal: Int32) -> Bool {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    @Test func keysScrollAndEndIt() async throws {
        try await withCenter { bus, center in
            await center.change(usedSpace, [.content]) {
                $0.content = Content(kind: "column", children: (1...9).map { text("line \($0)") })
            }
            let (master, slave) = try openTerminal(rows: 7, columns: 40)
            let keys = Output(descriptor: master)
            let today = try await CommandRun.start(
                ["today"], bus.environment.merging(["NO_COLOR": "1"]) { $1 }, terminal: slave, hasKeyboard: true)
            let screen = TextCollector(dup(master))
            // The title, an empty line, and five of the view's ten.
            try await screen.text {
                $0.contains("Today · q ends, the arrow keys scroll") && $0.contains("… 6 more lines")
            }
            #expect(!isCooked(slave))
            try keys.write("\u{1B}[B")
            try await screen.text { $0.contains("line 4\u{1B}[K") && $0.contains("… 5 more lines") }
            try keys.write("G")
            try await screen.text { $0.contains("line 9\u{1B}[K") && $0.contains("line 9\u{1B}[K\u{1B}[J") }
            try keys.write("\u{1B}[A")
            try await screen.text { $0.hasSuffix("… 2 more lines\u{1B}[K\u{1B}[J\u{1B}[?2026l") }
            try keys.write("q")
            #expect(try await today.result() == .init(status: 0, output: "", errors: ""))
            #expect(isCooked(slave))
            close(slave)
            close(master)
        }
    }

    /// The line to copy is written whole, and counts for the rows that it takes.
    @Test(arguments: [40, 41, 120] as [UInt16])
    func theAddressOfTheDemoIsNeverCut(columns: UInt16) async throws {
        try await withCenter { bus, center in
            await center.change(usedSpace, [.content]) {
                $0.content = Content(kind: "column", children: (1...30).map { text("line \($0)") })
            }
            let (master, slave) = try openTerminal(rows: 16, columns: columns)
            let demo = try await CommandRun.start(
                ["demo", "--terminal"], bus.environment.merging(["NO_COLOR": "1"]) { $1 }, terminal: slave)
            let screen = TextCollector(master)
            let address = bus.address.split(separator: ",")[0]
            let line = "In another terminal: export DBUS_SESSION_BUS_ADDRESS=\(address)"
            let drawn = try await screen.text { $0.contains("more lines") }
            #expect(drawn.contains(line))
            let rows = (line.count + Int(columns) - 1) / Int(columns)
            // The first line, an empty one, and the last line of the view, which says that more follows.
            let last = 16 - 3 - rows
            #expect(drawn.contains("line \(last - 1)\u{1B}") && !drawn.contains("line \(last)\u{1B}"))
            demo.signal(SIGINT)
            #expect(try await demo.result().status == 0)
            close(slave)
        }
    }

    @Test func theEndOfTheBusGivesTheTerminalBack() async throws {
        try await withCenter { bus, _ in
            let (master, slave) = try openTerminal(rows: 24, columns: 80)
            let today = try await CommandRun.start(["today"], bus.environment, terminal: slave)
            close(slave)
            let screen = TextCollector(master)
            try await screen.text { $0.contains("50 %") }
            bus.stop()
            let result = try await today.result()
            #expect(result.status == 69 && result.errors == "todayctl: lost the connection to the session bus\n")
            #expect(try await screen.whole().hasSuffix("\u{1B}[?1049l"))
        }
    }
}
