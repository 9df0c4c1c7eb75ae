import ArgumentParser
import DBus
import DBusTesting
import Glibc
import SSHTesting
import Testing
import TodayModel
import TodayPlatform

@testable import TodayCommands

/// `--host` on the command line.
@Suite struct HostOptionTests {
    @Test(arguments: [
        (["list"], nil, ["list"]), (["--host", "nas", "list"], "nas", ["list"]),
        (["-H", "nas", "list"], "nas", ["list"]),
        (["list", "--host=u@nas:22", "--json"], "u@nas:22", ["list", "--json"]),
        (["--host", "a", "list", "--host", "b"], "b", ["list"]),
        (["push", "a.b", "--text", "--host"], nil, ["push", "a.b", "--text", "--host"]),
        (["push", "a.b", "--error", "-H", "-H", "nas"], "nas", ["push", "a.b", "--error", "-H"]),
        (["action", "a.b", "c", "--", "--host", "nas"], nil, ["action", "a.b", "c", "--", "--host", "nas"]),
        (["push", "-Hnas"], nil, ["push", "-Hnas"]), ([], nil, []),
        (
            ["---completion", "list", "--", "x", "todayctl", "--host", "nas"], "nas",
            ["---completion", "list", "--", "x", "todayctl", "--host", "nas"]
        ),
        (
            ["---completion", "list", "--", "x", "todayctl", "--host"], nil,
            ["---completion", "list", "--", "x", "todayctl", "--host"]
        ),
    ])
    func isFoundAnywhere(_ arguments: [String], _ host: String?, _ rest: [String]) throws {
        let found = try CenterHost.extracted(from: arguments)
        #expect(found.host?.text == host && found.rest == rest)
    }

    @Test(arguments: [
        (["list", "--host"], "missing value for '--host <host>' (see todayctl --help)"),
        (["--host=", "list"], "--host: \"\" is not a valid host: it is empty"),
        (
            ["--host", "-oProxyCommand=id", "list"],
            #"--host: "-oProxyCommand=id" is not a valid host: "-oProxyCommand=id" begins with a hyphen"#
        ),
        (["-H", "$(id)", "list"], #"--host: "$(id)" is not a valid host: it contains "$""#),
    ])
    func anInvalidHostIsRefused(_ arguments: [String], _ message: String) {
        let failure = #expect(throws: CommandFailure.self) { try CenterHost.extracted(from: arguments) }
        #expect(failure?.status == .usage && failure?.message == message)
    }

    /// Each command either calls a center or refuses the option.
    @Test func everyCommandIsDecided() {
        let commands = TodayControl.configuration.subcommands.flatMap { command in
            command.configuration.subcommands.isEmpty ? [command] : command.configuration.subcommands
        }
        let local = Set(TodayControl.local.map { ObjectIdentifier($0) })
        let names = commands.filter { local.contains(ObjectIdentifier($0)) }.map { $0._commandName }
        #expect(
            names == [
                "demo", "add", "list", "remove", "check", "test", "add", "remove", "list", "check", "run", "vars",
                "import", "validate", "lint", "preview", "widget",
            ])
        #expect(local.count == names.count)
    }

    @Test func commandsForBarsKeepTheHost() throws {
        let host = try CenterHost("u@[fe80::1]:22")
        let item = BarItem(absent: "a.b")
        CenterHost.$current.withValue(host) {
            #expect(item.tapCommand(.middle) == "todayctl '--host=u@[fe80::1]:22' tap a.b --button 2")
        }
        try CenterHost.$current.withValue(CenterHost("nas:22")) {
            #expect(item.tapCommand(.left) == "todayctl --host=nas:22 tap a.b")
            #expect(item.tapCommand(.left).tagEscaped == #"todayctl --host=nas\:22 tap a.b"#)
        }
        #expect(item.tapCommand(.left) == "todayctl tap a.b")
    }
}

/// Commands with the center of another machine, over a real ssh to a real sshd.
@Suite struct HostTests {
    private let note = "org.example.Note"

    /// Runs a test with a bus here and one there, where the bus starts a center if `hasCenter`.
    private func withMachine(
        hasCenter: Bool = true, _ body: (Machine) async throws -> Void
    ) async throws {
        let (here, there) = (try await PrivateBus.start(), try await PrivateBus.start())
        defer { for bus in [here, there] { bus.stop() } }
        if hasCenter {
            let program = (Installation.current.programs ?? "") + "/todayd"
            // The bus there starts it with the folders of that bus.
            for name in [TodayBus.name, TodayBus.appsName] { try await there.addService(name, exec: program) }
        }
        let server = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": there.address])
        try await body(Machine(here: here, there: there, server: server))
    }

    private struct Machine {
        let here: PrivateBus
        let there: PrivateBus
        let server: SSHServer

        var environment: [String: String] { here.environment.merging(server.environment) { $1 } }

        func start(_ arguments: String...) async throws -> CommandRun {
            try await CommandRun.start(["--host", SSHServer.host] + arguments, environment)
        }

        /// Runs a command that succeeds, and returns its output.
        func run(_ arguments: String...) async throws -> String {
            let result = try await CommandRun.start(arguments + ["--host", SSHServer.host], environment).result()
            #expect(result.status == 0 && result.errors.isEmpty, "\(arguments): \(result)")
            return result.output
        }

