import DBus
import DBusTesting
import FakeCenter
import Foundation
import Processes
import Testing
import TodayModel
import TodayProtocol

/// The completions in real shells. Shells that are not installed are left out.
@Suite struct CompletionTests {
    private static let folder = Repository.root.appending(path: "data/completions").path
    private static let (hasFish, hasZsh) = (Environment.locate("fish") != nil, Environment.locate("zsh") != nil)

    /// The environment with the built `todayctl` first in `PATH`.
    private static func path() throws -> [String: String] {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ["PATH": URL(filePath: tests).deletingLastPathComponent().path + ":/usr/bin:/bin"]
    }

    /// What bash offers for the last word.
    private static func bash(_ words: [String], on bus: PrivateBus) async throws -> [String] {
        let script = """
            source '\(folder)/todayctl.bash'
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
            complete -p todayctl >&2
            _todayctl todayctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await bus.run(["bash", "--norc", "-c", script, "bash"] + words, with: try path())
        #expect(run.exit == .status(0) && run.error.split(separator: "\n").count == 1, "\(run)")
        return run.output.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
    }

    /// Types a line into a shell on a terminal, and Tab, until an answer appears; a shell that is not ready yet swallows
    /// what is typed.
    private static let typing = """
        import os, pty, select, sys, time
        line, answer, command = sys.argv[1], sys.argv[2], sys.argv[3:]
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "xterm"
            os.execvp(command[0], command)
        seen, end = b"", time.time() + 60
        while time.time() < end:
            os.write(terminal, b"\\x15" + line.encode() + b"\\t")
            pause = time.time() + 5
            while time.time() < min(end, pause):
                if select.select([terminal], [], [], 0.1)[0]:
                    seen += os.read(terminal, 65536)
                if answer.encode() in seen:
                    os.kill(child, 9)
                    sys.exit(0)
        os.kill(child, 9)
        sys.exit(repr(seen))
        """

    /// Expects a shell to complete `line` to `answer`.
    private static func expect(
        _ shell: [String], _ line: String, becomes answer: String, on bus: PrivateBus
    ) async throws {
        let programs = try path()["PATH"] ?? ""
        let run = try await bus.start(
            ["python3", "-c", typing, line, answer] + shell,
            with: ["PATH": programs + ":" + (Environment["PATH"] ?? "")]
        ).finished(within: .seconds(90))
        #expect(run.exit == .status(0), "\(run)")
    }

    private static func withCenter(_ body: (PrivateBus) async throws -> Void) async throws {
        let bus = try await PrivateBus.start()
        let center = try await FakeCenter.start(
            on: bus, [.init(identifier: "org.example.One"), .init(identifier: "org.example.Two")])
        try await center.addGroup("group.org.example.list", ["title": "a", "count": .uint32(1)])
        try await body(bus)
        await center.stop()
        bus.stop()
    }

    @Test func bashCompletesWidgetsAndGroups() async throws {
        try await Self.withCenter { bus in
            func complete(_ words: String...) async throws -> [String] { try await Self.bash(words, on: bus) }
            let command = try await complete("todayctl", "unreg")
            #expect(command == ["unregister"])
            let widgets = try await complete("todayctl", "show", "org")
            #expect(widgets == ["org.example.One", "org.example.Two"])
            let widget = try await complete("todayctl", "move", "org.example.T")
            #expect(widget == ["org.example.Two"])
            let other = try await complete("todayctl", "move", "org.example.Two", "--before", "org.example.O")
            #expect(other == ["org.example.One"])
            let mode = try await complete("todayctl", "mode", "org.example.Two", "e")
            #expect(mode == ["expanded"])
            let group = try await complete("todayctl", "group", "get", "group.")
            #expect(group == ["group.org.example.list"])
            let key = try await complete("todayctl", "group", "get", "group.org.example.list", "t")
            #expect(key == ["title"])
            let removed = try await complete("todayctl", "group", "remove", "group.org.example.list", "title", "c")
            #expect(removed == ["count"])
            let value = try await complete("todayctl", "group", "set", "group.org.example.list", "c")
            #expect(value == ["count="])
            let help = try await complete("todayctl", "help", "unr")
            #expect(help == ["unregister"])
            let below = try await complete("todayctl", "help", "group", "")
            #expect(below == ["list", "get", "set", "remove", "watch"])
        }
    }

    @Test func withoutACenterNothingIsOfferedAndNoneIsStarted() async throws {
        let bus = try await PrivateBus.start()
        let marker = bus.folder + "/started"
        try await bus.addService(TodayBus.name, exec: "/usr/bin/touch \(marker)")
        try await bus.addService(TodayBus.appsName, exec: "/usr/bin/touch \(marker)")
        #expect(try await Self.bash(["todayctl", "show", "org"], on: bus).isEmpty)
        #expect(try await Self.bash(["todayctl", "group", "get", "group"], on: bus).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: marker))
        bus.stop()
        #expect(try await Self.bash(["todayctl", "show", "org"], on: bus).isEmpty)
    }

    @Test(.enabled(if: hasFish)) func fishCompletesWidgetsAndGroups() async throws {
        try await Self.withCenter { bus in
            let fish = ["fish", "--no-config", "-C", "source '\(Self.folder)/todayctl.fish'"]
            try await Self.expect(fish, "todayctl show org.example.T", becomes: "org.example.Two", on: bus)
            try await Self.expect(fish, "todayctl group get group.o", becomes: "group.org.example.list", on: bus)
            try await Self.expect(
                fish, "todayctl group get group.org.example.list ti", becomes: "title", on: bus)
            try await Self.expect(fish, "todayctl help unreg", becomes: "unregister", on: bus)
            try await Self.expect(fish, "todayctl help new wid", becomes: "widget", on: bus)
            let panel = ["fish", "--no-config", "-C", "source '\(Self.folder)/today-panel.fish'"]
            try await Self.expect(panel, "today-panel --ver", becomes: "--version", on: bus)
        }
    }

    @Test(.enabled(if: hasZsh)) func zshCompletesWidgetsAndGroups() async throws {
        try await Self.withCenter { bus in
            let settings = bus.folder + "/zsh"
            try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
            try "fpath=('\(Self.folder)' $fpath); autoload -U compinit; compinit -u -D"
                .write(toFile: settings + "/.zshrc", atomically: true, encoding: .utf8)
            let zsh = ["env", "ZDOTDIR=" + settings, "zsh", "-d", "-i"]
            try await Self.expect(zsh, "todayctl show org.example.T", becomes: "org.example.Two", on: bus)
            try await Self.expect(zsh, "todayctl group get group.o", becomes: "group.org.example.list", on: bus)
            try await Self.expect(
                zsh, "todayctl group get group.org.example.list ti", becomes: "title", on: bus)
            try await Self.expect(zsh, "todayctl help unreg", becomes: "unregister", on: bus)
            try await Self.expect(zsh, "todayctl help new wid", becomes: "widget", on: bus)
            try await Self.expect(zsh, "today-panel --ver", becomes: "--version", on: bus)
        }
    }
}
