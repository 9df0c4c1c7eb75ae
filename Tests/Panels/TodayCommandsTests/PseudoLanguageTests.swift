import CenterTesting
import DBus
import DBusTesting
import DesktopTesting
import Foundation
import PlayedCenter
import Testing
import TodayHost
import TodayModel
import TodayPlatform

@testable import TodayCommands

/// Every text of the commands for users is a message, and none is cut off in a terminal of 80 columns.
///
/// Identifiers have single letters, and the texts of apps have Greek ones: neither are words.
@Suite(
    .enabled(if: LocaleFolder.isAvailable && Environment.locate("msgfmt") != nil, "locales or gettext is not installed")
)
struct PseudoLanguageTests {
    // MARK: today

    @Test func pagesWithoutCards() async throws {
        try await withPseudoCommands { commands in
            for command in [
                ["today"], ["today", "--once"], ["list"], ["bar", "--once", "--format", "text"], ["explain", "x.a"],
            ] {
                try await commands.expectRefusal(command, 69)
                try await commands.expectRefusal(
                    command, 69, on: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"],
                    foreign: "cannot connect to unix:path=/x: Failed to connect to socket /x: No such file or directory"
                )
            }
            try await commands.bus.addService(TodayBus.name, exec: "/bin/false")
            try await commands.expectRefusal(
                ["list"], 69, foreign: "Process org.todaycenter.NotificationCenter1 exited with status 1")
        }
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter()
            try await commands.expectMessages(["today", "--once"], "No widgets yet.")
            try await commands.expectRefusal(["list"], 0)
            await center.add([try Self.widget("a") { $0.hasContent = false }])
            try await commands.expectMessages(["today", "--once"], "Nothing to show right now.")
            await center.arrangeNothing()
            try await commands.expectMessages(["today", "--once"], "No widgets added.")
        }
    }

    @Test func cards() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter(try Self.everyState())
            let text = try await commands.expectMessages(["today", "--once"], "Loading…")
            #expect(text.contains(PseudoLanguage.text("This widget needs a newer version of Today")))
            #expect(text.contains("ΑΒΓ"))
            for kind in StateErrorKind.allCases {
                await center.setStateTrouble(StateTrouble("αιτία", kind: kind))
                try await commands.expectMessages(["today", "--once"], "Changes will not survive")
            }
        }
    }

    @Test func theWaitForAFirstUpdate() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter([
                try Self.widget("a") {
                    $0.lastResult = nil; $0.content = .empty; $0.updatedAt = .never
                }
            ])
            let isSeen = WatchedValue(false)
            await center.onUpdate(of: "x.a") { _ in
                _ = try? await isSeen.wait { $0 }
                return .noData
            }
            let live = try await commands.startLive(["sh", "-c", "exec \"$0\" today --once 2>&1"])
            let note = try await live.screen.text { $0.contains("⟧") }
            expectMessages("first update", note)
            isSeen.change { $0 = true }
            #expect(try await live.run.result().status == 0)
        }
    }

    // MARK: The live view

    @Test func theLiveViewWithoutCards() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter()
            let live = try await commands.startLive(["today"])
            try await live.expectFrame("No widgets yet.")
            try await live.expectFrame("q ends, the arrow keys scroll")
            await center.stop()
            try await live.expectFrame("No widgets: ")
            try live.press("q")
            #expect(try await live.run.result() == .init(status: 0, output: "", errors: ""))
        }
    }

    @Test func theLiveViewOfACenterThatIsGone() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter()
            let live = try await commands.startLive(["today"], hasKeyboard: false)
            try await live.expectFrame("Ctrl-C ends")
            await center.stop()
            let other = try await commands.startCenter(try Self.everyState())
            try await live.expectFrame("… {count} more lines", "ΑΒΓ")
            await other.stop()
            try await live.expectFrame("Not updating: ", "ΑΒΓ")
            live.run.signal(SIGINT)
            #expect(try await live.run.result().status == 0)
        }
    }

    // MARK: list, bar, tap, explain

    @Test func theList() async throws {
        try await withPseudoCommands { commands in
            _ = try await commands.startCenter(try Self.everyState())
            let table = try await commands.expectMessages(["list"], "ATTENTION")
            for column in ["IDENTIFIER", "NAME", "SHOWN", "CONTENT", "STATE", "UPDATED"] {
                #expect(table.contains(PseudoLanguage.text(column)))
            }
        }
    }

    @Test func bars() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter(try Self.everyState())
            await center.setStateTrouble(StateTrouble("αιτία", kind: .full))
            for format in BarFormat.allCases {
                for options in [[], ["--locked"], ["x.z"]] {
                    let scene = (["bar", "--once", "--format", format.rawValue] + options)
                    let result = try await commands.run(scene)
                    #expect(result.status == 0, "\(scene): \(result)")
                    for text in try Self.texts(result.output, format) { expectMessages("\(scene)", text) }
                    let isMissing = options == ["x.z"] && format != .panel
                    #expect(result.errors.contains("⟦") == (options == ["x.z"]), "\(scene): \(result)")
                    expectMessages("\(scene)", result.errors.withoutProgramName)
                    #expect(!isMissing || result.output.contains("⟦"), "\(scene): \(result)")
                }
            }
            let summary = try await commands.run(["bar", "--once", "--format", "waybar", "--summary"])
            for text in try Self.texts(summary.output, .waybar) { expectMessages("summary", text) }
        }
    }

    @Test func taps() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter([
                try Self.widget("a"),
                try Self.widget("b", #"{"kind":"slider","label":"β","value":0.5,"action":"b"}"#),
                try Self.widget("c", #"{"kind":"button","label":"γ","action":"c"}"#),
                try Self.widget("d", #"{"kind":"button","label":"δ","url":"d:e"}"#),
            ])
            for widget in ["x.a", "x.b", "x.d", "x.z"] { try await commands.expectRefusal(["tap", widget], 1) }
            for kind in ErrorKind.allCases {
                for message in ["σφάλμα", "σφάλμα\nαιτία"] {
                    await center.refuse(CenterMember.invokeAction, CenterError(.actionFailed, message, kind: kind))
                    let isForeign = kind == .app || kind == .unreachable
                    try await commands.expectRefusal(["tap", "x.c"], 1, isForeign: isForeign)
                }
            }
            for (name, status) in [(ErrorName.noReply, 69), (.unknownMethod, 1), (.serviceUnknown, 69)]
                as [(ErrorName, Int32)]
            {
                await center.refuse(RemoteError(name, "αιτία"))
                try await commands.expectRefusal(["tap", "x.c"], status)
            }
            await center.setStateTrouble(StateTrouble("αιτία", kind: .readOnly))
            try await commands.expectRefusal(["tap", "x.c"], 0)
        }
    }

    /// A widget that the center doesn't know.
    @Test func manifestsThatAreNotUsed() async throws {
        try await withPseudoCommands { commands in
            _ = try await commands.startCenter()
            try await commands.expectRefusal(["explain", "x.z"], 1)
            let folder = commands.bus.folder + "/data/todaycenter/widgets"
            UserFolders.make(folder)
            for line in ["Hidden=true", "Name=Ω"] {
                try writeFile("[Widget]\n\(line)\n", to: folder + "/x.z.widget")
                for command in ["tap", "explain"] {
                    // The path, a line of the file, and a command.
                    try await commands.expectRefusal(
                        [command, "x.z"], 1, foreign: folder + "/x.z.widget", "Hidden=true",
                        "journalctl --user -u todayd")
                }
            }
        }
    }

    @Test func explanations() async throws {
        try await withPseudoCommands { commands in
            let center = try await commands.startCenter([try Self.widget("a")])
            let now = WallClock.now.microseconds
            var answers: [[String: DBusValue]] = []
            let kinds = Self.reasons + ErrorKind.allCases.map(\.rawValue) + ["pending", "snapshot", "state-not-stored"]
            for (index, reason) in kinds.enumerated() {
                let others = [reason, kinds[(index + 1) % kinds.count]].map { kind -> DBusValue in
                    .properties(["Kind": .string(kind), "At": .uint64(now), "Count": .uint32(UInt32(index % 3))])
                }
                answers.append([
                    "State": .string(WidgetState.allCases[index % 4].rawValue), "Reason": .string(reason),
                    "LastResult": .string(UpdateResult.allCases[index % 3].rawValue), "Error": "σφάλμα\nαιτία",
                    "ErrorKind": .string(ErrorKind.allCases[index % 10].rawValue),
                    "Provider": index % 2 == 0 ? "none" : "x.P",
                    "UpdatedAt": .uint64(index % 3 == 0 ? 0 : now - UInt64(index) * 600_000_000),
                    "NextUpdate": .uint64(index % 3 == 1 ? 0 : now + UInt64(index * index) * 60_000_000),
                    "RetryAt": .uint64(index % 4 == 1 ? 0 : now + UInt64(index) * 3600_000_000),
                    "Failures": .uint32(UInt32(index % 4)), "UpdatesToday": .uint32(12),
                    "MemoryBytes": .uint64(3_400_000), "Reasons": .array(others, of: "a{sv}"),
                ])
            }
            for answer in answers {
                await center.explain("x.a", answer)
                let isKnown = answer["Reason"].map { Self.reasons.map(DBusValue.string).contains($0) } == true
                let text = try await commands.expectMessages(["explain", "x.a"], "Last result")
                // A reason that this version doesn't know has no sentence.
                #expect(text.hasPrefix("⟦") == isKnown || text.hasPrefix(PseudoLanguage.text("State")), "\(text)")
            }
        }
    }

    // MARK: The center

    /// The words of `Reason`.
    private static let reasons = [
        "fresh", "hidden", "no-content", "not-arranged", "suspended", "paused", "interval", "no-provider", "deadline",
        "memory", "updating",
    ]

    private static func widget(
        _ name: String, _ content: String = WidgetSamples.text, _ change: (inout WidgetProperties) -> Void = { _ in }
    ) throws -> WidgetProperties {
        try WidgetSamples.widget(name, content, now: WallClock.now, change)
    }

    private static func everyState() throws -> [WidgetProperties] { try WidgetSamples.everyState(now: WallClock.now) }

    // MARK: Texts of bars

    /// The members of JSON that programs read.
    private static let membersForPrograms: Set = [
        "Identifier", "State", "DisplayMode", "Attention", "Command", "Kind", "Type", "Key", "Value", "Output", "tap",
        "kind", "style", "color", "alignment", "alt", "class", "name", "type",
    ]

    /// Returns the texts that a bar shows.
    private static func texts(_ output: String, _ format: BarFormat) throws -> [String] {
        switch format {
        case .waybar, .json, .panel, .i3bar:
            guard let line = output.split(separator: "\n").last(where: { $0.count > 1 }) else { return [] }
            let json = format == .i3bar ? String(line.dropLast()) : String(line)
            return strings(try JSONSerialization.jsonObject(with: Data(json.utf8))).map {
                format == .waybar ? $0.replacing(/<[^>]*>/, with: "") : $0
            }
        case .genmon: return [output.replacing(/<txtclick>[^<]*<\/txtclick>|<[^>]*>/, with: "\n")]
        case .polybar, .lemonbar: return [output.replacing(/%\{[^}]*\}/, with: "")]
        case .text: return [output]
        }
    }

    private static func strings(_ json: Any) -> [String] {
        switch json {
        case let text as String: [text]
        case let values as [Any]: values.flatMap(strings)
        case let members as [String: Any]:
            members.filter { !membersForPrograms.contains($0.key) }.flatMap { strings($0.value) }
        default: []
        }
    }
}

