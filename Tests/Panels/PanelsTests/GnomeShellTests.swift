import DBus
import DBusTesting
import DesktopTesting
import Foundation
import Glibc
import TodayPlatform
import Testing
import TodayHost
import TodayModel

/// `data/panels/gnome-shell`: in a real GNOME Shell without a screen, with the real center, read as a screen reader does.
@Suite(.serialized, .enabled(if: GnomeShell.isHere, GnomeShell.whatIsMissing)) struct GnomeShellTests {
    /// A typical session of a user.
    @Test func anEvening() async throws {
        let shell = try await GnomeShell.start()
        let center = shell.center
        let weather: WidgetIdentifier = "org.example.Weather"
        let city: WidgetIdentifier = "org.example.City"
        try await center.registerWidget(
            weather,
            [
                "Name": "Weather", "LargestDisplayMode": "expanded",
                "Content": .string(
                    #"""
                    {"kind":"column","children":[
                      {"kind":"text","text":"<b>12 °C</b> & \"rain\""},
                      {"kind":"text","text":"wind from the west","modes":["expanded"]},
                      {"kind":"button","label":"Larger","action":"today.toggle-display-mode"},
                      {"kind":"section","label":"Tomorrow","children":[{"kind":"text","text":"sunny"}]},
                      {"kind":"chart","values":[1,4,2]},{"kind":"progress","value":0.5,"style":"circle"}]}
                    """#),
            ])
        try await center.registerWidget(
            city,
            [
                "Name": "City", "Instances": true, "Content": .string(#"{"kind":"text","text":"Athens"}"#),
                "SettingsSchema": .array(
                    [
                        .properties(["Key": "City", "Name": "Which city", "Default": "A", "Required": true]),
                        .properties(["Key": "Hours", "Type": "integer", "Default": .int64(12), "Minimum": .int64(1)]),
                    ], of: "a{sv}"),
            ])
        let file = shell.bus.folder + "/lamp"
        try writeFile(
            #"{"kind":"column","children":[{"kind":"toggle","label":"The lamp","action":"lamp","value":VALUE},"#
                + #"{"kind":"text","text":"lamp VALUE"}]}"#, to: file)
        let lamp = try await shell.bus.start(
            Programs.path("todayctl"), "serve", "org.example.Lamp", "--name", "Lamp",
            "--on-update", "sed s/VALUE/false/g '\(file)'",
            "--on-action", "sed s/VALUE/$TODAYCENTER_PARAMETER/g '\(file)'")
        try await center.until("org.example.Lamp is there") { try await $0.today().contains("org.example.Lamp") }

        // While it is closed, the center isn't viewed.
        #expect(try await center.isViewed() == false)
        try await shell.act("open")
        try await shell.shows(
            "Weather", #"<b>12 °C</b> & "rain""#, "Larger", "Tomorrow", "Chart of 3 values", "50%", "Athens",
            "lamp false")
        #expect(try await center.isViewed())
        #expect(try await !shell.text().contains("wind from the west"))

        // By the pointer, and by the keyboard.
        try await shell.act("click", "Larger")
        try await shell.shows("wind from the west")
        #expect(try await center.properties(of: weather).displayMode == .expanded)
        try await shell.act("press", "Tomorrow")
        try await shell.shows("sunny")
        try await shell.act("press", "The lamp")
        try await shell.shows("lamp true")

        // The menu of a card.
        try await shell.act("press", "Menu for City")
        try await shell.shows("Refresh", "Copy", "Why?", "Move Up", "Move Down", "Remove")
        try await shell.act("press", "Why?")
        let sentence = Explanation(try await center.explain(city)).sentence(about: "City")
        try await shell.shows(sentence, "Close")
        try await shell.act("press", "Close")
        try await shell.seen("no answer") { !$0.contains(sentence) }
        let order = try await center.arrangement()
        try await shell.act("press", "Menu for City")
        try await shell.act("press", "Move Up")
        try await center.until("City is higher") { try await $0.arrangement() != order }
        try await shell.act("press", "Menu for City")
        try await shell.act("press", "Move Down")
        try await center.until("City is where it was") { try await $0.arrangement() == order }

        // Settings: one that is taken, and one that is refused.
        try await shell.act("press", "Menu for City")
        try await shell.shows("Settings…", "Add Another")
        try await shell.act("press", "Settings…")
        try await shell.shows("Which city", "At least 1.")
        try await shell.act("press", "Decrease Hours")
        try await shell.act("press", "Done")
        try await shell.shows("Athens")
        #expect(try await center.properties(of: city).settings["Hours"]?.unwrapped == .int64(11))
        try await shell.act("press", "Menu for City")
        try await shell.act("key", "Escape")
        try await shell.seen("no menu") { !$0.contains("Settings…") && $0.contains("Athens") }
        try await shell.act("press", "Menu for City")
        try await shell.act("press", "Settings…")
        try await shell.shows("Which city")
        try await shell.act("key", "BackSpace")
        try await shell.act("press", "Done")
        try await shell.shows("Required")
        try await shell.act("press", "Back")
        try await shell.shows("Athens")

        // Order, one more instance, and one widget less.
        try await shell.act("press", "Edit")
        try await shell.shows("Edit Today", "Move City up")
        try await shell.act("press", "Move City up")
        try await center.until("City is the first") { try await $0.arrangement().first == city }
        try await shell.act("press", "Add another City")
        try await center.until("there are two") { try await $0.arrangement().contains("org.example.City#2") }
        try await shell.shows("Remove City (2)")
        try await shell.act("press", "Remove Weather")
        try await center.until("Weather is gone") { try await !$0.today().contains(weather) }
        try await shell.shows("Add Weather", "Weather removed")
        let former = try await center.arrangement()
        try await shell.act("press", "Undo")
        try await center.until("Weather is back") { try await $0.today().contains(weather) }
        #expect(try await center.arrangement().filter { $0 != weather } == former)
        try await shell.seen("no line") { !$0.contains("Weather removed") }
        try await shell.act("press", "Remove Weather")
        try await center.until("Weather is gone again") { try await !$0.today().contains(weather) }
        try await shell.act("key", "Escape")
        try await shell.shows("Athens")
        #expect(try await !shell.text().contains("Larger"))

        // A center that goes, and comes again.
        lamp.signal(SIGTERM)
        _ = try await lamp.finished()
        try await shell.killCenter()
        try await shell.shows("Not updating: Today isn’t running. Reconnecting…", "Athens")
        try await shell.startCenter()
        try await shell.seen("no such line") { !$0.contains("Reconnecting") && $0.contains("Athens") }
        try await center.until("somebody looks") { try await $0.isViewed() }

        // Closed, it does nothing; opened again, it shows what is new.
        try await shell.act("key", "Escape")
        try await center.until("nobody looks") { try await !$0.isViewed() }
        try await center.updateWidget(city, ["Content": .string(#"{"kind":"text","text":"Sparta"}"#)])
        try await shell.act("open")
        try await shell.shows("Sparta")

        // Switched off while it is open, and on again.
        try await shell.act("disable")
        try await shell.seen("nothing of it") { !$0.contains("Sparta") }
        try await center.until("nobody looks") { try await !$0.isViewed() }
        try await shell.act("enable")
        try await shell.act("open")
        try await shell.shows("Sparta")
        try await shell.end()
    }

    /// Inputs, marks of attention, and errors.
    @Test func inputsAndAttention() async throws {
        let shell = try await GnomeShell.start()
        let center = shell.center
        let list: WidgetIdentifier = "org.example.List"
        let plain: WidgetIdentifier = "org.example.Plain"
        let file = shell.bus.folder + "/list"
        try writeFile(
            #"""
            {"kind":"column","children":[
              {"kind":"checkbox","label":"Milk","value":false,"action":"milk"},
              {"kind":"slider","label":"Volume","value":40,"maximum":100,"step":20,"action":"volume","id":"v"},
              {"kind":"entry","label":"Add a task","placeholder":"Call Ann","action":"add","id":"a"},
              {"kind":"entry","label":"Refused","action":"refused"},
              {"kind":"entry","label":"Closed","value":"as it is"},
              {"kind":"clock","zone":"UTC","style":"seconds"},{"kind":"clock","zone":"Nowhere/Land","fallback":"nowhere"},
              {"kind":"progress","value":0.5,"label":"half","color":"warning"},
              {"kind":"progress","value":0.5,"label":"1:50","style":"circle"},
              {"kind":"chart","values":[1,2],"label":"In","series":[3],"series-label":"Out","show-values":["last"]}]}
            """#, to: file)
        let calls = shell.bus.folder + "/calls"
        try writeFile("", to: calls)
        let provider = try await shell.bus.start(
            Programs.path("todayctl"), "serve", list.rawValue, "--name", "List", "--on-update", "cat '\(file)'",
            "--on-action",
            "echo $TODAYCENTER_ACTION $TODAYCENTER_PARAMETER >> '\(calls)'; cat '\(file)'; "
                + "test $TODAYCENTER_ACTION != refused || { echo The answer is no >&2; exit 1; }")
        try await center.registerWidget(
            plain,
            [
                "Name": "Plain", "Content": .string(#"{"kind":"button","label":"Try","action":"try"}"#),
            ])
        try await center.until("org.example.List is there") { try await $0.today().contains(list) }
        func called(_ line: String) async throws {
            var made = ""
            let isCalled: Bool? = try await poll(within: .seconds(20), every: .milliseconds(50)) {
                made = try String(contentsOfFile: calls, encoding: .utf8)
                return made.split(separator: "\n").last.map(String.init) == line ? true : nil
            }
            try #require(isCalled != nil, "\(line) in \(made)")
        }

        // The top bar counts the widgets, while Today is closed.
        try await center.updateWidget(plain, ["Attention": "badge", "Badge": .uint32(12)])
        try await shell.shows("New: 1")
        try await shell.act("open")
        try await shell.shows(
            "New: 12", "Milk", "Volume", "Add a task", "nowhere", "half", "1:50",
            "Chart of In: latest 2; Out: latest 3", "In  2",
            "Out  3")
        try await center.updateWidget(plain, ["Attention": "alert", "Badge": .uint32(0)])
        try await shell.shows("Needs attention: 1", "Needs attention")

        try await shell.act("press", "Milk")
        try await called("milk true")
        try await shell.act("press", "Volume")
        try await shell.act("key", "Right")
        try await called("volume 60.0")
        try await shell.act("press", "Add a task")
        try await shell.act("key", "m", "i", "l", "k", "Return")
        try await called(#"add "milk""#)
        try await shell.field("Add a task", has: "")
        try await shell.act("press", "Refused")
        try await shell.act("key", "n", "o", "Return")
        try await called(#"refused "no""#)
        try await shell.shows("The answer is no")
        try await shell.field("Refused", has: "no")
        // An entry without an action takes no text.
        try await shell.act("press", "Closed")
        try await shell.act("key", "x", "Return")
        try await shell.field("Closed", has: "as it is")
        try await shell.act("press", "Try")
        try await shell.shows("The app isn’t running")
        provider.signal(SIGTERM)
        _ = try await provider.finished()
        try await shell.end()
    }

    /// The rules of a panel.
    @Test func theSpecification() async throws {
        let bus = try await PrivateBus.start()
        let helper = GnomeShell.helper.joined(separator: " ")
        let archive = try await GnomeShell.pack(on: bus)
        let run = try await bus.start(
            [
                Programs.path("today-conformance"), "panel",
                "--start", "\(helper) open & exec \(helper) run \(archive)",
                "--dump", "\(helper) dump", "--activate", "\(helper) press \"$TODAY_TEXT\"",
                // Screen readers still read the text that a label cuts off.
                "--skip", "V-76",
            ]
        ).finished(within: .seconds(240))
        #expect(run.exit == .status(0), "\(run)")
    }

    /// The archives for both kinds of GNOME Shell have the same files but for the entry, which can be parsed.
    @Test func archives() async throws {
        let bus = try await PrivateBus.start()
        for (version, versions) in [("43", #"["43", "44"]"#), ("45", #""45", "46""#)] {
            let archive = try await GnomeShell.pack(version, on: bus)
            let files = try await bus.run("unzip", "-l", archive).output
            for file in [
                "extension.js", "indicator.js", "todaycenter.js", "words.js", "chart.js", "rows.js", "stylesheet.css",
                "language.js", "icons/today-center-symbolic.svg", "locale/de/LC_MESSAGES/today-center.mo",
            ] {
                #expect(files.contains(" \(file)\n"), "\(file)")
            }
            #expect(try await bus.run("unzip", "-p", archive, "metadata.json").output.contains(versions))
        }
    }
}

/// The code that all panels of the Shell share, as far as it needs no Shell.
@Suite(.enabled(if: Environment.locate("gjs") != nil, "gjs is not installed (Debian package: gjs)"))
struct GnomeShellModuleTests {
    @Test func presentation() async throws {
        let bus = try await PrivateBus.start()
        try Checkout.copyModules(to: bus.folder)
        let run = try await bus.run("gjs", "-m", bus.folder + "/presentation-tests.js")
        #expect(run.exit == .status(0), "\(run)")
    }

    /// Words come from a catalog, numbers and dates from the locale.
    @Test(
        .enabled(
            if: LocaleFolder.isAvailable && Environment.locate("msgfmt") != nil, "locales or gettext is not installed"))
    func language() async throws {
        let bus = try await PrivateBus.start()
        try Checkout.copyModules(to: bus.folder)
        let messages = bus.folder + "/locale/de/LC_MESSAGES"
        try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
        let catalog = #"""
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

            msgctxt "button"
            msgid "More"
            msgstr "Mehr"

            msgid "{count} min ago"
            msgid_plural "{count} min ago"
            msgstr[0] "vor {count} Minute"
            msgstr[1] "vor {count} Minuten"

            msgid "Remove {name}"
            msgstr "{name} entfernen"

            msgid "{number}%"
            msgstr "{number} %"
            """#
        try writeFile(catalog + "\n", to: bus.folder + "/de.po")
        let compiled = try await bus.run("msgfmt", "-o", messages + "/today-center.mo", bus.folder + "/de.po")
        #expect(compiled.exit == .status(0), "\(compiled)")
        let run = try await bus.run(
            ["gjs", "-m", bus.folder + "/language-words.js"], with: try await LocaleFolder.environment(for: "de_DE"))
        #expect(
            run.output
                == "Mehr|vor 1 Minute|vor 5 Minuten|Uhr entfernen|Done|50 %|1.235,5|17.03.2030 17:46\n", "\(run)")
    }

    /// GNOME Shell 45 or later reads the files as modules: `Reflect.parse` parses each of them.
    @Test func syntax() async throws {
        let bus = try await PrivateBus.start()
        let program = """
            import GLib from 'gi://GLib';
            import System from 'system';
            for (const path of System.programArgs) {
                const text = new TextDecoder().decode(GLib.file_get_contents(path)[1]);
                Reflect.parse(text, {target: path.includes('extension-43') ? 'script' : 'module'});
            }
            """
        try Data(program.utf8).write(to: URL(filePath: bus.folder + "/parse.js"))
        let folder = Checkout.data + "/panels/gnome-shell/"
        let files = ["src/", "extension-43/", "extension-45/", "../qml/"].flatMap { part in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder + part)) ?? []).map { folder + part + $0 }
        }
        // The scripts of QML have directives that no other program reads.
        let modules = files.filter { $0.hasSuffix(".mjs") || $0.hasSuffix(".js") && !$0.contains("/qml/") }
        #expect(modules.count > 10)
        let run = try await bus.run(["gjs", "-m", bus.folder + "/parse.js"] + modules)
        #expect(run.exit == .status(0), "\(run)")
    }
}

/// The checkout.
enum Checkout {
    static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    static let data = root + "/data"
    static let helpers = root + "/Tests/Panels/PanelsTests/Programs"

    /// Copies the modules of the extension that need no Shell, and the programs that try them.
    static func copyModules(to folder: String) throws {
        let source = data + "/panels/gnome-shell/src/"
        let names = ["presentation", "plaintext", "arranging", "menu", "calls", "language"]
        let programs = ["presentation-tests", "card-words", "language-words"].map { helpers + "/\($0).js" }
        try copy(names.map { source + $0 + ".js" } + programs, to: folder)
    }

    /// Copies the whole extension, with stubs in place of the libraries of the Shell.
    static func copyExtension(to folder: String) throws {
        let source = data + "/panels/gnome-shell/src/"
        let modules = try FileManager.default.contentsOfDirectory(atPath: source).map { source + $0 }
        try copy(modules + ["shell-stubs", "shell-words"].map { helpers + "/\($0).js" }, to: folder)
        for module in modules {
            let path = "\(folder)/\(module.split(separator: "/").last ?? "")"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let library = /import (Atk|Clutter|Cogl|GdkPixbuf|GnomeDesktop|GObject|Pango|Shell|St) from 'gi:[^']*'/
            try Data(text.replacing(library) { "import {\($0.output.1)} from './shell-stubs.js'" }.utf8)
                .write(to: URL(filePath: path))
        }
    }

    private static func copy(_ files: [String], to folder: String) throws {
        for file in files + [data + "/javascript/todaycenter.js"] {
            let name = file.split(separator: "/").last ?? ""
            try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/\(name)")
        }
        for name in ["words", "chart", "rows"] {
            try FileManager.default.copyItem(atPath: data + "/panels/qml/\(name).mjs", toPath: "\(folder)/\(name).js")
        }
    }
}

extension CenterClient {
    fileprivate func isViewed() async throws -> Bool { try await properties()["Viewing"]?.unwrapped == .boolean(true) }

    fileprivate func today() async throws -> [WidgetIdentifier] {
        try await properties()["Today"]?.unwrapped.elements?.compactMap { value in
            if case .string(let text) = value { try? WidgetIdentifier(text) } else { nil }
        } ?? []
    }

    fileprivate func until(_ what: String, _ condition: (CenterClient) async throws -> Bool) async throws {
        let isSo: Bool? = try await poll(within: .seconds(20), every: .milliseconds(50)) {
            try await condition(self) ? true : nil
        }
        try #require(isSo != nil, "\(what)")
    }
}

/// A running GNOME Shell with the extension, and a center.
struct GnomeShell {
    static let helper = ["/usr/bin/python3", Checkout.helpers + "/gnome_shell.py"]

    static let whatIsMissing: Comment =
        "GNOME Shell is not installed (Debian packages: gnome-shell at-spi2-core python3-gi libglib2.0-bin unzip)"
    static let isHere =
        ["gnome-shell", "gnome-extensions", "unzip"].allSatisfy { Environment.locate($0) != nil }
        && FileManager.default.fileExists(atPath: "/usr/libexec/at-spi-bus-launcher")
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")

    /// Packs the extension, for the Shell that is here or another version. Returns the path of the archive.
    static func pack(_ version: String? = nil, on bus: PrivateBus) async throws -> String {
        let folder = bus.folder + "/" + (version ?? "here")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let command = "cd \(folder) && \(Checkout.data)/panels/gnome-shell/pack \(version ?? "")"
        let run = try await bus.run("sh", "-c", command)
        try #require(run.exit == .status(0), "\(run)")
        return run.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    let bus: PrivateBus
    let center: CenterClient
    private let process: ToolRun
    private let service: WatchedValue<ToolRun?>

    /// The log of the Shell.
    private var log: String {
        (try? String(contentsOfFile: bus.folder + "/runtime/shell/log", encoding: .utf8)) ?? ""
    }

    /// Starts a bus, with a Shell and a center on it.
    static func start() async throws -> GnomeShell {
        let shell = try await start(on: try await PrivateBus.start())
        try await shell.startCenter()
        return shell
    }

    /// Starts a Shell on a bus, which has a center or gets one.
    static func start(on bus: PrivateBus) async throws -> GnomeShell {
        let process = try await bus.start(helper + ["run", try await pack(on: bus)])
        return GnomeShell(
            bus: bus, center: CenterClient(try await bus.connect()), process: process, service: WatchedValue(nil))
    }

    func startCenter() async throws {
        let run = try await bus.start(Programs.path("todayd"))
        service.change { $0 = run }
        _ = try await center.connection.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
    }

    func killCenter() async throws {
        service.value?.signal(SIGKILL)
        _ = try await service.value?.finished()
    }

    /// Does something as people do, and returns what that prints.
    @discardableResult
    func act(_ words: String...) async throws -> String {
        let run = try await bus.run(Self.helper + words)
        try #require(run.exit == .status(0), "\(words): \(run)")
        return run.output
    }

    /// All that is shown.
    func text() async throws -> String { try await act("dump") }

    /// Waits until what is shown is as it is to be.
    func seen(_ what: String, where condition: (String) -> Bool) async throws {
        var last = ""
        let isSeen: Bool? = try await poll(within: .seconds(20), every: .milliseconds(50)) {
            last = try await text()
            return condition(last) ? true : nil
        }
        try #require(isSeen != nil, "\(what), in:\n\(last)\n\(log.suffix(2000))")
    }

    /// Waits until all of these texts are shown.
    func shows(_ texts: String...) async throws {
        try await seen("\(texts)") { shown in
            let lines = Set(shown.split(separator: "\n").map(String.init))
            return texts.allSatisfy(lines.contains)
        }
    }

    /// Waits until a field has a text.
    func field(_ name: String, has text: String) async throws {
        var last = ""
        let isSeen: Bool? = try await poll(within: .seconds(20), every: .milliseconds(50)) {
            last = try await act("describe", name)
            // Behind its place, of four numbers.
            let texts = last.split(separator: "\n").filter { $0.hasPrefix("text ") }
            return texts.contains { $0.firstMatch(of: /( -?\d+){4} (.*)$/)?.2 == text[...] } ? true : nil
        }
        try #require(isSeen != nil, "\(name) has not the text \(text): \(last)")
    }

    func end() async throws {
        process.signal(SIGTERM)
        _ = try await process.finished()
        // Errors have traces with the files of the extension.
        #expect(!log.contains("today-center@"), "\(log)")
        service.value?.signal(SIGTERM)
        _ = try await service.value?.finished()
    }
}
