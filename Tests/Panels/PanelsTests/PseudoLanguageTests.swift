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

/// Every text of the extension of GNOME Shell is a message, and has room for longer words. The extension runs in gjs, with
/// stubs in place of the Shell.
@Suite(
    .enabled(
        if: LocaleFolder.isAvailable
            && ["gjs", "msgfmt"].allSatisfy { Environment.locate($0) != nil },
        "gjs, locales or gettext is not installed"))
struct PseudoLanguageTests {
    @Test func pagesWithoutCards() async throws {
        let shell = try await StubShell.start()
        shell.expectMessages("loading", try await shell.run("open"))
        try await shell.wait(for: "Can’t reach Today", "Try Again")
        let center = try await PlayedCenter.start(on: shell.bus)
        try await shell.wait(for: "No widgets yet")
        await center.add([try Self.widget("a") { $0.hasContent = false }])
        try await shell.wait(for: "Nothing right now")
        await center.arrangeNothing()
        try await shell.wait(for: "No widgets added", "Add Widgets")
        try await shell.press("Edit")
        try await shell.wait(for: "More Widgets", "Add ΑΒΓ")
        try await shell.end()
    }

    @Test func cards() async throws {
        let shell = try await StubShell.start()
        let center = try await PlayedCenter.start(on: shell.bus, try WidgetSamples.everyState(now: WallClock.now))
        try await shell.run("open")
        try await shell.run("tall")
        try await shell.wait(for: "This widget needs a newer version of Today", "The app keeps failing", "More")
        for _ in try await shell.wait(for: "Details").filter({ $0.text == PseudoLanguage.text("Details") }) {
            try await shell.press("Details")
        }
        try await shell.run("press η")
        try await shell.press("Show {count} More", ["count": "2"])
        try await shell.wait(for: "Hide Details", "Show Less")
        for kind in StateErrorKind.allCases {
            await center.emitTrouble(kind)
            try await shell.wait(for: String(StateTrouble("αιτία", kind: kind).words.split(separator: ": αιτία")[0]))
        }
        await center.stop()
        try await shell.wait(for: "Not updating: ")
        try await shell.end()
    }

    @Test func menusAndAnswers() async throws {
        let shell = try await StubShell.start()
        let center = try await PlayedCenter.start(on: shell.bus, try Self.twoWidgets())
        try await shell.run("open")
        try await shell.wait(for: "Menu for ΑΒΓ")
        try await shell.openMenu("ΑΒΓ", "Open App", "Refresh", "Settings…", "Add Another", "Why?", "Pause", "Remove")
        for (submenu, choice) in [("Size", "Small"), ("Update Every", "App’s Default")] {
            try await shell.press(submenu)
            try await shell.wait(for: choice)
            try await shell.press("Menu for {name}", ["name": "ΑΒΓ"])
            try await shell.openMenu("ΑΒΓ", "Copy")
        }
        try await shell.press("Copy")
        let copied = try await shell.run("texts").filter { $0.role == "copied" }.map(\.text)
        #expect(copied == ["ΑΒΓ\n[θ]"])
        try await shell.openMenu("ΔΕΖ", "Resume", "Move Up")
        try await shell.press("Show in Top Bar")
        try await shell.openMenu("ΔΕΖ", "Remove from Top Bar")
        try await shell.press("Menu for {name}", ["name": "ΔΕΖ"])
        for reason in Self.reasons {
            for (others, second) in [([:], "snapshot"), (["LastResult": "failed", "Error": "α"], "state-not-stored")]
                as [([String: DBusValue], String)]
            {
                let kinds = [reason, second].map { DBusValue.properties(["Kind": .string($0)]) }
                let answer: [String: DBusValue] = ["Reason": .string(reason), "Reasons": .array(kinds, of: "a{sv}")]
                await center.explain("x.a", answer.merging(others) { $1 })
                try await shell.openMenu("ΑΒΓ")
                try await shell.press("Why?")
                try await shell.wait(for: "Close")
                try await shell.press("Close")
            }
        }
        for kind in ErrorKind.allCases {
            await center.refuse(CenterMember.invokeAction, CenterError(.actionFailed, "σφάλμα", kind: kind))
            try await shell.run("press θ")
            guard let sentence = kind.sentence else { continue }
            try await shell.wait(for: sentence)
        }
        await center.refuse(RemoteError(.failed, ""))
        try await shell.run("press θ")
        try await shell.wait(for: "Unknown error")
        let isSeen = WatchedValue(false)
        await center.answerActions { _ = try? await isSeen.wait { $0 } }
        try await shell.run("press θ")
        try await shell.wait(for: "Waiting for an answer…")
        isSeen.change { $0 = true }
        try await shell.openMenu("ΔΕΖ")
        try await shell.press("Remove")
        try await shell.wait(for: "ΔΕΖ removed", "Undo")
        try await shell.end()
    }