        func fail(_ arguments: String..., with variables: [String: String] = [:]) async throws -> CommandRun.Result {
            try await CommandRun.start(
                ["--host", SSHServer.host] + arguments, environment.merging(variables) { $1 }
            ).result()
        }
    }

    @Test func commandsReachTheOtherCenter() async throws {
        try await withMachine { machine in
            #expect(
                try await machine.run(
                    "register", note, "--name", "Note", "--content", #"{"kind":"text","text":"Buy milk"}"#) == "")
            #expect(try await machine.run("show", note).hasPrefix("Note\n  Buy milk\n"))
            #expect(try await machine.run("list").contains(note))
            #expect(try await machine.run("today", "--once").hasPrefix("Note\n"))
            let pushed = try await machine.run("push", note, "--text", "Buy bread")
            #expect(UInt64(pushed.dropLast()) != nil)
            #expect(try await machine.run("explain", note).contains("No app updates"))
            #expect(try await machine.run("export").contains(#""scripts": []"#))
            let line = try await machine.run("bar", "--format", "panel", "--once")
            #expect(line.contains(#"["--host=\#(SSHServer.host)","#))
            // The center runs there, and none here.
            #expect(try await todayctl("show", note, on: machine.there).output.hasPrefix("Note\n  Buy bread\n"))
            #expect(try await todayctl("list", on: machine.here).status == 69)
        }
    }

    @Test func commandsForThisMachineRefuseTheOption() async throws {
        let bus = try await PrivateBus.start()
        for (arguments, name) in [
            (["lint", "x", "--host", "nas"], "todayctl lint"), (["--host", "nas", "demo"], "todayctl demo"),
            (["script", "list", "-H", "nas"], "todayctl script list"),
        ] {
            let result = try await CommandRun.start(arguments, bus.environment).result()
            expect(result, 64, "", "todayctl: '\(name)' works on this machine only, so it doesn't take --host\n")
        }
        let result = try await CommandRun.start(["--host", "nas", "open", note], bus.environment).result()
        #expect(
            result.status == 64
                && result.errors.hasPrefix("todayctl: the app runs on the other machine, so --host needs a URL"))
    }

    @Test func eachFailureHasASentence() async throws {
        try await withMachine(hasCenter: false) { machine in
            expect(try await machine.fail("list"), 69, "", "todayctl: \(SSHServer.host): Today isn’t running\n")
            expect(
                try await machine.fail("list", with: ["PATH": "/nonexistent"]), 69, "",
                "todayctl: Can’t reach \(SSHServer.host): ssh isn’t installed on this machine\n")
            let unknown = try await CommandRun.start(["-H", "nowhere.invalid", "list"], machine.environment).result()
            expect(
                unknown, 69, "",
                "todayctl: Can’t reach nowhere.invalid: ssh: Could not resolve hostname nowhere.invalid: "
                    + "Name or service not known; for details, run ‘ssh nowhere.invalid’ in a terminal\n")
            try await machine.server.kill()
            let refused = try await machine.fail("list")
            #expect(refused.status == 69 && refused.errors.contains("Connection refused; for details"))
        }
    }

    /// Only the web and mail open here, by the desktop of this machine.
    @Test func linksOpenHere() async throws {
        try await withMachine { machine in
            _ = try await machine.run("register", note, "--name", "Note")
            let log = machine.here.folder + "/opened"
            let gio = machine.server.clientFolder + "/gio"
            let file = try #require(fopen(gio, "w"))
            fputs("#!/bin/sh\necho \"$@\" >>'\(log)'\n", file)
            fclose(file)
            chmod(gio, 0o755)
            _ = try await machine.run("open", note, "https://example.org/?a=$(b)")
            _ = try await machine.run("open", note, "mailto:a@example.org")
            for url in ["file:///etc/passwd", "view-source:file:///etc/passwd", "ssh://x", "tel:1"] {
                let result = try await machine.fail("open", note, url)
                #expect(
                    result.status == 1 && result.errors.contains("only http:, https: and mailto: links open here"),
                    "\(result)")
            }
            let opened = try #require(ProcessFile.read(log))
            #expect(opened == "open https://example.org/?a=$(b)\nopen mailto:a@example.org\n")
        }
    }

    @Test func watchAndBarsConnectAgain() async throws {
        try await withMachine { machine in
            _ = try await machine.run(
                "register", note, "--name", "Note", "--content", #"{"kind":"text","text":"Milk"}"#)
            let watch = try await machine.start("watch")
            try await watch.output.text { $0.contains(#""Event":"today""#) }
            try await machine.server.kill()
            try await watch.output.text {
                $0.contains(#"{"Event":"unavailable","Error":"lost the connection to \#(SSHServer.host)"}"#)
            }
            // A bar may start before the other machine.
            let bar = try await machine.start("bar", "--format", "text", note)
            try await bar.errors.text { $0.contains("Connection refused") }
            try await machine.server.restart()
            try await watch.output.text { $0.split(separator: #""Event":"added""#).count == 3 }
            try await bar.output.text { $0.contains("Milk") }
            try await machine.server.kill()
            try await machine.server.restart()
            _ = try await machine.run("push", note, "--text", "Bread")
            try await bar.output.text { $0.contains("Bread") }
            for run in [watch, bar] {
                run.signal(SIGINT)
                #expect(try await run.result().status == 0)
            }
        }
    }
}
