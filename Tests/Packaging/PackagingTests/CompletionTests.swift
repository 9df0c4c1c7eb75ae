import ArgumentParser
import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Foundation
import TodayPlatform
import Testing
import TodayModel

@testable import TodayCommands

/// The completions in real shells. Shells that are not installed are left out.
@Suite struct CompletionTests {
    static let folder = Repository.root.appending(path: "data/completions").path
    private static let (hasFish, hasZsh) = (Environment.locate("fish") != nil, Environment.locate("zsh") != nil)

    /// The environment with the built `todayctl` first in `PATH`.
    private static func path() throws -> [String: String] {
        ["PATH": try Programs.folder() + ":/usr/bin:/bin"]
    }

    /// Returns bash's completions of the last word.
    private static func bash(
        _ words: [String], on bus: PrivateBus, with environment: [String: String] = [:]
    ) async throws -> [String] {
        let script = """
            source '\(folder)/todayctl.bash'
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
            complete -p todayctl >&2
            _todayctl todayctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await bus.run(
            ["bash", "--norc", "-c", script, "bash"] + words,
            with: try path().merging(environment) { _, new in new })
        #expect(run.exit == .status(0) && run.error.split(separator: "\n").count == 1, "\(run)")
        return run.output.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
    }

    /// Types lines into a shell on a terminal, each with Tab, until its answer appears; a shell that is not ready yet
    /// swallows what is typed, and one that is completing still must not be interrupted: the pauses double. Where a line has ␉, Tab is typed too.
    private static let typing = """
        import fcntl, os, pty, re, select, struct, sys, termios, time
        def shown(seen):
            seen = re.sub(rb"\\x1b\\[[0-9;?]*[A-Za-z]", b"", seen)
            return re.sub(rb"[^\\x08]\\x08", b"", seen)
        lines, command = [line.split("\\t") for line in sys.argv[1].split("\\n")], sys.argv[2:]
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "xterm"
            os.execvp(command[0], command)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 500, 0, 0))
        wrong = []
        for line, answer in lines:
            seen, patience = b"", 4
            while answer.encode() not in shown(seen) and patience < 100:
                patience *= 2
                os.write(terminal, b"\\x15" + line.replace("␉", "\\t").encode() + b"\\t")
                pause = time.time() + patience
                while time.time() < pause and answer.encode() not in shown(seen):
                    if select.select([terminal], [], [], 0.1)[0]:
                        seen += os.read(terminal, 65536)
            if answer.encode() not in shown(seen):
                wrong.append(f"{line!r} does not become {answer!r}: {seen!r}")
        os.kill(child, 9)
        sys.exit("\\n".join(wrong) or None)
        """

    /// Expects a shell to complete lines so.
    static func expect(
        _ shell: [String], _ lines: [(line: String, becomes: String)], on bus: PrivateBus
    ) async throws {
        let programs = try path()["PATH"] ?? ""
        let pairs = lines.map { $0.line + "\t" + $0.becomes }.joined(separator: "\n")
        let run = try await bus.start(
            ["python3", "-c", typing, pairs] + shell,
            with: ["PATH": programs + ":" + (Environment["PATH"] ?? "")]
        ).finished(within: .seconds(300))
        #expect(run.exit == .status(0), "\(run)")
    }

    /// An option of every command that has one of its own, with a beginning that no other has.
    private static let options: [(command: [String], beginning: String, option: String)] = {
        let groups: [[any ParsableCommand.Type]] = [
            [TodayControl.self], [TodayControl.self, Group.self], [TodayControl.self, New.self],
            [TodayControl.self, Script.self],
        ]
        return groups.flatMap { path -> [([String], String, String)] in
            guard let last = path.last else { return [] }
            return last.configuration.subcommands.filter { $0.configuration.shouldDisplay }.compactMap { command in
                let known = Set(
                    TodayControl.helpMessage(for: command).matches(of: /\n  (?:-[a-z], )?--([a-z-]+)/)
                        .map { String($0.1) })
                for option in known.sorted() where !["help", "version"].contains(option) {
                    for length in 1..<option.count {
                        let beginning = option.prefix(length)
                        if known.count(where: { $0.hasPrefix(beginning) }) > 1 { continue }
                        let words = path.dropFirst().map { $0._commandName } + [command._commandName]
                        return (words, "--" + beginning, "--" + option)
                    }
                }
                return nil
            }
        }
    }()

    private static func withCenter(_ body: (PrivateBus) async throws -> Void) async throws {
        let bus = try await PrivateBus.start()
        let center = try await PlayedCenter.start(
            on: bus, [.init(identifier: "org.example.One"), .init(identifier: "org.example.Two")])
        try await center.addGroup("group.org.example.list", ["title": "a", "count": .uint32(1)])
        try await body(bus)
        await center.stop()
        bus.stop()
    }

    @Test func bashCompletesWidgetsAndGroups() async throws {
        try await Self.withCenter { bus in
            func complete(_ words: [String]) async throws -> [String] { try await Self.bash(words, on: bus) }
            func complete(_ words: String...) async throws -> [String] { try await complete(words) }
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
            let flag = try await complete("todayctl", "has-content", "org.example.Two", "t")
            #expect(flag == ["true"])
            for (command, beginning, option) in Self.options {
                let found = try await complete(["todayctl"] + command + [beginning])
                #expect(found == [option], "\(command)")
            }
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

    @Test func bashCompletesScriptsAndTheirVariables() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let scripts = bus.folder + "/todaycenter/scripts"
        try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: true)
        try "# <xbar.var>string(CITY=Bonn): Where.</xbar.var>".write(
            toFile: scripts + "/weather.1h.sh", atomically: true, encoding: .utf8)
        func complete(_ words: String...) async throws -> [String] {
            try await Self.bash(["todayctl", "script"] + words, on: bus, with: ["XDG_CONFIG_HOME": bus.folder])
        }
        #expect(try await complete("rem") == ["remove"])
        #expect(try await complete("remove", "w") == ["weather"])
        #expect(try await complete("vars", "we") == ["weather"])
        #expect(try await complete("vars", "weather", "C") == ["CITY="])
        #expect(try await complete("vars", "weather", "--unset", "C") == ["CITY"])
        #expect(try await complete("import", "w") == ["waybar"])
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

    @Test(.enabled(if: hasFish, "fish is not installed")) func fishCompletes() async throws {
        try await Self.withCenter { bus in
            let options = Self.options.map { command, beginning, option in
                (line: (["todayctl"] + command + [beginning]).joined(separator: " "), becomes: option)
            }
            let fish = ["fish", "--no-config", "-C", "source '\(Self.folder)/todayctl.fish'"]
            try await Self.expect(
                fish,
                [
                    ("todayctl show org.example.T", "org.example.Two"),
                    ("todayctl mode org.example.Two ex", "expanded"),
                    ("todayctl has-content org.example.Two t", "true"),
                    ("todayctl group get group.o", "group.org.example.list"),
                    ("todayctl group get group.org.example.list ti", "title"),
                    ("todayctl help unreg", "unregister"), ("todayctl help new wid", "widget"),
                ] + options, on: bus)
            let panel = ["fish", "--no-config", "-C", "source '\(Self.folder)/today-panel.fish'"]
            try await Self.expect(
                panel, [("today-panel --ver", "--version"), ("today-panel --autostart of", "off")], on: bus)
        }
    }

    /// A zsh with our completions, and no settings of the user.
    static func zsh(on bus: PrivateBus) throws -> [String] {
        let settings = bus.folder + "/zsh"
        try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
        try "fpath=('\(folder)' $fpath); autoload -U compinit; compinit -u -D"
            .write(toFile: settings + "/.zshrc", atomically: true, encoding: .utf8)
        return ["env", "ZDOTDIR=" + settings, "zsh", "-d", "-i"]
    }

    @Test(.enabled(if: hasZsh, "zsh is not installed")) func zshCompletes() async throws {
        try await Self.withCenter { bus in
            let zsh = try Self.zsh(on: bus)
            // Inserted, and not only listed.
            let options = Self.options.map { command, beginning, option in
                let line = (["todayctl"] + command).joined(separator: " ")
                return (line: "\(line) \(beginning)", becomes: "\(line) \(option)")
            }
            // Behind an argument that nothing is offered for.
            let push = "todayctl push org.example.Two"
            let behind = ["display-mode", "largest-display-mode", "preferred-height"].map { option in
                (line: "\(push) --\(option.dropLast(4))", becomes: "\(push) --\(option)")
            }
            try await Self.expect(
                zsh,
                [
                    ("todayctl show org.example.T", "org.example.Two"),
                    ("todayctl mode org.example.Two ex", "mode org.example.Two expanded"),
                    ("todayctl has-content org.example.Two t", "has-content org.example.Two true"),
                    ("todayctl group get group.o", "group.org.example.list"),
                    ("todayctl group get group.org.example.list ti", "title"),
                    ("todayctl help unreg", "unregister"), ("todayctl help new wid", "widget"),
                    ("today-panel --ver", "--version"), ("today-panel --autostart of", "off"),
                ] + options + behind, on: bus)
        }
    }
}
