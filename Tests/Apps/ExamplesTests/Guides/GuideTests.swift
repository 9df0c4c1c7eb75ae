import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The examples in the guides do what the guides say, with the real center. It makes the first update of a widget by
/// itself, soon after its start: a test's own first update may find no new data.
@Suite struct GuideTests {
    /// A center that finds the programs of a guide.
    private static func center(_ bus: PrivateBus) async throws -> RunningCenter {
        try await RunningCenter.start(
            on: bus, [], environment: ["PATH": "\(bus.folder)/programs:\(Checkout.programs):/usr/bin:/bin"])
    }

    /// The labels and texts of a tree.
    private static func labels(_ content: Content) -> [String] {
        var own: [String] = []
        if case .string(let label)? = content.attributes["label"] { own.append(label) }
        if case .string(let text)? = content.attributes["text"] { own.append(text) }
        return own + content.children.flatMap(labels)
    }

    @Test func aWidgetInShell() async throws {
        let guide = try Guide("widget-shell")
        let bus = try await PrivateBus.start()
        let tasks: WidgetIdentifier = "org.example.Tasks"
        let programs = bus.folder + "/programs"
        mkdir(programs, 0o700)
        try write(guide.block("bash"), to: programs + "/tasks")
        chmod(programs + "/tasks", 0o700)
        try bus.install(manifest: guide.block("ini"), tasks.rawValue)
        let center = try await Self.center(bus)
        #expect(try await center.client.performUpdate(tasks) != .failed)
        #expect(try await center.client.properties(of: tasks).content.texts == ["Nothing to do"])

        let file = bus.folder + "/tasks.txt"
        try write("Buy \"milk\"\nCall\\write\n<b>Ü</b>\n", to: file)
        try await center.client.setSettings(["File": .string(file), "Title": "At home"], of: tasks)
        let listed = try await center.widget(tasks) { $0.content.children.count == 3 }
        #expect(Self.labels(listed.content) == ["Buy \"milk\"", "Call\\write", "<b>Ü</b>"] && listed.name == "At home")
        try await center.client.invokeAction(
            "done", of: tasks, parameter: listed.content.children[1].attributes["parameter"])
        let content = try await center.client.properties(of: tasks).content
        #expect(Self.labels(content) == ["Buy \"milk\"", "<b>Ü</b>"])
        let second = try await center.client.addInstance(
            of: tasks, settings: ["File": .string(file), "Rows": .int64(1)])
        try await center.widget(second) { $0.content.children.count == 1 }

        // A file that can't be read is reported as an error.
        try await center.client.setSettings(["File": .string(bus.folder)], of: second)
        let failed = try await center.widget(second) { $0.lastResult == .failed }
        #expect(failed.error.contains("head: error reading") && failed.content.children.count == 1, "\(failed.error)")
        try await center.end()
    }

    /// The lines for the terminal.
    @Test func aWidgetInShellByHand() async throws {
        let guide = try Guide("widget-shell")
        let bus = try await PrivateBus.start()
        try write(guide.block("bash"), to: bus.folder + "/tasks")
        chmod(bus.folder + "/tasks", 0o700)
        try write(guide.block("ini"), to: bus.folder + "/org.example.Tasks.widget")
        let center = try await Self.center(bus)
        let path = ["PATH": "\(Checkout.programs):/usr/bin:/bin"]
        let pushed = try await bus.run(["bash", "-ec", guide.commands(0).joined(separator: "\n")], with: path)
        #expect(pushed.exit == .status(0) && pushed.output == "1\n" && pushed.error.isEmpty, "\(pushed)")
        let lines = guide.commands(1)
        let serving = try await bus.start(["bash", "-c", "cd '\(bus.folder)'; exec \(lines[0])"], with: path)
        try await center.widget("org.example.Tasks") { $0.state != .unavailable }
        let shown = try await bus.run(["bash", "-ec", lines[1]], with: path)
        #expect(shown.exit == .status(0) && shown.output.contains("Tasks\n  Nothing to do\n"), "\(shown)")
        serving.signal(SIGINT)
        #expect(try await serving.finished().exit == .status(0))
        try await center.end()
    }