    @Test func editing() async throws {
        let shell = try await StubShell.start()
        let center = try await PlayedCenter.start(on: shell.bus, try Self.twoWidgets())
        try await shell.run("open")
        try await shell.wait(for: "Menu for ΑΒΓ")
        try await shell.press("Edit")
        try await shell.wait(
            for: "Edit Today", "Done", "Back", "Remove ΑΒΓ", "Add another ΑΒΓ", "Move ΑΒΓ up", "Move ΑΒΓ down")
        try await shell.press("Settings for {name}", ["name": "ΑΒΓ"])
        try await shell.wait(for: "Settings", "Reset to Defaults", "From 1 to 24.", "At least 1.", "At most 2.")
        try await shell.wait(for: "Increase Β", "Decrease Β")
        for (field, text, message) in [
            ("Β", "α", "Enter a whole number"), ("Β", "0", "0 is below 1"), ("Β", "25", "25 is above 24"),
            ("Γ", "α", "Enter a number"),
        ] {
            try await shell.run("type \(field)\t\(text)")
            try await shell.press("Done")
            try await shell.wait(for: message)
            try await shell.run("type \(field)\t2")
        }
        try await shell.run("press Ε: " + PseudoLanguage.text("Accent"))
        for color in ["Primary", "Secondary", "Success", "Warning", "Error"] { try await shell.wait(for: color) }
        try await shell.press("Warning")
        try await shell.run("type Α\t")
        await center.refuse(CenterMember.setSettings, CenterError(.invalidSetting, "A: αιτία"))
        try await shell.press("Done")
        try await shell.wait(for: "Required")
        await center.refuse(CenterMember.setSettings, CenterError(.limitExceeded, "αιτία"))
        try await shell.press("Done")
        try await shell.wait(for: "Can’t save: ")
        await center.remove("x.a")
        try await shell.wait(for: "This widget was removed.")
        try await shell.end()
    }

    /// No style limits the width of a text that the panel itself words.
    @Test func stylesLeaveRoom() throws {
        let styles = try String(contentsOfFile: Checkout.data + "/panels/gnome-shell/stylesheet.css", encoding: .utf8)
        let rules = styles.matches(of: /([^{}]+)\{([^}]*)\}/).filter {
            $0.output.2.contains(/(?:^|[;\s])(?:max-)?width:/)
        }
        let limited = rules.flatMap { $0.output.1.split(separator: ",") }.map {
            $0.replacing(/(?s)\/\*.*?\*\//, with: "").trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // The popup, a letter, drawings, and the text of a widget in the top bar.
        #expect(
            Set(limited) == [
                ".today-view", ".today-letter", ".today-edit-icon.today-letter", ".today-badge-dot", ".today-ring",
                ".today-ring-with-label", ".today-divider-upright", ".today-check-box", ".today-swatch",
                ".today-top-bar",
            ])
    }

    /// The words of `Reason`, and one of a later version, for which the center sends no sentence.
    private static let reasons = [
        "fresh", "hidden", "no-content", "not-arranged", "suspended", "paused", "interval", "no-provider", "deadline",
        "memory", "updating", "later",
    ]

    private static func widget(
        _ name: String, _ content: String = WidgetSamples.text, _ change: (inout WidgetProperties) -> Void
    ) throws -> WidgetProperties { try WidgetSamples.widget(name, content, now: WallClock.now, change) }

    private static func twoWidgets() throws -> [WidgetProperties] {
        let schema = try WidgetSamples.settings()
        return [
            try widget("a", #"{"kind":"button","label":"θ","action":"α"}"#) {
                ($0.settingsSchema, $0.instances, $0.containingApp) = (schema, true, "x.A")
                $0.sizes = [.small, .regular]
            },
            try widget("b") { ($0.name, $0.options.isPaused) = ("ΔΕΖ", true) },
        ]
    }
}

