import DBus
import DBusTesting
import FakeCenter
import Glibc
import Testing
import TodayHost
import TodayModel
import TodayProtocol

@testable import TodayCommands

/// The Today view, kept current.
@Suite struct LiveTests {
    @Test func once() async throws {
        try await withCenter { bus, center in
            expect(try await todayctl("today", "--once", on: bus), 0, "Used Space\n  50 %\n  not updated yet\n", "")
            #expect(await center.viewing.isEmpty)
        }
    }

    @Test func framesWhereThereIsNoTerminal() async throws {
        try await withCenter { bus, center in
            let today = try await CommandRun.start(["today"], bus.environment)
            try await today.output.text { $0.hasSuffix("not updated yet\n\n") }
            #expect(await center.viewing.first??.name == "todayctl")
            await center.change(usedSpace, [.content]) { $0.content = text("51 %") }
            try await today.output.text { $0.contains("51 %") }
            await center.stop()
            try await today.output.text { $0.contains("No widgets: the center is not running.") }
            today.signal(SIGINT)
            let result = try await today.result()
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(!result.output.contains("\u{1B}"))
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
    func aTerminalIsGivenBackAsItWas(coloured: Bool) async throws {
        try await withCenter { bus, center in
            let (master, slave) = try openTerminal(rows: 6, columns: 30)
            var environment = bus.environment
            environment["TERM"] = "xterm"
            environment["NO_COLOR"] = coloured ? nil : "1"
            let today = try await CommandRun.start(["today"], environment, terminal: slave)
            close(slave)
            let screen = TextCollector(master)
            try await screen.text { $0.contains("50 %") }
            await center.change(usedSpace, [.content]) {
                $0.content = Content(kind: "column", children: (1...9).map { text("line \($0)") })
            }
            let drawn = try await screen.text { $0.contains("more lines") }
            #expect(drawn.contains("line 2") && !drawn.contains("line 3") && drawn.contains("… 8 more lines"))
            #expect(drawn.contains("\u{1B}[1mUsed Space\u{1B}[0m") == coloured)
            today.signal(SIGINT)
            #expect(try await today.result().status == 0)
            let whole = try await screen.whole()
            #expect(whole.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
            #expect(whole.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
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
            #expect(result.status == 69 && result.errors == "todayctl: the bus has gone\n")
            #expect(try await screen.whole().hasSuffix("\u{1B}[?1049l"))
        }
    }

    /// Opens a pseudoterminal of this size.
    private func openTerminal(rows: UInt16, columns: UInt16) throws -> (master: Int32, slave: Int32) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
        try #require(master >= 0 && ioctl(master, 0x4004_5431, &isLocked) == 0)
        try #require(ioctl(master, 0x8004_5430, &number) == 0)
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(slave >= 0 && ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
        return (master, slave)
    }
}