    @Test func aWidgetInPython() async throws {
        let guide = try Guide("widget-python")
        let bus = try await PrivateBus.start()
        let countdown: WidgetIdentifier = "org.example.Countdown"
        let path = try Language.python.install("countdown.py", guide.blocks("python")[0], on: bus)
        // As a package would have it, started by the center.
        try bus.install(manifest: guide.block("ini"), countdown.rawValue)
        var center = try await Self.center(bus)
        #expect(try await center.client.performUpdate(countdown) != .failed)
        try await countdownStory(center, countdown)
        // The registration of the program says the same as the manifest.
        let manifest = try await center.client.properties(of: countdown)
        center = try await center.again(forgetting: bus.folder + "/data/todaycenter")
        let program = try await bus.start(Language.python.command(path))
        let registered = try await center.widget(countdown) { $0.source == .registered }
        #expect(try await center.client.performUpdate(countdown) != .failed)
        #expect(registered.settingsSchema == manifest.settingsSchema && registered.instances && manifest.instances)
        program.signal(SIGTERM)
        #expect(try await program.finished().exit == .status(0))
        try await center.end()
    }

    private func countdownStory(_ center: RunningCenter, _ countdown: WidgetIdentifier) async throws {
        let first = try await center.client.properties(of: countdown)
        #expect(first.name == "New Year" && first.content.children.map(\.kind) == ["timer", "button"])
        guard case .uint64(let until)? = first.content.children.first?.attributes["until"] else {
            throw FileError(path: "until", code: 0)
        }
        try await center.client.invokeAction("later", of: countdown, parameter: .int64(1))
        let later = try await center.client.properties(of: countdown).content.children.first?.attributes["until"]
        #expect(later == .uint64(until + 86_400_000_000))
        try await center.client.setSettings(["Day": "soon"], of: countdown)
        let failed = try await center.widget(countdown) { $0.lastResult == .failed }
        #expect(failed.error.contains("Invalid isoformat string: 'soon'") && failed.content.children.count == 2)
        try await center.client.resetSettings(of: countdown)
    }

