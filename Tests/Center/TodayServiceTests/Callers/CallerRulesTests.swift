import DBus
import Testing
import TodayModel

@testable import TodayService

/// The calls that each kind of caller may make, without a bus.
@Suite struct CallerRulesTests {
    private static let app = Caller.sandboxed(SandboxedApp(flatpak: "org.example.App"))
    private static let snap = Caller.sandboxed(SandboxedApp(snap: "clock_two"))
    private static let unknown = Caller.unidentified("reasons")

    // MARK: Widgets

    @Test(arguments: ["org.example.App", "org.example.App.Widget", "org.example.App.a.b-c", "org.example.App#2"])
    func ownWidgets(identifier: String) throws { try Self.app.checkWidget(identifier) }

    @Test(arguments: [
        "", "org.example.AppEvil", "org.example.Ap", "org.example", "org.example.Other", "org.example.app",
        "ORG.EXAMPLE.APP", "org.example.App.", "org.example.AppEvil#2", "org.example#2.App", "org.example.App-x",
        "x.org.example.App",
        " org.example.App", "org.example.App ", "org.example.App\u{301}.x", "org.example.App\u{0}",
    ])
    func widgetsOfOthers(identifier: String) {
        let refused = #expect(throws: CenterError.self) { try Self.app.checkWidget(identifier) }
        #expect(refused?.code == .notAuthorized)
        #expect(refused?.message.contains("identifier: \(identifier.debugDescription)") == true)
        #expect(refused?.message.contains("which may use org.example.App and identifiers that begin with") == true)
    }

    @Test func whoMayDoEverythingAndWhoNothing() throws {
        for identifier in ["org.example.App", "org.example.Other", "nonsense"] {
            try Caller.unconfined.checkWidget(identifier)
            let refused = #expect(throws: CenterError.self) { try Self.unknown.checkWidget(identifier) }
            #expect(refused?.code == .notAuthorized)
        }
        try Self.snap.checkWidget("snap.clock_two.face")
        #expect(throws: CenterError.self) { try Self.snap.checkWidget("snap.clock.face") }
        #expect(throws: CenterError.self) { try Self.snap.checkWidget("clock_two.face") }
    }

    // MARK: Definitions

    private static func definition(_ change: (inout WidgetDefinition) -> Void = { _ in }) -> WidgetDefinition {
        WidgetDefinition {
            $0.containingApp = "org.example.App"
            change(&$0)
        }
    }

    @Test(arguments: [
        definition(), definition { $0.busName = "org.example.App" },
        definition { $0.busName = "org.example.App.Provider" }, definition { $0.objectPath = "/x" },
        definition { $0.appGroups = ["group.org.example.App", "group.org.example.App.more"] },
    ])
    func ownDefinitions(definition: WidgetDefinition) throws {
        try Self.app.check(definition)
        try Caller.unconfined.check(definition)
    }

    @Test(arguments: [
        (WidgetDefinition(), "ContainingApp: missing"),
        (definition { $0.containingApp = "org.example.Other" }, "ContainingApp: \"org.example.Other\""),
        (definition { $0.containingApp = "org.example.App.More" }, "ContainingApp: \"org.example.App.More\""),
        (definition { $0.containingApp = "org.example.app" }, "ContainingApp: \"org.example.app\""),
        (definition { $0.exec = "true" }, "Exec: \"true\""),
        (definition { $0.exec = "" }, "Exec: \"\""),
        (definition { $0.busName = "org.example.AppEvil" }, "BusName: \"org.example.AppEvil\""),
        (definition { $0.busName = "org.example.Other" }, "BusName: \"org.example.Other\""),
        (definition { $0.appGroups = ["group.org.example.AppEvil"] }, "AppGroups[0]: \"group.org.example.AppEvil\""),
        (
            definition { $0.appGroups = ["group.org.example.App", "org.example.App"] },
            "AppGroups[1]: \"org.example.App\""
        ),
        (
            definition { $0.settingsSchema = try! SettingsSchema([SettingDeclaration("A", .folder)]) },
            "SettingsSchema[0].Type: \"folder\""
        ),
        (definition { $0.appGroups = ["group.org.example.app"] }, "AppGroups[0]: \"group.org.example.app\""),
    ])
    func definitionsOfOthers(definition: WidgetDefinition, message: String) throws {
        let refused = #expect(throws: CenterError.self) { try Self.app.check(definition) }
        #expect(refused?.code == .notAuthorized)
        #expect(refused?.message.hasPrefix(message) == true, "\(refused?.message ?? "")")
        try Caller.unconfined.check(definition)
    }

    @Test(arguments: ["org.example.App", "a+b_C-1.0", String(repeating: "a", count: 255)])
    func plainIcons(icon: String) throws { try Self.app.check(Self.definition { $0.icon = icon }) }

    /// A panel could load a file, or ask a server for it.
    @Test(arguments: [
        "/usr/share/icons/a.png", "/dev/zero", "http://host/x?secret", "../../x", "a\nb", "a b", "a:b", "a\u{301}",
        "\u{D4E}/a", String(repeating: "a", count: 256),
    ])
    func otherIcons(icon: String) {
        let refused = #expect(throws: CenterError.self) { try Self.app.check(Self.definition { $0.icon = icon }) }
        #expect(refused?.code == .invalidDefinition)
        #expect(refused?.message.hasPrefix("Icon: \(icon.excerpt) ") == true, "\(refused?.message ?? "")")
    }

    @Test func definitionsOfTheUnidentified() {
        #expect(throws: CenterError.self) { try Self.unknown.check(Self.definition()) }
    }