/// Expects that a text has only messages, all of them whole.
private func expectMessages(
    _ scene: String, _ text: String, foreign: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
    let own = foreign.reduce(text.withoutEscapes) { $0.replacing($1, with: "") }
    #expect(
        PseudoLanguage.untranslated(own) == [], "\(scene): \(text.debugDescription)", sourceLocation: sourceLocation)
    #expect(PseudoLanguage.isWhole(own), "\(scene): \(text.debugDescription)", sourceLocation: sourceLocation)
}

extension String {
    fileprivate var withoutEscapes: String { replacing(/\u{1B}\[[?0-9;]*[A-Za-z]/, with: "") }

    /// The text of an error, behind the name of the program.
    fileprivate var withoutProgramName: String { replacing(#/(?m)^todayctl: /#, with: "") }
}

extension PlayedCenter {
    /// Refuses the next call of any method.
    fileprivate func refuse(_ error: RemoteError) { refusals.append((CenterMember.invokeAction, error)) }

    fileprivate func arrangeNothing() { arrange([], today: []) }
}

private func withPseudoCommands(_ body: (PseudoCommands) async throws -> Void) async throws {
    let programs = try TranslatedPrograms("todayctl")
    try await programs.setCatalog(try PseudoLanguage.catalog(), for: PseudoLanguage.code)
    var environment = try await LocaleFolder.environment(for: "de_DE")
    environment["LANGUAGE"] = PseudoLanguage.code
    try await withBus { bus in
        try await body(PseudoCommands(bus: bus, programs: programs, locale: environment))
    }
}

/// `todayctl` in the pseudo-language.
private struct PseudoCommands {
    let bus: PrivateBus
    let programs: TranslatedPrograms
    let locale: [String: String]

    private var program: String { programs.path("todayctl") }
    private var environment: [String: String] { bus.environment.merging(locale) { $1 } }

    func startCenter(_ widgets: [WidgetProperties] = []) async throws -> PlayedCenter {
        try await PlayedCenter.start(on: bus, widgets)
    }

    /// Runs a command as in a terminal of 80 columns.
    func run(_ arguments: [String], on other: [String: String] = [:]) async throws -> CommandRun.Result {
        let environment = environment.merging(["COLUMNS": "80"]) { $1 }.merging(other) { $1 }
        return try await CommandRun.start(arguments, environment, program: program).result()
    }

    /// Expects a command to print messages, among them one that begins so.
    @discardableResult
    func expectMessages(
        _ arguments: [String], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await run(arguments)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)", sourceLocation: sourceLocation)
        #expect(result.output.contains("⟦" + message), "\(result.output)", sourceLocation: sourceLocation)
        TodayCommandsTests.expectMessages("\(arguments)", result.output, sourceLocation: sourceLocation)
        for line in result.output.split(separator: "\n") where arguments != ["list"] {
            #expect(CellWidth.cells(of: line) <= 80, "\(arguments): \(line)", sourceLocation: sourceLocation)
        }
        return result.output
    }

    /// Expects a command to print nothing but a message on standard error.
    ///
    /// - Parameters:
    ///   - foreign: texts of other programs in it.
    ///   - isForeign: whether the whole text is that of an app.
    func expectRefusal(
        _ arguments: [String], _ status: Int32, on other: [String: String] = [:], foreign: String...,
        isForeign: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await run(arguments, on: other)
        #expect(
            result.status == status && result.output.isEmpty && result.errors.hasPrefix("todayctl: "),
            "\(arguments): \(result)", sourceLocation: sourceLocation)
        #expect(isForeign || result.errors.contains("⟦"), "\(arguments): \(result)", sourceLocation: sourceLocation)
        TodayCommandsTests.expectMessages(
            "\(arguments)", result.errors.withoutProgramName, foreign: foreign, sourceLocation: sourceLocation)
    }

    /// Starts a command in a terminal of 24 rows and 80 columns.
    func startLive(_ arguments: [String], hasKeyboard: Bool = true) async throws -> LiveRun {
        let (master, slave) = try openTerminal(rows: 24, columns: 80)
        let shell = arguments.first == "sh" ? arguments.dropFirst() + [program] : []
        let run = try await CommandRun.start(
            shell.isEmpty ? arguments : Array(shell), environment, program: shell.isEmpty ? program : "/bin/sh",
            terminal: slave, hasKeyboard: hasKeyboard)
        close(slave)
        return LiveRun(run: run, screen: TextCollector(master), keys: Output(descriptor: dup(master)))
    }
}

/// A command that draws on a terminal.
private struct LiveRun {
    let run: CommandRun
    let screen: TextCollector
    let keys: Output

