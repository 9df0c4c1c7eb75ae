import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

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
            "Can’t connect to the session bus: cannot find the session bus: DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are not set "
                + "(dbus-run-session COMMAND starts one)")
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere/bus"
        let result = try await CommandRun.start(arguments, environment).result()
        #expect(result.status == 69)
        let message = "todayctl: Can’t connect to the session bus: cannot connect to unix:path=/nowhere/bus: "
        #expect(result.errors.hasPrefix(message))
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
                    try await CommandRun.start(arguments, bus.environment).result(), 69, "Today isn’t running")
            }
        }
    }

    @Test func aCenterThatCannotBeStarted() async throws {
        try await withBus { bus in
            try await bus.addService("org.todaycenter.NotificationCenter1", exec: "/bin/false")
            let result = try await todayctl("list", on: bus)
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("todayctl: Today can’t start: "))
            #expect(try await todayctl("show", "a.b", on: bus).status == 69)
        }
    }

    @Test func wrongCommandLines() async throws {
        try await withBus { bus in
            expect(
                try await todayctl("sho", on: bus), 64,
                "unknown command 'sho'; did you mean 'show'? (see todayctl --help)")
            expect(
                try await todayctl("help", "group", "gte", on: bus), 64,
                "unknown command 'gte'; did you mean 'get'? (see todayctl group --help)")
            expect(
                try await todayctl("has-content", "a.b", "maybe", on: bus), 64,
                "the value 'maybe' is invalid for '<true|false>': use true or false "
                    + "(see todayctl has-content --help)")
            expect(
                try await todayctl("push", "a.b", "--has-content", "1", on: bus), 64,
                "the value '1' is invalid for '--has-content <true|false>': use true or false "
                    + "(see todayctl push --help)")
            expect(
                try await todayctl("show", "--jsn", "X", on: bus), 64,
                "unknown option '--jsn'; did you mean '--json'? (see todayctl show --help)")
            expect(
                try await todayctl("list", "--foo", on: bus), 64,
                "unknown option '--foo' (see todayctl list --help)")
            expect(
                try await todayctl("group", "set", "group.a", "=5", on: bus), 64,
                "the value '=5' is invalid for '<values>': the key is empty (see todayctl group set --help)")
            expect(
                try await todayctl("push", "a.b", "--next-update", "-5s", on: bus), 64,
                "NextUpdate: \"-5s\" is not a time such as 90s, 15min, 2h, 1d, +300, 2027-01-31T08:30, now or never "
                    + "(see todayctl push --help)")
            expect(
                try await todayctl("register", "a.b", "--exec", "~/x.sh", on: bus), 64,
                "Exec: ~ isn't expanded; write the full path (see todayctl register --help)")
            expect(
                try await todayctl("group", "get", "-j", "a/b", on: bus), 64,
                "unknown option '-j' (see todayctl group get --help)")
            expect(
                try await todayctl("push", "a.b", on: bus), 64,
                "nothing to push: give the content, --changes or another option (see todayctl push --help)")
            expect(
                try await todayctl("push", "a.b", "--display-mode", "large", on: bus), 64,
                "the value 'large' is invalid for '--display-mode <compact|expanded>': "
                    + "use compact or expanded (see todayctl push --help)")
            expect(
                try await todayctl("register", "a.b", "--update-interval", "5000000000", on: bus), 64,
                "UpdateInterval: 5000000000 is outside 0…4294967295 (see todayctl register --help)")
            expect(
                try await todayctl("register", "a.b", "--app-group", "a/b", on: bus), 64,
                "AppGroups[0]: \"a/b\" is not a valid App Group: it has a character outside A-Z a-z 0-9 _ - . "
                    + "(see todayctl register --help)")
            expect(
                try await todayctl("show", on: bus), 64,
                "missing expected argument '<identifier>' (see todayctl show --help)")
            expect(
                try await todayctl("show", "List", on: bus), 64,
                "the value 'List' is invalid for '<identifier>': \"List\" is not a valid widget identifier: "
                    + "it has fewer than two elements (see todayctl show --help)")
        }
    }

    /// They do nothing by themselves, and say what there is.
    @Test(arguments: [[], ["group"], ["new"]])
    func aCommandWithoutItsSubcommandShowsHelp(_ arguments: [String]) async throws {
        let result = try await CommandRun.start(arguments, [:]).result()
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("todayctl: missing subcommand\n\nOVERVIEW: "))
        let words = arguments.isEmpty ? "todayctl [--host <host>]" : "todayctl \(arguments[0])"
        #expect(result.errors.contains("USAGE: \(words) <subcommand>"))
    }

    @Test(arguments: [
        ["help"], ["--help"], ["list", "--help"], ["help", "group", "get"], ["--version"],
        ["--generate-completion-script", "bash"], ["validate", "/dev/null"],
    ])
    func whatCannotBeWrittenIsNoSuccess(_ arguments: [String]) async throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let result = try await CommandRun.start(arguments, [:], terminal: full).result()
        expect(result, 1, "cannot write: No space left on device")
    }

    @Test func onlyOptionsThatAreNotThereAreUnknown() {
        func unknown(_ words: String...) -> String? { UnknownWord.option(in: words)?.word }
        #expect(unknown("show", "--jsn=1", "X") == "--jsn" && unknown("--jsn") == "--jsn")
        // In the help of this one it stands in the examples.
        #expect(unknown("register", "a.b", "--all") == "--all")
        #expect(unknown("group", "set", "a", "-k=v") == "-k")
        for known in [
            ["show", "--json", "X"], ["push", "a.b", "--margins", "-1,0,0,0"], ["action", "a.b", "c", "--", "--d"],
            ["list", "-h"], ["lint", "-"], ["push", "a.b", "--error=--x"], [],
        ] {
            #expect(UnknownWord.option(in: known) == nil, "\(known)")
        }
    }

    @Test func sentencesBecomeClauses() {
        #expect("Unknown option 'A.'.".asClause == "unknown option 'A.'")
        for same in ["UpdateInterval: soon", "Error", "--json needs --once", "D-Bus is it"] {
            #expect(same.asClause == same)
        }
    }

    @Test func suggestionsAreNear() {
        func suggestion(_ words: String...) -> String? { UnknownWord.command(in: words)?.suggestion }
        #expect(suggestion("lisst") == "list" && suggestion("lits") == "list" && suggestion("unreg") == "unregister")
        #expect(suggestion("help", "valdate") == "validate" && suggestion("new", "wigdet") == "widget")
        // The former name of a command is not offered.
        #expect(suggestion("set-has-contents") == "has-content")
        #expect(suggestion("") == nil && suggestion("x") == nil && suggestion("nothing") == nil)
        #expect(UnknownWord.command(in: ["nothing"])?.path == ["todayctl"])
        for known in [[], ["list", "x"], ["--version"], ["help"], ["help", "group", "get"], ["set-has-content"]] {
            #expect(UnknownWord.command(in: known) == nil, "\(known)")
        }
    }

    @Test func anUnknownWidget() async throws {
        try await withCenter { bus, _ in
            for command in ["show", "update"] {
                expect(try await todayctl(command, "a.b", on: bus), 1, #"unknown widget "a.b""#)
            }
            expect(
                try await todayctl("push", "a.b", "{}", on: bus), 1,
                #"unknown widget "a.b" ('todayctl register' adds one)"#)
            expect(try await todayctl("open", "a.b", "x:y", on: bus), 1, #"unknown widget "a.b""#)
            expect(try await todayctl("arrange", "a.b", on: bus), 1, #"unknown widget "a.b""#)
        }
    }

    /// A manifest that isn't used is reported where a user looks first, with its file and line.
    @Test func aWidgetWhoseManifestIsNotUsed() async throws {
        try await withCenter { bus, _ in
            let folder = bus.folder + "/manifests/todaycenter/widgets"
            try #require(try await bus.run("mkdir", "-p", folder).exit == .status(0))
            let environment = bus.environment.merging(["XDG_DATA_HOME": bus.folder + "/manifests"]) { $1 }
            for (lines, reason) in [
                (
                    "UpdateInterval=soon",
                    #":2: UpdateInterval: "soon" is not a time such as 90 (seconds), 15min, 2h or 1d"#
                ),
                (
                    "TryExec=nosuch",
                    #":2: TryExec: program not found: "nosuch"; without it, the widget doesn't exist"#
                ),
                ("Hidden=true", " has Hidden=true"),
                (
                    "Name=A",
                    " is valid, but the center doesn't use it; its log may give the reason (journalctl --user -u todayd)"
                ),
            ] {
                let path = folder + "/org.example.A.widget"
                let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                try Output(descriptor: file).write("[Widget]\n\(lines)\n")
                close(file)
                for command in ["explain", "show"] {
                    expect(
                        try await CommandRun.start([command, "org.example.A"], environment).result(), 1,
                        #"unknown widget "org.example.A": \#(path)\#(reason)"#)
                }
            }
        }
    }

    @Test func helpAndVersionAreNoFailures() async throws {
        try await withBus { bus in
            let version = try await todayctl("--version", on: bus)
            #expect(version == .init(status: 0, output: "todayctl \(TodayVersion.string)\n", errors: ""))
            let help = try await todayctl("list", "--help", on: bus)
            #expect(help.status == 0 && help.errors.isEmpty && help.output.hasPrefix("OVERVIEW: Lists"))
        }
    }
}