    /// The desktop files of a snap are not named as its app id.
    @Test(arguments: [
        ("snap.clock_two", true), ("clock+two_face", true), ("clock_two", false), ("clock_two_face", false),
        ("clock+two_", false), ("clock_face", false), ("clock+twox_face", false), ("snap.clock_two.x", false),
    ])
    func desktopFilesOfASnap(file: String, isOwn: Bool) {
        let definition = WidgetDefinition { $0.containingApp = file }
        if isOwn {
            #expect(throws: Never.self) { try Self.snap.check(definition) }
        } else {
            #expect(throws: CenterError.self) { try Self.snap.check(definition) }
        }
    }

    // MARK: Calls

    private static func answer(
        _ caller: Caller, _ name: Endpoint, _ path: ObjectPath, _ interface: String, _ member: MemberName
    ) -> CenterError? {
        caller.refusal(of: CallTarget(path, InterfaceName(unchecked: interface), member), at: name)
    }

    private static let standard = "org.freedesktop.DBus."

    @Test(arguments: [TodayBus.path, "/", TodayBus.path(of: .a), "/nothing"] as [ObjectPath])
    func theCentersName(path: ObjectPath) {
        for interface in [
            TodayBus.center.rawValue, TodayBus.apps.rawValue, Self.standard + "Properties",
            Self.standard + "ObjectManager", "", "org.example.Any",
        ] {
            for member in ["SetHasContent", "Get", "GetManagedObjects", "Any"] as [MemberName] {
                #expect(Self.answer(.unconfined, .center, path, interface, member) == nil)
                #expect(Self.answer(Self.app, .center, path, interface, member)?.code == .notAuthorized)
                #expect(Self.answer(Self.unknown, .center, path, interface, member)?.code == .notAuthorized)
            }
        }
        for interface in [Self.standard + "Peer", ""] {
            #expect(Self.answer(Self.app, .center, path, interface, "Ping") == nil)
            #expect(Self.answer(Self.unknown, .center, path, interface, "GetMachineId") == nil)
        }
        for interface in [Self.standard + "Introspectable", ""] {
            let isAbove = path == TodayBus.path || path == "/"
            #expect((Self.answer(Self.app, .center, path, interface, "Introspect") == nil) == isAbove)
            #expect(Self.app.sees(path, at: .center) == isAbove)
            #expect(Caller.unconfined.sees(path, at: .center))
            #expect(Self.answer(Self.unknown, .center, path, interface, "Introspect")?.code == .notAuthorized)
        }
        // A standard member under another interface isn't a standard member.
        #expect(Self.answer(Self.app, .center, path, TodayBus.center.rawValue, "Ping")?.code == .notAuthorized)
    }

    @Test func theAppsName() {
        let own = ["group.org.example.App", "group.org.example.App.more"]
        let foreign = [
            "group.org.example.AppEvil", "group.org.example.App.", "group.org.example", "group.org.example.app", "x",
        ]
        for path in [TodayBus.appsPath] + own.map(TodayBus.path(ofGroup:)) {
            for interface in ["org.example.Any", Self.standard + "Properties", ""] {
                #expect(Self.answer(Self.app, .apps, path, interface, "Any") == nil)
                #expect(Self.answer(.unconfined, .apps, path, interface, "Any") == nil)
                #expect(Self.answer(Self.unknown, .apps, path, interface, "Any")?.code == .notAuthorized)
            }
        }
        let others: [ObjectPath] = [
            "/", "/org", TodayBus.path, "/org/todaycenter/Apps1/group", "/org/todaycenter/Apps1x",
        ]
        for path in foreign.map(TodayBus.path(ofGroup:)) + others {
            #expect(Self.answer(.unconfined, .apps, path, "org.example.Any", "Any") == nil)
            #expect(Self.answer(Self.app, .apps, path, "org.example.Any", "Any")?.code == .notAuthorized)
            #expect(Self.answer(Self.app, .apps, path, Self.standard + "Properties", "Get")?.code == .notAuthorized)
            #expect(Self.answer(Self.app, .apps, path, Self.standard + "Peer", "Ping") == nil)
        }
        for (path, isAllowed) in [
            ("/", true), ("/org", true), ("/org/todaycenter", true), ("/org/todaycenter/Apps1", true),
            ("/org/todaycenter/Apps1/group", false), ("/or", false), ("/org/todaycenter/NotificationCenter1", false),
            ("/org/todaycenter/Apps1/group/group_2eorg_2eexample_2eOther", false),
        ] as [(ObjectPath, Bool)] {
            let refused = Self.answer(Self.app, .apps, path, Self.standard + "Introspectable", "Introspect")
            #expect((refused == nil) == isAllowed, "\(path)")
        }
    }

    // MARK: Facts about a process

    @Test func judgingAProcess() {
        let info = "[Application]\nname=org.example.App\n"
        let snap = "0::/a/snap.clock.app-1.scope\n"
        func judge(_ info: String?, _ cgroup: String) -> Caller {
            Caller(ProcessFolder.Facts(flatpakInfo: info, cgroup: cgroup, start: 1))
        }
        #expect(judge(nil, "0::/\n") == .unconfined)
        #expect(judge(info, "0::/\n") == Self.app)
        #expect(judge(info, snap) == Self.app)
        #expect(judge(nil, snap) == .sandboxed(SandboxedApp(snap: "clock")))
        for caller in [judge("", "0::/\n"), judge("", snap), judge(nil, "0::/snap.")] {
            guard case .unidentified = caller else {
                Issue.record("\(caller)")
                continue
            }
        }
    }
}