extension PlayedCenter {
    fileprivate func emitTrouble(_ kind: StateErrorKind) {
        stateTrouble = StateTrouble("αιτία", kind: kind)
        emit([CenterMember.stateStored, CenterMember.stateError, CenterMember.stateErrorKind])
    }

    fileprivate func arrangeNothing() { arrange([], today: []) }

    /// Refuses the next action with an error that isn't the center's.
    fileprivate func refuse(_ error: RemoteError) { refusals.append((CenterMember.invokeAction, error)) }
}

/// The extension in the pseudo-language, without a Shell.
private struct StubShell {
    /// A text that is shown, spoken or copied.
    struct Text: Decodable, Hashable {
        /// Such as `label`, `name` or `tooltip`.
        let role: String
        let text: String
        /// Whether it is on one line, which ends with an ellipsis where it has no room.
        let isCut: Bool
        /// The styles of its actor and of one around it.
        let place: String
    }

    let bus: PrivateBus
    private let connection: Connection
    private let process: ToolRun

    static func start() async throws -> StubShell {
        let bus = try await PrivateBus.start()
        try Checkout.copyExtension(to: bus.folder)
        let messages = "\(bus.folder)/locale/\(PseudoLanguage.code)/LC_MESSAGES"
        UserFolders.make(messages)
        try writeFile(try PseudoLanguage.catalog(), to: bus.folder + "/xx.po")
        let compiled = try await bus.run("msgfmt", "-o", messages + "/today-center.mo", bus.folder + "/xx.po")
        try #require(compiled.exit == .status(0), "\(compiled)")
        var environment = bus.environment.merging(try await LocaleFolder.environment(for: "de_DE")) { $1 }
        environment["LANGUAGE"] = PseudoLanguage.code
        let process = try await ToolRun.start(
            ["gjs", "-m", bus.folder + "/shell-words.js"], environment: environment)
        let connection = try await bus.connect()
        _ = try await connection.waitForOwner(of: "x.Shell", timeout: .seconds(60))
        return StubShell(bus: bus, connection: connection, process: process)
    }

    /// Runs a command of `shell-words.js`, and returns all texts after it.
    @discardableResult
    func run(_ command: String) async throws -> [Text] {
        let texts: String = try await connection.call(
            "x.Shell", path: "/x/Shell", interface: "x.Shell", "Run", command)
        return try JSONDecoder().decode([Text].self, from: Data(texts.utf8))
    }

    private func filled(_ message: String, _ values: [String: String]) -> String {
        values.reduce(PseudoLanguage.text(message)) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    func press(_ message: String, _ values: [String: String] = [:]) async throws {
        try await run("press " + filled(message, values))
    }

    /// Opens the menu of a card, and waits for items in it.
    func openMenu(
        _ name: String, _ items: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await press("Menu for {name}", ["name": name])
        for item in items { try await wait(for: item, sourceLocation: sourceLocation) }
    }

    /// Waits for messages that begin so, and expects that all texts then are messages.
    @discardableResult
    func wait(for messages: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> [Text] {
        var texts: [Text] = []
        let found: Bool? = try await poll(within: .seconds(60), every: .milliseconds(30)) {
            texts = try await run("texts")
            let isShown = messages.allSatisfy { message in texts.contains { $0.text.contains("⟦" + message) } }
            return isShown ? true : nil
        }
        #expect(found != nil, "\(messages): \(texts.map(\.text))", sourceLocation: sourceLocation)
        expectMessages("\(messages)", texts, sourceLocation: sourceLocation)
        return texts
    }

    func expectMessages(_ scene: String, _ texts: [Text], sourceLocation: SourceLocation = #_sourceLocation) {
        for text in Set(texts) {
            // Windows are found by the name of the product.
            let words = PseudoLanguage.untranslated(text.text).filter { $0 != "Today" }
            #expect(words == [], "\(scene): \(text)", sourceLocation: sourceLocation)
            #expect(PseudoLanguage.isWhole(text.text), "\(scene): \(text)", sourceLocation: sourceLocation)
            // Sentences wrap. A line of the popup has 340 pixels, and a letter about 8.
            let fits = !text.isCut || !text.text.contains("⟦") || CellWidth.cells(of: text.text) <= 42
            #expect(fits, "\(scene): \(text)", sourceLocation: sourceLocation)
        }
    }

    /// Ends the extension, and expects that it has logged no error.
    func end() async throws {
        process.signal(SIGTERM)
        let output = try await process.finished()
        #expect(!output.error.contains("JS ERROR"), "\(output.error)")
    }
}
