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
    private static let hasFish = FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")

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

    private static func fish(_ line: String, on bus: PrivateBus) async throws -> [String] {
        let run = try await bus.run(
            ["fish", "--no-config", "-c", "source '\(folder)/todayctl.fish'; complete -C '\(line)'"], with: try path())
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        return run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    private static func withCenter(_ body: (PrivateBus) async throws -> Void) async throws {
        let bus = try await PrivateBus.start()
        let center = try await FakeCenter.start(
            on: bus, [.init(identifier: "org.example.One"), .init(identifier: "org.example.Two")])
        try await center.addGroup("group.org.example.list")
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

    @Test(.enabled(if: hasFish)) func fishCompletesWidgets() async throws {
        try await Self.withCenter { bus in
            let widget = try await Self.fish("todayctl show org.example.T", on: bus)
            #expect(widget == ["org.example.Two"])
            let group = try await Self.fish("todayctl group get group.", on: bus)
            #expect(group == ["group.org.example.list"])
        }
    }
}