    func press(_ key: String) throws { try keys.write(key) }

    /// Waits for a frame with a message that begins so, and expects that all of the frame is messages.
    func expectFrame(
        _ message: String, _ others: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let start = "⟦" + message.prefix { $0 != "{" }
        let found = try? await screen.text { text in
            guard let frame = Self.lastFrame(of: text) else { return false }
            return ([start] + others).allSatisfy(frame.contains)
        }
        let text = try await screen.text { _ in true }
        let frame = try #require(Self.lastFrame(of: text), "\(text.debugDescription)", sourceLocation: sourceLocation)
        #expect(found != nil, "\(message): \(frame)", sourceLocation: sourceLocation)
        expectMessages(message, frame, foreign: ["Today · "], sourceLocation: sourceLocation)
        // The terminal wraps the lines above the view.
        let rows = frame.withoutEscapes.split(separator: "\r\n", omittingEmptySubsequences: false)
            .reduce(0) { $0 + max(1, (CellWidth.cells(of: $1) + 79) / 80) }
        #expect(rows <= 24, "\(frame)", sourceLocation: sourceLocation)
    }

    /// Returns the newest frame that is complete.
    private static func lastFrame(of text: String) -> String? {
        let frames = text.components(separatedBy: "\u{1B}[?2026h\u{1B}[H").dropFirst()
        return frames.last { $0.hasSuffix("\u{1B}[?2026l") }
    }
}
