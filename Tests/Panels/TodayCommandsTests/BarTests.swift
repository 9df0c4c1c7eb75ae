import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// `todayctl bar` and `todayctl tap` with the real `todayd`.
@Suite struct BarTests {
    private static let note = "org.example.Note"

    private func withNote(_ body: (PrivateBus) async throws -> Void) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            try await bus.addService(TodayBus.name, exec: program)
            try await bus.addService(TodayBus.appsName, exec: program)
            for arguments in [["register", Self.note], ["push", Self.note, "--text", "one"]] {
                #expect(try await CommandRun.start(arguments, bus.environment).result().status == 0)
            }
            try await body(bus)
        }
    }

    private func push(_ text: String, on bus: PrivateBus) async throws {
        #expect(try await todayctl("push", Self.note, "--text", text, on: bus).status == 0)
    }

    @Test func eachChangeIsALine() async throws {
        try await withNote { bus in
            let run = try await CommandRun.start(["bar", "--format", "text"], bus.environment)
            try await run.output.text { $0 == "one\n" }
            // It is a panel.
            let viewing = try await CenterClient(try await bus.connect()).properties()["Viewing"]
            #expect(viewing?.unwrapped == .boolean(true))
            try await push("two", on: bus)
            try await run.output.text { $0 == "one\ntwo\n" }
            run.signal(SIGTERM)
            expect(try await run.result(), 0, "one\ntwo\n", "")
        }
    }

    /// Only the bar asks for another center: the bus has no systemd.
    @Test(arguments: [["bar", "--format", "text"], ["watch"]])
    func aCenterThatWasKilledIsStartedAgain(_ arguments: [String]) async throws {
        try await withNote { bus in
            let connection = try await bus.connect()
            let run = try await CommandRun.start(arguments, bus.environment)
            try await run.output.text { $0.contains("one") }
            let owners = try await connection.owners(of: TodayBus.name)
            for _ in 0..<2 {
                let center: UInt32 = try await connection.call(
                    .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
                kill(Int32(center), SIGKILL)
                try await withDeadline {
                    for await owner in owners where owner == nil { break }
                    for await owner in owners where owner != nil { return }
                }
            }
            // It shows what the new one has.
            try await push("two", on: bus)
            try await run.output.text { $0.contains("two") }
            run.signal(SIGTERM)
            _ = try await run.result()
        }
    }

    /// The command reports it, and shows the widget when it appears.
    @Test func aWidgetThatIsNotThere() async throws {
        try await withNote { bus in
            let other = "org.example.Other"
            let complaint =
                "todayctl: no widget \(other) yet ('todayctl list' lists all); waiting for it\n"
            let once = try await CommandRun.start(
                ["bar", "--format", "waybar", "--once", other], bus.environment
            ).result()
            #expect(once.status == 0 && once.errors == complaint)
            #expect(once.output.contains("\"text\":\"no widget \(other)\"") && once.output.contains("unavailable"))
            let run = try await CommandRun.start(["bar", "--format", "text", other, Self.note], bus.environment)
            try await run.output.text { $0 == "! no widget \(other)  one\n" }
            try await push("two", on: bus)
            try await run.output.text { $0.hasSuffix("no widget \(other)  two\n") }
            #expect(try await todayctl("register", other, "--name", "Other", on: bus).status == 0)
            #expect(try await todayctl("push", other, "--text", "three", on: bus).status == 0)
            try await run.output.text { $0.hasSuffix("\nthree  two\n") }
            run.signal(SIGTERM)
            #expect(try await run.result().errors == complaint)
        }
    }

    @Test func aBarThatGoesEndsIt() async throws {
        try await withNote { bus in
            let shell = "'\(CommandRun.todayctl)' bar --format text --background | head -n 1; echo ${PIPESTATUS[0]}"
            let result = try await CommandRun.start(["-c", shell], bus.environment, program: "/bin/bash").result()
            expect(result, 0, "one\n0\n", "")
        }
    }

    @Test func oneChangeIsWaitedFor() async throws {
        try await withNote { bus in
            let arguments = ["bar", "--format", "json", "--wait"]
            let first = try await CommandRun.start(arguments + ["0", Self.note], bus.environment).result()
            #expect(first.output.contains("\"Revision\":1"))
            let run = try await CommandRun.start(arguments + ["1", Self.note], bus.environment)
            try await push("two", on: bus)
            #expect(try await run.result().output.contains("\"Text\":\"two\""))
        }
    }

    @Test func aPanelWaitsForAnotherLook() async throws {
        try await withNote { bus in
            let arguments = ["bar", "--format", "panel", "--wait"]
            let first = try await CommandRun.start(arguments + ["0"], bus.environment).result().output
            #expect(first.contains("\"Available\":true") && first.contains("\"text\":\"one\""))
            let revision = try #require(first.firstMatch(of: /"Revision":(\d+)/)?.1)
            let run = try await CommandRun.start(arguments + [String(revision)], bus.environment)
            try await push("two", on: bus)
            #expect(try await run.result().output.contains("\"text\":\"two\""))
            let chosen = try await CommandRun.start(arguments + ["0", "org.example.Other"], bus.environment).result()
            #expect(chosen.output.contains("\"Title\":\"Nothing right now\""))
        }
    }

    @Test func aPanelIsToldOfTheLock() async throws {
        try await withNote { bus in
            let content = #"{"kind":"column","children":[{"kind":"text","text":"pin","private":true}]}"#
            #expect(try await todayctl("push", Self.note, content, on: bus).status == 0)
            let saver = try await bus.connect()
            let (name, path): (BusName, ObjectPath) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
            try await saver.requestName(name, .doNotQueue)
            let run = try await CommandRun.start(["bar", "--format", "panel"], bus.environment)
            try await run.output.text { $0.contains("\"pin\"") }
            for isLocked in [true, false] {
                try await saver.emit(path, InterfaceName(rawValue: name.rawValue)!, "ActiveChanged", isLocked)
                try await run.output.text {
                    $0.split(separator: "\n").last?.contains("\"pin\"") == !isLocked
                }
            }
            run.signal(SIGTERM)
            #expect(try await run.result().status == 0)
        }
    }

    @Test func clicksOfI3barAreTaps() async throws {
        try await withNote { bus in
            try await push("1", on: bus)
            let mode = ["push", Self.note, "--largest-display-mode", "expanded"]
            #expect(try await CommandRun.start(mode, bus.environment).result().status == 0)
            let watch = try await CommandRun.start(["watch"], bus.environment)
            try await watch.output.text { $0.contains("\"DisplayMode\":\"compact\"") }
            let run = try await CommandRun.start(
                ["bar", "--format", "i3bar"], bus.environment, input: "[\n,{\"name\":\"\(Self.note)\",\"button\":3}\n")
            try await run.output.text {
                $0.hasPrefix("{\"version\":1,\"click_events\":true}\n[\n[{\"full_text\":\"1\"")
            }
            try await watch.output.text { $0.contains("\"DisplayMode\":\"expanded\"") }
            watch.signal(SIGTERM)
            run.signal(SIGTERM)
            #expect(try await run.result().status == 0)
        }
    }

    @Test func tapsAreTold() async throws {
        try await withNote { bus in
            expect(
                try await todayctl("tap", Self.note, on: bus), 1, "",
                "todayctl: no part of org.example.Note can be tapped\n")
            expect(try await todayctl("tap", Self.note, "--button", "2", on: bus), 0, "", "")
            #expect(try await todayctl("tap", Self.note, "--button", "9", on: bus).status == 64)
        }
    }

    /// A tap has no value for a slider or an entry, and passes over them.
    @Test func tapsPassOverSlidersAndEntries() async throws {
        try await withNote { bus in
            func push(_ more: String) async throws {
                let json = #"""
                    {"kind":"column","children":[{"kind":"slider","label":"Volume","value":0.5,"action":"volume"},
                     {"kind":"entry","label":"Add","action":"add"}\#(more)]}
                    """#
                #expect(try await todayctl("push", Self.note, json, on: bus).status == 0)
            }
            try await push("")
            expect(
                try await todayctl("tap", Self.note, on: bus), 1, "",
                "todayctl: no part of org.example.Note can be tapped; to set a slider or an entry, use "
                    + "'todayctl action'\n")
            // The note has no program, which could take the tap.
            try await push(#",{"kind":"checkbox","label":"Milk","value":true,"action":"buy"}"#)
            let refused = try await todayctl("tap", Self.note, on: bus)
            #expect(refused.status == 1 && !refused.errors.contains("can be tapped"), "\(refused)")
        }
    }

    @Test(arguments: [
        (["--format", "text", "--wait", "1"], "--wait needs exactly one identifier"),
        (["--format", "text", "--event", "genmon-1"], "--event needs --format genmon"),
        (["--format", "genmon", "--event", "a;b"], "--event: a;b isn't a plugin name such as genmon-5"),
        (["--format", "text", "--once", "--wait", "1", "a.b"], "--wait can't be combined with --once"),
        (["--format", "i3bar", "--separator", "|"], "--separator has no effect with --format i3bar"),
        (["--format", "panel", "--names"], "--names has no effect with --format panel"),
        (["--format", "text", "--max-length", "0"], "--max-length is 0; the minimum is 1"),
    ])
    func whatGoesTogetherIsSaid(_ arguments: [String], _ message: String) async throws {
        try await withBus { bus in
            let result = try await CommandRun.start(["bar"] + arguments, bus.environment).result()
            expect(result, 64, "", "todayctl: \(message) (see todayctl bar --help)\n")
        }
    }
}
