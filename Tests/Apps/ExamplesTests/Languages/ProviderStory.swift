import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The same widget in a language, from its first update to its end.
struct ProviderStory {
    private static let counter: WidgetIdentifier = "org.example.Counter"
    private let language: Language

    init(_ language: Language) { self.language = language }

    /// Everything that a widget can do, with a center that is restarted meanwhile.
    func all() async throws {
        let bus = try await PrivateBus.start()
        let command = language.command(try language.install("counter", on: bus))
        var center = try await RunningCenter.start(on: bus, [])
        let program = try await bus.start(command)
        try await center.shows("1 apples", Self.counter)
        try await actions(center)
        try await settings(center)
        let second = try await instances(center)
        try await viewing(center, second, program)

        center = try await center.again()
        try await center.widget(Self.counter) { $0.state != .unavailable }
        for identifier in [Self.counter, second] {
            #expect(try await center.client.performUpdate(identifier) == .newData)
        }
        let other = try await bus.run(command)
        #expect(other.exit == .status(1) && other.error.contains("another program already provides it"), "\(other)")

        try await center.client.connection.call(
            BusName(Self.counter.rawValue), path: "/org/example/Counter", interface: TodayBus.provider, "EndRequest")
        let ended = try await program.finished()
        #expect(ended.exit == .status(0), "\(ended)")
        try await center.end()
    }

    private func actions(_ center: RunningCenter) async throws {
        let counter = Self.counter
        let first = try await center.client.properties(of: counter)
        #expect(first.name == "Counter" && first.preferredContentSize.height == 80 && first.instances)
        #expect(first.content.attributes["spacing"] == .double(3))
        #expect(first.content.children.map(\.kind) == ["text", "progress", "button", "toggle", "text"])
        #expect(first.content.texts.last == "\(counter) start compact")
        try await center.client.invokeAction("add", of: counter, parameter: .int64(5))
        #expect(try await center.client.properties(of: counter).content.texts == ["6 now"])
        #expect(try await center.client.performUpdate(counter) == .newData)
        #expect(try await center.client.properties(of: counter).content.texts.first == "7 apples")
        let broken = await #expect(throws: CenterError.self) {
            try await center.client.invokeAction("fail", of: counter)
        }
        #expect(broken?.message.contains("it is broken") == true)
        let unknown = await #expect(throws: CenterError.self) {
            try await center.client.invokeAction("none", of: counter)
        }
        #expect(unknown?.message.contains("the widget has no action none") == true)
        try await center.client.invokeAction("push", of: counter, parameter: .string("Ü<b>"))
        try await center.shows("pushed Ü<b>", counter)
        try await center.client.setDisplayMode(.expanded, for: counter)
        try await center.shows("expanded 320", counter)
    }

    private func settings(_ center: RunningCenter) async throws {
        let counter = Self.counter
        let schema = try await center.client.properties(of: counter).settings
        #expect(schema == ["Title": "", "Step": .int64(1), "Unit": "apples", "Loud": false, "Share": .double(0.5)])
        try await center.client.setSettings(["Unit": "pears", "Loud": true], of: counter)
        try await center.widget(counter) {
            $0.content.texts.first == "8 PEARS" && $0.content.texts.last == "\(counter) settings expanded"
        }
        try await center.client.setSettings(["Step": .int64(13)], of: counter)
        let failed = try await center.widget(counter) { $0.lastResult == .failed }
        #expect(failed.error == "13 isn't a step" && failed.content.texts.first == "8 PEARS")
        try await center.client.setSettings(["Step": .int64(14)], of: counter)
        try await center.widget(counter) { $0.lastResult == .noData }
        try await center.client.setSettings(["Step": .int64(15)], of: counter)
        try await center.widget(counter) { $0.error == "it is late" && $0.lastResult == .failed }
        try await center.client.resetSettings(of: counter)
        try await center.shows("9 apples", counter)
    }

    private func instances(_ center: RunningCenter) async throws -> WidgetIdentifier {
        let second = try await center.client.addInstance(
            of: Self.counter, settings: ["Title": "Second", "Step": .int64(2)])
        try await center.shows("2 apples", second)
        let properties = try await center.client.properties(of: second)
        #expect(properties.name == "Second" && properties.content.texts.last?.hasPrefix("\(second) ") == true)
        try await center.client.invokeAction("add", of: second, parameter: .int64(1))
        #expect(try await center.client.properties(of: second).content.texts == ["3 now"])
        #expect(try await center.client.properties(of: Self.counter).content.texts.first == "9 apples")
        return second
    }

    private func viewing(_ center: RunningCenter, _ second: WidgetIdentifier, _ program: ToolRun) async throws {
        try await center.client.beginViewing()
        try await program.output { $0.contains("appear \(Self.counter)\n") && $0.contains("appear \(second)\n") }
        try await center.client.endViewing()
        try await program.output {
            $0.contains("disappear \(Self.counter)\n") && $0.contains("disappear \(second)\n")
        }
    }

    /// The program `sandboxed`, of the app `org.example.App` in a Flatpak.
    func inSandbox() async throws {
        let bus = try await PrivateBus.start()
        let (app, installed): (WidgetIdentifier, WidgetIdentifier) = ("org.example.App", "org.example.App.Installed")
        try bus.install(manifest: "[Widget]\nName=Installed\nBusName=\(installed)\n", installed.rawValue)
        var center = try await RunningCenter.start(on: bus, [])
        let command = language.command(try language.install("sandboxed", on: bus))
        let program = try await bus.start(try FlatpakSandbox(app.rawValue, on: bus).command(command))
        try await program.output { $0 == "1\nInvalidURL\nNotAuthorized\ndone\n" }
        try await center.shows("org.example.App start", app)
        #expect(try await center.client.widgets().count == 2)
        // A widget that the user has installed is found by its name, though its program can't ask for it.
        // The first call may get the result of the center's own first update, which is not `requested`.
        for _ in 0..<2 { #expect(try await center.client.performUpdate(installed) != .failed) }
        #expect(try await center.client.properties(of: installed).content.texts == ["\(installed) requested"])
        // It registers itself again, as it watches the name for apps.
        center = try await center.again(forgetting: bus.folder + "/state/todaycenter")
        try await center.shows("org.example.App start", app)
        program.signal(SIGTERM)
        let run = try await program.finished()
        #expect(run.exit == .status(0) && run.error.isEmpty && run.output.hasSuffix("\ndone\n"), "\(run)")
        try await center.end()
    }

    /// How it ends.
    func ends() async throws {
        let bus = try await PrivateBus.start()
        let command = language.command(try language.install("counter", on: bus))
        let client = try await bus.connect()
        let name = try BusName(Self.counter.rawValue)
        for signal in [SIGTERM, SIGINT] {
            // No center is running, and none can be started.
            let program = try await bus.start(command)
            _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
            let owners = try await client.owners(of: name)
            // The program answers a call, so its loop runs.
            try await client.call(name, path: "/org/example/Counter", interface: .peer, "Ping")
            program.signal(signal)
            let run = try await program.finished()
            #expect(run.exit == .status(0), "\(run)")
            try await withDeadline { for await owner in owners where owner == nil { return } }
        }
        let lost = try await bus.run(command, with: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(lost.exit == .status(69) && lost.error.hasPrefix("org.example.Counter: "), "\(lost)")
        let program = try await bus.start(command)
        _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
        try await client.call(name, path: "/org/example/Counter", interface: .peer, "Ping")
        bus.stop()
        let run = try await program.finished()
        #expect(
            run.exit == .status(1)
                && run.error.contains("org.example.Counter: lost the connection to the session bus\n"), "\(run)")
    }
}