    /// In a sandbox, first by hand and then started by the bus.
    @Test(.enabled(FlatpakSandbox.isMissing, { try await FlatpakSandbox.canBeMade() }))
    func aWidgetInFlatpak() async throws {
        let guide = try Guide("flatpak")
        let bus = try await PrivateBus.start()
        let (app, weather): (String, WidgetIdentifier) = ("org.example.Weather", "org.example.Weather.Widget")
        let manifest = try guide.block("yaml")
        #expect(manifest.contains("\nfinish-args:\n  - --talk-name=org.todaycenter.Apps1\nmodules:\n"))
        let path = try Language.python.install("weather-widget", guide.block("python"), on: bus)
        let command = try FlatpakSandbox(app, on: bus).command([path])
        let service = try guide.block("ini").split(separator: "\n")
        #expect(service == ["[D-BUS Service]", "Name=\(weather)", "Exec=/app/bin/weather-widget"])
        try await bus.addService(BusName(weather.rawValue), exec: command.joined(separator: " "))

        let center = try await Self.center(bus)
        let program = try await bus.start(command)
        try await center.shows("Oslo", weather)
        let shown = try await center.client.properties(of: weather)
        #expect(shown.name == "Weather" && shown.icon == app && shown.containingApp == app)
        try await center.client.invokeAction("choose", of: weather, parameter: .string("Bergen"))
        #expect(try await center.client.properties(of: weather).content.texts.first == "Bergen")
        program.signal(SIGTERM)
        let run = try await program.finished()
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        // The App Group keeps the city, so the program that the bus starts has the same content.
        try await center.left(weather)
        #expect(try await center.client.performUpdate(weather) == .noData)
        #expect(try await center.client.properties(of: weather).content.texts.first == "Bergen")
        try await center.client.connection.call(
            BusName(weather.rawValue), path: "/org/example/Weather/Widget", interface: TodayBus.provider, "EndRequest")
        try await center.left(weather)
        try await center.end()
    }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript))
    func aWidgetAndAPanelInJavaScript() async throws {
        let guide = try Guide("widget-javascript")
        let bus = try await PrivateBus.start()
        let uptime: WidgetIdentifier = "org.example.Uptime"
        _ = try Language.javaScript.install("uptime.js", guide.block("js"), on: bus)
        let panel = try Language.javaScript.install("texts.js", Guide("panel-javascript").block("js"), on: bus)
        let center = try await Self.center(bus)
        #expect(guide.commands(0).count == 1)
        let program = try await bus.start(
            ["bash", "-c", "cd '\(bus.folder)/programs'; exec \(guide.commands(0)[0])"])
        try await center.widget(uptime) { $0.content.texts.first?.hasSuffix(" hours") == true }
        let texts = try await bus.start(Language.javaScript.command(panel))
        try await texts.output { $0.contains(/Uptime: Up for \d+ hours \| Seen \d+ times/) }
        try await center.client.setSettings(["Unit": "minutes"], of: uptime)
        try await texts.output { $0.contains(/Uptime: Up for \d+ minutes \| Seen \d+ times/) }
        try await center.client.invokeAction("again", of: uptime)
        for run in [texts, program] { run.signal(SIGTERM) }
        #expect(try await program.finished().exit == .status(0))
        _ = try await texts.finished()
        try await center.end()
    }

    @Test func aPanelInPython() async throws {
        let guide = try Guide("panel-python")
        let bus = try await PrivateBus.start()
        var center = try await Self.center(bus)
        let counter: WidgetIdentifier = "org.example.Counter"
        let provider = try await bus.start(Language.python.command(try Language.python.install("counter", on: bus)))
        try await center.shows("1 apples", counter)
        let input = try InputPipe(on: bus)
        let path = try Language.python.install("panel.py", guide.block("python"), on: bus)
        let panel = try await bus.start(input.read(by: Language.python.command(path)))
        try await panel.prints("Counter\n  1 apples\n  50%\n  [Add] (1)\n  [ ] Loud (2)\n")
        try input.type("1")
        try await panel.output { $0.hasSuffix("Counter\n  6 now\n") }
        _ = try await center.client.performUpdate(counter)
        try await panel.prints("Counter\n  7 apples\n")
        try input.type("2")
        try await panel.prints("the widget has no action loud\n")

        let json = #"""
            {"kind":"column","children":[{"kind":"text","text":"<b>\u202e\u009b31m"},{"kind":"new","fallback":"old"},
             {"kind":"text","text":"big","modes":["expanded"]},{"kind":"timer","until":1,"finished-text":"over"},
             {"kind":"row","children":[{"kind":"text","text":"x"},{"kind":"text","text":"y"}]},
             {"kind":"button","label":"off","action":"a","enabled":false},
             {"kind":"section","label":"More","children":[{"kind":"text","text":"folded"}]}]}
            """#
        try await center.client.registerWidget(
            "a.a", ["Name": "A", "Content": .string(json), "Error": "late\nbecause"])
        try await panel.prints("A\n  <b>31m\n  old\n  over\n  x  y\n  [off]\n  More\n  ! late\n")
        try await center.client.unregisterWidget("a.a")
        center = try await center.again()
        try await center.widget(counter) { $0.state != .unavailable }
        _ = try await center.client.performUpdate(counter)
        try await panel.prints("Counter\n  8 apples\n")
        #expect(!panel.text.contains("folded") && !panel.text.contains("Traceback"))
        panel.signal(SIGTERM)
        let run = try await panel.finished()
        #expect(run.error.isEmpty, "\(run)")
        provider.signal(SIGTERM)
        _ = try await provider.finished()
        try await center.end()
    }

    /// The values that the user sets, in the panel and in one of version 2, which shows the fallbacks.
    @Test func valuesInPython() async throws {
        let bus = try await PrivateBus.start()
        let center = try await Self.center(bus)
        let lamp = try Language.python.install("lamp.py", Guide("python-api").block("python"), on: bus)
        let provider = try await bus.start(Language.python.command(lamp))
        try await center.widget("org.example.Lamp") { $0.content.kind == "column" }
        let code = try Guide("panel-python").block("python")
        let input = try InputPipe(on: bus)
        let path = try Language.python.install("panel.py", code, on: bus)
        let panel = try await bus.start(input.read(by: Language.python.command(path)))
        try await panel.prints("Lamp\n  [ ] Desk (1)\n  Brightness 40% (2)\n  [Another name…] (3)\n")
        try input.type("1")
        try await panel.prints("Lamp\n  [x] Desk (1)\n")
        try input.type("2 57.4")
        try await panel.prints("  Brightness 55% (2)\n")
        try input.type("2 1000")
        try await panel.prints("  Brightness 100% (2)\n")
        try input.type("2")
        try await panel.prints("\nType the number, a blank and the value\n")
        try input.type("3 At\thome")
        try await panel.prints("Lamp\n  [x] At home (1)\n")
        let json = #"""
            {"kind":"column","children":[{"kind":"clock","style":"date"},
             {"kind":"clock","zone":"Mars/Olympus","fallback":"Mars"},{"kind":"checkbox","label":"off","value":true},
             {"kind":"progress","value":0.5,"label":"half"}]}
            """#
        try await center.client.registerWidget("a.a", ["Name": "A", "Content": .string(json)])
        try await panel.output { $0.contains(/\nA\n  \d{4}-\d\d-\d\d\n  Mars\n  \[x\] off\n  half\n/) }
        try await center.client.unregisterWidget("a.a")
        panel.signal(SIGTERM)
        #expect(try await panel.finished().error.isEmpty)

        let kinds = #"("checkbox", "slider", "clock", "entry")"#
        let oldCode = code.replacing("LEAVES = set", with: "for kind in \(kinds):\n    del KINDS[kind]\nLEAVES = set")
        let oldPath = try Language.python.install("old.py", oldCode, on: bus)
        let oldPanel = try await bus.start(input.read(by: Language.python.command(oldPath)))
        let bar = String(repeating: "█", count: 20)
        try await oldPanel.prints("Lamp\n  [x] At home (1)\n  Brightness \(bar) (2)\n  [Another name…] (3)\n")
        for tap in ["2", "3", "1"] { try input.type(tap) }
        try await oldPanel.prints("Lamp\n  [ ] At home (1)\n  Brightness \(bar) (2)\n  [Another name…] (3)\n")
        oldPanel.signal(SIGTERM)
        #expect(try await oldPanel.finished().error.isEmpty)
        provider.signal(SIGTERM)
        #expect(try await provider.finished().error.isEmpty)
        try await center.end()
    }

    /// Only the panel asks the bus for a center, and for another one after a kill.
    @Test func aPanelInPythonHasTheCenterStarted() async throws {
        let bus = try await PrivateBus.start()
        try await bus.addService(TodayBus.name, exec: "\(Checkout.programs)/todayd")
        let connection = try await bus.connect()
        let owners = try await connection.owners(of: TodayBus.name)
        let path = try Language.python.install("panel.py", try Guide("panel-python").block("python"), on: bus)
        let input = try InputPipe(on: bus)
        let panel = try await bus.start(input.read(by: Language.python.command(path)))
        for _ in 0..<2 {
            try await withDeadline { for await owner in owners where owner != nil { return } }
            let center: UInt32 = try await connection.call(.bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
            kill(Int32(center), SIGKILL)
            try await withDeadline { for await owner in owners where owner == nil { return } }
        }
        panel.signal(SIGTERM)
        #expect(try await panel.finished().error.isEmpty)
    }
}
