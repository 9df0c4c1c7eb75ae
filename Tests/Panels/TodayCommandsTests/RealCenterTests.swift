import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// The commands with the real `todayd`, which the bus starts.
@Suite struct RealCenterTests {
    private let note = "org.example.Note"

    private func withRealCenter(_ body: (PrivateBus) async throws -> Void) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            try await bus.addService(TodayBus.name, exec: program)
            try await bus.addService(TodayBus.appsName, exec: program)
            try await body(bus)
        }
    }

    /// Runs a command that succeeds, and returns its output.
    private func run(_ arguments: String..., on bus: PrivateBus) async throws -> String {
        let result = try await CommandRun.start(arguments, bus.environment).result()
        #expect(result.status == 0 && result.errors.isEmpty, "\(arguments): \(result)")
        return result.output
    }

    @Test func aWidgetFromTheCommandLineAlone() async throws {
        try await withRealCenter { bus in
            #expect(
                try await run(
                    "register", note, "--name", "Note", "--largest-display-mode", "expanded", "--content",
                    #"{"kind":"text","text":"Buy milk"}"#, on: bus) == "")
            #expect(try await run("show", note, on: bus).hasPrefix("Note\n  Buy milk\n"))
            let first = try #require(UInt64(try await run("push", note, "{}", on: bus).dropLast()))
            let changes = #"{"Content":{"kind":"text","text":"Buy bread"},"MarginInsets":[1,2,3,4],"NextUpdate":0}"#
            let second = try await run("push", note, "--changes", changes, "--error", "late", on: bus)
            #expect(second == "\(first + 1)\n")
            let properties = try await run("show", "--properties", note, on: bus)
            #expect(properties.contains("[1,2,3,4]") && properties.contains("late"))

            _ = try await run("mode", note, "expanded", on: bus)
            #expect(try await run("show", "--properties", note, on: bus).contains(/\nDisplayMode: +expanded\n/))
            _ = try await run("action", note, "today.toggle-display-mode", on: bus)
            #expect(try await run("show", "--properties", note, on: bus).contains(/\nDisplayMode: +compact\n/))
            let explanation = try await run("explain", note, on: bus)
            #expect(explanation.contains("No app updates") && explanation.contains(/\nReason: +no-provider\n/))
            #expect(try await run("update", "--json", note, on: bus).contains("\"no-data\""))

            _ = try await run("has-content", note, "false", on: bus)
            #expect(try await run("today", "--once", "--json", on: bus).contains("\"Today\": []"))
            let limits = try await run("limits", on: bus)
            #expect(limits.split(separator: "\n").count == Limits.dictionary.count)
            _ = try await run("unregister", note, on: bus)
            #expect(try await run("list", "--json", on: bus) == "[]\n")
        }
    }

    @Test func theOrderIsTheUsers() async throws {
        try await withRealCenter { bus in
            for name in ["a.a", "a.b", "a.c"] { _ = try await run("register", name, on: bus) }
            _ = try await run("move", "a.c", "--to", "1", on: bus)
            _ = try await run("remove", "a.a", on: bus)
            _ = try await run("add", "a.a", "--after", "a.c", on: bus)
            #expect(try await run("arrange", "--json", on: bus) == "[\"a.c\", \"a.a\", \"a.b\"]\n")
            let conflict = try await todayctl("arrange", "a.a", "--expected", "a.b", on: bus)
            #expect(conflict.status == 1 && conflict.errors.contains("Expected: "))
        }
    }

    /// No command waits for a widget without a program, and no output suggests that a tap on it works.
    @Test func aWidgetWithoutAProgramIsNotWaitedFor() async throws {
        try await withRealCenter { bus in
            _ = try await run("register", note, "--name", "Note", on: bus)
            let demo = try await todayctl("demo", "--once", on: bus)
            #expect(demo.status == 0 && demo.output.hasPrefix("Note\n"), "\(demo)")
            let today = try await todayctl("today", "--once", on: bus)
            #expect(today.status == 0 && today.errors.isEmpty, "\(today)")
            let content = #"""
                {"kind":"column","children":[{"kind":"button","label":"Go","action":"go"},
                 {"kind":"button","label":"Again","action":"today.refresh"}]}
                """#
            let warning = #"children[0].action: the widget has no program to handle "go""#
            let pushed = try await todayctl("push", note, content, on: bus)
            expect(pushed, 0, "1\n", "todayctl: warning: Content.\(warning)\n")
            let registered = try await todayctl("register", "org.example.Other", "--content", content, on: bus)
            expect(registered, 0, "", "todayctl: warning: Content.\(warning)\n")
            _ = try await run("register", note, "--bus-name", "org.example.Nobody", on: bus)
            #expect(try await todayctl("push", note, content, on: bus).errors.isEmpty)
            // For a file alone, the widget's program is unknown.
            expect(try await todayctl("lint", "-", on: bus, input: content), 0, "", "")
        }
    }

    @Test func refusalsNameTheKeyAndTheValue() async throws {
        try await withRealCenter { bus in
            expect(
                try await todayctl("register", note, "--content", #"{"kind":"progress","value":2}"#, on: bus), 1, "",
                "todayctl: Content.value: 2 is outside 0…1\n")
            expect(
                try await todayctl("push", note, "--changes", #"{"DisplayMode":"large"}"#, on: bus), 1, "",
                "todayctl: unknown widget \"\(note)\" ('todayctl register' adds one)\n")
            #expect(try await run("list", "--json", on: bus) == "[]\n")
            _ = try await run("register", note, on: bus)
            let tap = try await todayctl("action", note, "start", on: bus)
            expect(tap, 1, "", "todayctl: The app isn’t running\n")
            let mode = try await todayctl("mode", note, "expanded", on: bus)
            #expect(mode.status == 1 && mode.errors.contains("expanded"))
        }
    }

    @Test func whatAnAppAndItsWidgetsShare() async throws {
        try await withRealCenter { bus in
            let group = "group.org.example.note"
            let missing = "todayctl: unknown App Group \"\(group)\": no widget names it\n"
            expect(try await todayctl("group", "get", group, on: bus), 1, "", missing)
            #expect(try await todayctl("group", "list", "--json", on: bus).output == "[]\n")
            _ = try await run("register", note, "--app-group", group, on: bus)
            #expect(try await run("group", "list", on: bus) == group + "\n")

            let watch = try await CommandRun.start(["group", "watch", group], bus.environment)
            _ = try await watch.output.lines(1)
            _ = try await run("group", "set", group, "title=Buy milk", "count:u=3", "tags:as=[\"a\"]", on: bus)
            _ = try await run("group", "set", group, "count:u=3", on: bus)
            _ = try await run("group", "remove", group, "tags", "absent", on: bus)
            #expect(
                try await watch.output.lines(3) == [
                    #"{"Event":"values","Values":{}}"#,
                    #"{"Event":"changed","Values":{"count":3,"tags":["a"],"title":"Buy milk"},"Removed":[]}"#,
                    #"{"Event":"changed","Values":{},"Removed":["tags"]}"#,
                ])
            #expect(try await run("group", "get", group, on: bus) == "count:u=3\ntitle:s=Buy milk\n")
            let absent = try await todayctl("group", "get", group, "tags", on: bus)
            #expect(absent.status == 1 && absent.errors.contains("tags"))
            let large = String(repeating: "a", count: 70000)
            let refused = try await todayctl("group", "set", group, "a=1", "b=" + large, on: bus)
            #expect(refused.status == 1 && refused.errors.contains("b"))
            #expect(try await run("group", "get", group, on: bus) == "count:u=3\ntitle:s=Buy milk\n")

            // The values wait for the next widget that names the group.
            _ = try await run("unregister", note, on: bus)
            expect(try await todayctl("group", "get", group, on: bus), 1, "", missing)
            _ = try await run("register", note, "--app-group", group, on: bus)
            #expect(try await run("group", "get", group, "title", on: bus) == "Buy milk\n")
            watch.signal(SIGINT)
            #expect(try await watch.result().status == 0)
        }
    }
}
