import DBus
import DBusTesting
import Glibc
import Testing

@testable import TodayCommands

/// Ends without success: one line on standard error, and a status.
@Suite struct FailureTests {
    private func expect(
        _ result: CommandRun.Result, _ status: Int32, _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            result == .init(status: status, output: "", errors: "todayctl: \(message)\n"),
            sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ["list"], ["today"], ["watch"], ["show", "a.b"], ["update", "a.b"], ["demo"], ["explain", "a.b"], ["limits"],
        ["add", "a.b"],
        ["move", "a.b", "--to", "1"], ["mode", "a.b", "compact"], ["action", "a.b", "c"], ["register", "a.b"],
        ["push", "a.b", "{}"], ["group", "list"], ["group", "get", "a"], ["group", "watch", "a"],
    ])
    func noBus(arguments: [String]) async throws {
        var environment = ["PATH": "/usr/bin:/bin"]
        expect(
            try await CommandRun.start(arguments, environment).result(), 69,
            "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set "
                + "(dbus-run-session COMMAND starts one)")
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
        let result = try await CommandRun.start(arguments, environment).result()
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("todayctl: cannot connect to unix:path=/nowhere/bus: "))
    }

    @Test func noCenter() async throws {
        try await withBus { bus in
            for arguments in [
                ["list"], ["today"], ["today", "--once"], ["watch"], ["show", "a.b"], ["update", "a.b"],
                ["push", "a.b", "{}"], ["open", "a.b", "x:y"], ["arrange"], ["arrange", "--none"],
                ["explain", "a.b"], ["limits"], ["add", "a.b"], ["remove", "a.b"], ["move", "a.b", "--to", "1"],
                ["mode", "a.b", "compact"], ["action", "a.b", "c"], ["register", "a.b"], ["unregister", "a.b"],
                ["register", "a.b", "--transient"], ["has-content", "a.b", "true"],
            ] {
                expect(
                    try await CommandRun.start(arguments, bus.environment).result(), 69, "the center is not running")
            }
        }
    }

    @Test func aCenterThatCannotBeStarted() async throws {
        try await withBus { bus in
            try await bus.addService("org.todaycenter.NotificationCenter1", exec: "/bin/false")
            let result = try await todayctl("list", on: bus)
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("todayctl: the center cannot be started: "))
            #expect(try await todayctl("show", "a.b", on: bus).status == 69)
        }
    }

    @Test func wrongCommandLines() async throws {
        try await withBus { bus in
            expect(try await todayctl("sho", on: bus), 64, "Unexpected argument 'sho' (see todayctl --help)")
            expect(
                try await todayctl("show", on: bus), 64,
                "Missing expected argument '<identifier>' (see todayctl show --help)")
            expect(
                try await todayctl("show", "List", on: bus), 64,
                "The value 'List' is invalid for '<identifier>': \"List\" is not a valid widget identifier: "
                    + "it has fewer than two elements (see todayctl show --help)")
        }
    }

    @Test func anUnknownWidget() async throws {
        try await withCenter { bus, _ in
            for command in ["show", "update"] {
                expect(try await todayctl(command, "a.b", on: bus), 1, #"there is no widget "a.b""#)
            }
            expect(try await todayctl("push", "a.b", "{}", on: bus), 1, #"there is no widget "a.b""#)
            expect(try await todayctl("open", "a.b", "x:y", on: bus), 1, #"there is no widget "a.b""#)
            expect(try await todayctl("arrange", "a.b", on: bus), 1, #"there is no widget "a.b""#)
        }
    }

    @Test func helpAndVersionAreNoFailures() async throws {
        try await withBus { bus in
            let version = try await todayctl("--version", on: bus)
            #expect(version == .init(status: 0, output: "0.1.0\n", errors: ""))
            let help = try await todayctl("list", "--help", on: bus)
            #expect(help.status == 0 && help.errors.isEmpty && help.output.hasPrefix("OVERVIEW: Lists"))
        }
    }
}
