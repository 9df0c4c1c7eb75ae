import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Apps in a sandbox as Flatpak makes it, with real processes whose root has a `.flatpak-info`.
@Suite(
    .serialized,
    .enabled(
        "callers in a sandbox were NOT tried: this user can make none here, not even with `unshare --user`",
        { try await Sandboxes.canBeEntered() })) struct FlatpakTests
{
    private static let app = "org.example.App"

    private static func register(
        _ identifier: String, _ more: [String: SandboxedCall.Argument] = [:]
    ) -> SandboxedCall {
        let definition = ["ContainingApp": .string(app)].merging(more) { $1 }
        return .apps("RegisterWidget", "sa{sv}", .string(identifier), .dictionary(definition))
    }

    private static func update(_ identifier: String, _ json: String) -> SandboxedCall {
        .apps("UpdateWidget", "sa{sv}", .string(identifier), .dictionary(["Content": .string(json)]))
    }

    // MARK: Calls that an app may make

    @Test func anAppHasItsWidgets() async throws {
        let test = try await TestCenter.start()
        let answers = try await Sandboxes(bus: test.bus).flatpak(
            Self.app, Self.register("org.example.App"),
            Self.register(
                "org.example.App.More",
                [
                    "BusName": "org.example.App.Provider",
                    "AppGroups": .strings(["group.org.example.App", "group.org.example.App.more"]),
                ]), Self.register("org.example.App.Own", ["ObjectPath": .objectPath("/x")]),
            Self.update("org.example.App", #"{"kind":"text","text":"hi"}"#),
            .apps("SetHasContent", "sb", "org.example.App.More", false),
            .apps("UnregisterWidget", "s", "org.example.App.Own"),
            SandboxedCall(
                TodayBus.appsName, TodayBus.appsPath, "org.freedesktop.DBus.Properties", "Get", "ss",
                "org.todaycenter.Apps1", "Version"),
            SandboxedCall(
                TodayBus.appsName, TodayBus.appsPath, "org.freedesktop.DBus.Introspectable", "Introspect"))
        #expect(answers.map(\.error) == Array(repeating: nil, count: 8), "\(answers)")
        #expect(answers[3].reply == ["1"])
        let widgets = try await test.client.widgets()
        #expect(Set(widgets.keys) == [TodayBus.path(of: "org.example.App"), TodayBus.path(of: "org.example.App.More")])
    }

    @Test func filesAreNotForIt() async throws {
        let test = try await TestCenter.start()
        let answers = try await Sandboxes(bus: test.bus).flatpak(
            Self.app, Self.register("org.example.App"),
            Self.update("org.example.App", #"{"kind":"text","text":"x","url":"file:///etc/passwd"}"#),
            .apps("OpenURL", "ssa{sv}", "org.example.App", "file:///etc/passwd", .dictionary([:])))
        #expect(answers[0].error == nil)
        #expect(answers[1].error == ErrorName.invalidContent.rawValue)
        #expect(answers[2].error == ErrorName.invalidURL.rawValue)
        // Its provider is sandboxed, no matter which client asks.
        try await test.expect(.invalidURL, "names a file") {
            _ = try await test.client.openURL("file:///etc/passwd", for: "org.example.App")
        }
    }

    @Test func anIconIsAPlainName() async throws {
        let test = try await TestCenter.start()
        let icons = ["/dev/zero", "http://127.0.0.1/x", "a\nb", "org.example.App"]
        let calls = icons.map { Self.register("org.example.App", ["Icon": .string($0)]) }
        let sandboxes = Sandboxes(bus: test.bus)
        let answers = try await sandboxes.call(["--root", try sandboxes.root(Sandboxes.info(Self.app))], calls)
        let refused = ErrorName.invalidDefinition.rawValue
        #expect(answers.map(\.error) == [refused, refused, refused, nil])
        #expect(answers[0].message?.hasPrefix(#"Icon: "/dev/zero" "#) == true)
        #expect(try await test.client.properties(of: "org.example.App").icon == "org.example.App")
    }

    @Test func aRestartForgetsNotThatAWidgetIsOfASandbox() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var daemon = try await RunningDaemon.start(on: bus, client)
        let answers = try await Sandboxes(bus: bus).flatpak(Self.app, Self.register("org.example.App"))
        #expect(answers.map(\.error) == [nil])
        try await daemon.kill()
        daemon = try await daemon.again()
        let refused = await #expect(throws: CenterError.self) {
            try await client.openURL("file:///etc/passwd", for: "org.example.App")
        }
        #expect(refused?.code == .invalidURL)
        // When a client outside a sandbox registers it again, it is like any other widget.
        try await client.registerWidget("org.example.App", WidgetDefinition())
        #expect(
            try await client.updateWidget(
                "org.example.App", ["Content": .string(#"{"kind":"text","text":"x","url":"file:///a"}"#)]) > 1)
        try await daemon.end()
    }

    /// Nor how many it has, over whatever connections.
    @Test func aRestartForgetsNoShare() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var daemon = try await RunningDaemon.start(on: bus, client)
        let sandboxes = Sandboxes(bus: bus)
        let root = ["--root", try sandboxes.root(Sandboxes.info(Self.app))]
        let calls = (1...Limits.widgetsPerApp).map { Self.register("\(Self.app).W\($0)") }
        let registered = try await sandboxes.call(root, calls)
        #expect(registered.allSatisfy { $0.error == nil })
        try await daemon.kill()
        daemon = try await daemon.again()
        let answers = try await sandboxes.call(
            root, Self.register("\(Self.app).More"), Self.register("\(Self.app).W1"),
            .apps("UnregisterWidget", "s", .string("\(Self.app).W2")), Self.register("\(Self.app).More"))
        #expect(answers.map(\.error) == [ErrorName.limitExceeded.rawValue, nil, nil, nil])
        #expect(answers.first?.message?.contains("WidgetsPerApp is 32") == true)
        try await daemon.end()
    }

    // MARK: Calls that an app may not make

    /// No answer reveals whether the requested widget exists.
    @Test func widgetsOfOthers() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.AppEvil": "Name=x\nExec=true\n"])
        try await test.client.registerWidget("org.example.Other", WidgetDefinition())
        let others = [
            "org.example.Other", "org.example.AppEvil", "org.example.Nothing", "org.example.app",
            "org.example.AppEvil#2",
            "org.example", "nonsense", "",
        ]
        let calls = others.flatMap { identifier -> [SandboxedCall] in
            [
                Self.register(identifier), .apps("UnregisterWidget", "s", .string(identifier)),
                Self.update(identifier, "{}"), .apps("SetHasContent", "sb", .string(identifier), false),
                .apps("OpenURL", "ssa{sv}", .string(identifier), "https://example.org", .dictionary([:])),
            ]
        }
        let before = try await test.snapshot()
        let sent = test.signals.signals.count
        let answers = try await Sandboxes(bus: test.bus).call(
            ["--root", try Sandboxes(bus: test.bus).root(Sandboxes.info(Self.app))], calls)
        #expect(answers.count == calls.count)
        for (index, answer) in answers.enumerated() {
            let identifier = others[index / 5]
            #expect(answer.isNotAuthorized, "\(answer)")
            #expect(
                answer.message == "identifier: \(identifier.debugDescription) doesn't belong to the sandboxed app "
                    + "org.example.App, which may use org.example.App and identifiers that begin with it and a dot")
        }
        #expect(try await test.snapshot() == before)
        #expect(test.signals.signals.count == sent)
    }

    @Test func definitionsOfOthers() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.App.Installed": "Name=x\nExec=true\n"])
        let answers = try await Sandboxes(bus: test.bus).flatpak(
            Self.app, Self.register("org.example.App", ["Exec": "true"]),
            Self.register("org.example.App", ["BusName": "org.example.AppEvil"]),
            Self.register("org.example.App", ["BusName": "org.example.Other"]),
            Self.register("org.example.App", ["ContainingApp": "org.example.Other"]),
            Self.register("org.example.App", ["ContainingApp": ""]),
            Self.register(
                "org.example.App", ["AppGroups": .strings(["group.org.example.App", "group.org.example.AppEvil"])]),
            Self.register("org.example.App", ["AppGroups": .strings(["group.org.example"])]),
            Self.register("org.example.App.Installed"))
        let expected = [
            "Exec: \"true\"", "BusName: \"org.example.AppEvil\"", "BusName: \"org.example.Other\"",
            "ContainingApp: \"org.example.Other\"", "ContainingApp: missing",
            "AppGroups[1]: \"group.org.example.AppEvil\"", "AppGroups[0]: \"group.org.example\"",
        ]
        for (answer, start) in zip(answers, expected) {
            #expect(answer.isNotAuthorized && answer.message?.hasPrefix(start) == true, "\(answer)")
        }
        // A manifest is the user's: an app does not register over it.
        #expect(answers.last?.error == ErrorName.alreadyRegistered.rawValue)
        #expect(try await test.client.widgets().count == 1)
    }

    @Test func theCentersNameIsNotForIt() async throws {
        let test = try await TestCenter.start()
        let app: WidgetIdentifier = "org.example.App"
        try await test.client.registerWidget(app, WidgetDefinition { $0.instances = true })
        for _ in 0..<2 { try await test.client.removeInstance(try await test.client.addInstance(of: app)) }
        try await test.client.setOptions(WidgetOptionChoices(isPaused: true), of: app)
        let removed = try await test.client.listRemoved()
        let before = try await test.snapshot()
        let properties = "org.freedesktop.DBus.Properties"
        let widget = TodayBus.path(of: "org.example.App")
        let refused: [SandboxedCall] = [
            .center("SetHasContent", "sb", "org.example.App", false), .center("PerformUpdate", "s", "org.example.App"),
            .center("RegisterWidget", "sa{sv}", "org.example.App", .dictionary([:])),
            .center("BeginViewing", "a{sv}", .dictionary([:])), .center("EndViewing"),
            .center("Explain", "s", "org.example.App"), .center("Nothing"),
            .center("SetOptions", "sa{sv}", "org.example.App", .dictionary(["Paused": false])),
            .center("ResetOptions", "sas", "org.example.App", .strings([])), .center("ListRemoved"),
            .center("RestoreInstance", "s", "org.example.App#2"),
            .center("DeleteRemoved", "as", .strings(["org.example.App#3"])),
            SandboxedCall(TodayBus.name, TodayBus.path, "", "EndViewing"),
            SandboxedCall(
                TodayBus.name, TodayBus.path, properties, "GetAll", "s", "org.todaycenter.NotificationCenter1"),
            SandboxedCall(TodayBus.name, widget, properties, "Get", "ss", .string(TodayBus.widget.rawValue), "Name"),
            SandboxedCall(TodayBus.name, "/nothing", properties, "GetAll", "s", "x.y"),
            SandboxedCall(
                TodayBus.name, TodayBus.path, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"),
            SandboxedCall(
                TodayBus.name, TodayBus.appsPath, TodayBus.apps.rawValue, "SetHasContent", "sb", "a.b", false),
            // No answer reveals which widgets exist.
            SandboxedCall(TodayBus.name, TodayBus.widgetsPath, "", "Introspect"),
            SandboxedCall(TodayBus.name, widget, "org.freedesktop.DBus.Introspectable", "Introspect"),
            SandboxedCall(TodayBus.name, TodayBus.path(of: .b), "", "Introspect"),
        ]
        let allowed = [
            SandboxedCall(TodayBus.name, TodayBus.path, "org.freedesktop.DBus.Peer", "Ping"),
            SandboxedCall(TodayBus.name, TodayBus.path, "org.freedesktop.DBus.Introspectable", "Introspect"),
            SandboxedCall(TodayBus.name, "/", "", "Introspect"),
            SandboxedCall(TodayBus.name, "/org/todaycenter", "", "Introspect"),
        ]
        let sandboxes = Sandboxes(bus: test.bus)
        let answers = try await sandboxes.call(
            ["--root", try sandboxes.root(Sandboxes.info(Self.app))], refused + allowed)
        #expect(answers.count == refused.count + allowed.count)
        for answer in answers.prefix(refused.count) { #expect(answer.isNotAuthorized, "\(answer)") }
        for answer in answers.suffix(allowed.count) { #expect(answer.error == nil, "\(answer)") }
        let shown = answers.suffix(allowed.count).map { $0.reply?.first ?? "" }
        #expect(!shown[1].contains("<node name="), "\(shown[1])")
        #expect(shown[1].contains("RegisterWidget") && shown[2].contains("<node name=\"org\"/>"))
        #expect(shown[3].contains("<node name=\"NotificationCenter1\"/>"))
        #expect(answers.first?.message?.contains("org.todaycenter.Apps1") == true)
        #expect(try await test.snapshot() == before)
        #expect(try await test.client.listRemoved() == removed && removed.count == 2)
    }

    /// An app can't distinguish groups of others from groups that don't exist; for its own groups, it learns whether
    /// they exist.
    @Test func groupsOfOthers() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(
            "org.example.Other", WidgetDefinition { $0.appGroups = ["group.org.example.AppEvil"] })
        func getAll(_ path: ObjectPath) -> SandboxedCall {
            SandboxedCall(TodayBus.appsName, path, TodayBus.group.rawValue, "GetAll")
        }
        func introspect(_ path: ObjectPath) -> SandboxedCall {
            SandboxedCall(TodayBus.appsName, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        }
        let own = ["group.org.example.App", "group.org.example.App.more"]
        let foreign = ["group.org.example.AppEvil", "group.org.example.Nothing", "group.org.example"]
            .map(TodayBus.path(ofGroup:))
        let above: ObjectPath = "/org/todaycenter/Apps1/group"
        let refused = foreign.map(getAll) + foreign.map(introspect) + [getAll(above), introspect(above)]
        let sandboxes = Sandboxes(bus: test.bus)
        let allowed = own.map(TodayBus.path(ofGroup:))
        let answers = try await sandboxes.call(
            ["--root", try sandboxes.root(Sandboxes.info(Self.app))],
            refused + [getAll(allowed[0]), Self.register("org.example.App", ["AppGroups": .strings(own)])]
                + allowed.flatMap { [getAll($0), introspect($0)] })
        for answer in answers.prefix(refused.count) { #expect(answer.isNotAuthorized, "\(answer)") }
        #expect(answers[refused.count].error == ErrorName.unknownObject.rawValue, "its own is not there yet")
        #expect(answers.suffix(5).map(\.error) == Array(repeating: nil, count: 5), "\(answers)")
        let apps = try await sandboxes.flatpak(
            Self.app, SandboxedCall(TodayBus.appsName, TodayBus.appsPath, "", "Introspect"))
        #expect(apps.first?.reply?.first?.contains("<node name=") == false, "\(apps)")
    }

    // MARK: Identifying the caller

    /// If the file names no app, whatever else it contains, the caller is a sandbox of an unknown app.
    @Test(arguments: [
        "", "nonsense", "[Application]\nname=..\n", "[Application]\nname=org.example.App\u{1}\n",
        "[Application]\nname=org.example\n", "[Application]\nname=org.example.App\nname=org.example.Other\n",
    ])
    func anInfoThatIsNone(info: String) async throws {
        let test = try await TestCenter.start()
        let sandboxes = Sandboxes(bus: test.bus)
        let answers = try await sandboxes.call(
            ["--root", try sandboxes.root(info)], Self.register("org.example.App"), Self.register("org.example.Other"),
            .center("EndViewing"))
        #expect(answers.map(\.isNotAuthorized) == [true, true, true], "\(answers)")
        #expect(answers[0].message?.contains(".flatpak-info") == true)
        #expect(try await test.client.widgets().isEmpty)
    }

    @Test func aFileElsewhereMakesNoSandbox() async throws {
        let test = try await TestCenter.start()
        let sandboxes = Sandboxes(bus: test.bus)
        let folder = try sandboxes.root(Sandboxes.info("org.example.App"))
        let answers = try await sandboxes.call(["--from", folder], Self.register("org.example.Other"))
        #expect(answers.map(\.error) == [nil])
        // Nor does a root without one.
        let bare = try await sandboxes.call(["--root", try sandboxes.root(nil)], Self.register("org.example.Another"))
        #expect(bare.map(\.error) == [nil])
    }

    @Test func aChildIsInTheSandboxOfItsParent() async throws {
        let test = try await TestCenter.start()
        let sandboxes = Sandboxes(bus: test.bus)
        let root = try sandboxes.root(Sandboxes.info(Self.app))
        let answers = try await sandboxes.call(
            ["--root", root, "--child"], Self.register("org.example.Other"), Self.register("org.example.App"))
        #expect(answers.map(\.isNotAuthorized) == [true, false], "\(answers)")
    }

    /// A sandbox's own id rules, not what it calls itself.
    @Test func anotherApp() async throws {
        let test = try await TestCenter.start()
        let answers = try await Sandboxes(bus: test.bus).flatpak(
            "org.example.AppEvil", Self.register("org.example.App"), Self.register("org.example.AppEvil"))
        #expect(answers.map(\.isNotAuthorized) == [true, true])
        #expect(answers[1].message?.hasPrefix("ContainingApp: \"org.example.App\"") == true)
    }

    // MARK: Other people's tools, in a mount namespace

    /// Whether a process can have a root of its own here, as in a sandbox of Flatpak; not in every container.
    static func hasNamespaces() async throws -> Bool {
        let line = "unshare --mount true || unshare --map-root-user --mount true"
        let tried = try await ToolRun.start(["sh", "-c", line], environment: Environment.current).finished()
        return tried.exit == .status(0)
    }

    @Test(
        .enabled(
            "busctl and gdbus were NOT run from inside a sandbox: no mount namespace can be made on this machine",
            { try await hasNamespaces() }))
    func busctlAndGdbusFromInside() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget("org.example.Other", WidgetDefinition())
        try write(Sandboxes.info(Self.app), to: test.bus.folder + "/info")
        func inside(_ folder: String, _ command: String...) async throws -> ToolRun.Output {
            UserFolders.make(test.bus.folder + "/" + folder)
            return try await test.bus.run(
                ["sh", TestCenter.script("flatpak-run.sh"), "\(test.bus.folder)/\(folder)", test.bus.folder + "/info"]
                    + command)
        }
        let registered = try await inside(
            "r1", "busctl", "--user", "call", TodayBus.appsName.rawValue, TodayBus.appsPath.rawValue,
            TodayBus.apps.rawValue, "RegisterWidget", "sa{sv}", "org.example.App", "1", "ContainingApp", "s", Self.app)
        #expect(registered.exit == .status(0), "\(registered)")
        let refused = try await inside(
            "r2", "busctl", "--user", "call", TodayBus.appsName.rawValue, TodayBus.appsPath.rawValue,
            TodayBus.apps.rawValue, "SetHasContent", "sb", "org.example.Other", "false")
        #expect(
            refused.exit == .status(1) && refused.error.contains("doesn't belong to the sandboxed app org.example.App"),
            "\(refused)")
        let center = try await inside(
            "r3", "gdbus", "call", "--session", "--dest", TodayBus.name.rawValue, "--object-path",
            TodayBus.path.rawValue, "--method", "org.todaycenter.NotificationCenter1.EndViewing")
        #expect(center.exit == .status(1) && center.error.contains("Error.NotAuthorized"), "\(center)")
    }
}
