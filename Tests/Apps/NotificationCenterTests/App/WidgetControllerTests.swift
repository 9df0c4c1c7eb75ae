import DBus
import DBusTesting
import NotificationCenterTesting
import Testing

@testable import NotificationCenter

@Suite struct WidgetControllerTests {
    private let bus: PrivateBus
    private let center: ScriptedCenter
    private let controller: NCWidgetController

    init() async throws {
        bus = try await PrivateBus.start()
        center = try await ScriptedCenter.start(on: bus)
        controller = NCWidgetController(on: bus)
    }

    @Test func theAppHidesAndShowsItsWidget() async throws {
        try await controller.setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
        try await controller.setHasContent(true, forWidgetWithBundleIdentifier: "org.example.List")
        #expect(
            await center.calls == [.setHasContent("org.example.List", false), .setHasContent("org.example.List", true)])
        await center.refuse(NCError(.unknownWidget, "there is no widget \"x\""))
        await #expect(throws: NCError(.unknownWidget, "there is no widget \"x\"")) {
            try await controller.setHasContent(true, forWidgetWithBundleIdentifier: "x")
        }
    }

    @Test func callsWithoutWaitingKeepTheirOrder() async throws {
        // The form that does not wait is the one that code without `await` gets.
        func hide(_ controller: NCWidgetController) {
            for number in 0..<20 {
                controller.setHasContent(
                    number.isMultiple(of: 2), forWidgetWithBundleIdentifier: "org.example.W\(number)")
            }
        }
        hide(controller)
        await controller.finish()
        #expect(
            await center.calls
                == (0..<20).map { .setHasContent("org.example.W\($0)", $0.isMultiple(of: 2)) })
    }

    @Test func failuresOfCallsWithoutWaitingAreTold() async {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let calls = PendingCalls { continuation.yield($0) }
        calls.add("first") { throw NCError(.noCenter, "there is none") }
        calls.add("second") {}
        calls.add("third") { throw NCError(.timedOut, "too late") }
        await calls.finish()
        continuation.finish()
        #expect(await lines.reduce(into: []) { $0.append($1) } == ["first: there is none", "third: too late"])
    }

    @Test func instancesComeAndGo() async throws {
        #expect(
            try await controller.addInstance(of: "org.example.City", settings: ["Name": "Bonn"]) == "org.example.City#2"
        )
        #expect(try await controller.addInstance(of: "org.example.City#2") == "org.example.City#3")
        try await controller.removeInstance("org.example.City#2")
        #expect(
            await center.calls == [
                .addInstance("org.example.City", ["Name": "Bonn"]), .addInstance("org.example.City#2", [:]),
                .removeInstance("org.example.City#2"),
            ])
        await center.refuse(NCError(.notSupported, "it can be there only once"))
        await #expect(throws: NCError(.notSupported, "it can be there only once")) {
            try await controller.addInstance(of: "org.example.List")
        }
    }

    @Test func settingsAreSetAndReset() async throws {
        try await controller.setSettings(
            ["City": "Bonn", "Days": 5, "Rain": true, "Wind": 1.5], of: "org.example.City#2")
        try await controller.resetSettings(["City"], of: "org.example.City")
        try await controller.resetSettings(of: "org.example.City")
        #expect(
            await center.calls == [
                .setSettings("org.example.City#2", ["City": "Bonn", "Days": 5, "Rain": true, "Wind": 1.5]),
                .resetSettings("org.example.City", ["City"]), .resetSettings("org.example.City", []),
            ])
        await center.refuse(NCError(.invalidSetting, "Days: 50 is above 7"))
        await #expect(throws: NCError(.invalidSetting, "Days: 50 is above 7")) {
            try await controller.setSettings(["Days": 50], of: "org.example.City")
        }
    }

    @Test func aDefinitionDeclaresSettings() async throws {
        var definition = NCWidgetDefinition(.activatable(busName: "org.example.City"))
        definition.instances = true
        definition.settings = [
            try NCSettingDeclaration("City", .string, default: "Athens", isRequired: true),
            try NCSettingDeclaration("Days", .integer, default: 3, minimum: 1, maximum: 7),
        ]
        try await controller.register("org.example.City", as: definition)
        guard case .registerWidget(_, let values)? = await center.calls.last else { throw NCWidgetError("no call") }
        #expect(values["Instances"] == true)
        #expect(
            values["SettingsSchema"] == [
                ["Key": "City", "Name": "City", "Type": "string", "Default": "Athens", "Required": true],
                ["Key": "Days", "Name": "Days", "Type": "integer", "Default": 3, "Minimum": 1, "Maximum": 7],
            ])
        definition.settings.append(definition.settings[0])
        let error = await #expect(throws: NCError.self) {
            try await controller.register("org.example.City", as: definition)
        }
        #expect(error?.code == .invalidDefinition && error?.message.hasPrefix("SettingsSchema[2].Key") == true)
    }

    @Test func aDefinitionIsTyped() async throws {
        var definition = NCWidgetDefinition(.program("list-widget --fast"), name: "List")
        definition.description = "What to buy"
        definition.icon = "view-list"
        definition.containingApp = "org.example.App"
        definition.updateInterval = .seconds(60)
        definition.largestDisplayMode = .expanded
        definition.preferredContentSize = Size(width: 0, height: 80)
        definition.memoryMax = 32 << 20
        definition.appGroups = ["group.org.example.list"]
        definition.isArranged = false
        definition.isTransient = true
        definition.changes.hasContent = false
        try await controller.register("org.example.List", as: definition)
        try await controller.unregister("org.example.List")
        #expect(
            await center.calls == [
                .registerWidget(
                    "org.example.List",
                    [
                        "Name": "List", "Description": "What to buy", "Icon": "view-list",
                        "ContainingApp": "org.example.App", "Exec": "list-widget --fast", "UpdateInterval": 60,
                        "LargestDisplayMode": "expanded", "PreferredContentSize": [0.0, 80.0],
                        "MemoryMax": .integer(32 << 20), "AppGroups": ["group.org.example.list"], "Arranged": false,
                        "Transient": true, "HasContent": false,
                    ]), .unregisterWidget("org.example.List"),
            ])
    }

    @Test func defaultsAreNotSent() throws {
        #expect(try NCWidgetDefinition().dictionary().isEmpty)
        let activatable = NCWidgetDefinition(.activatable(busName: "org.example.App", objectPath: "/list"))
        #expect(try activatable.dictionary() == ["BusName": "org.example.App", "ObjectPath": .objectPath("/list")])
        let content = try NCWidgetDefinition(name: "A") { Text("Hello") }
        #expect(try content.dictionary().keys.sorted() == ["Content", "Name"])
    }

    @Test func wrongDefinitionsNameTheKey() throws {
        func fault(_ change: (inout NCWidgetDefinition) -> Void) -> NCError? {
            var definition = NCWidgetDefinition()
            change(&definition)
            do { _ = try definition.dictionary() } catch { return error }
            return nil
        }
        let faults: [(String, NCError?)] = [
            ("BusName", fault { $0.provider = .activatable(busName: "nonsense") }),
            ("ObjectPath", fault { $0.provider = .activatable(busName: "org.example.A", objectPath: "x") }),
            ("Exec", fault { $0.provider = .program("\"open") }),
            ("UpdateInterval", fault { $0.updateInterval = .seconds(-1) }),
            ("MemoryMax", fault { $0.memoryMax = 0 }), ("AppGroups[0]", fault { $0.appGroups = ["a/b"] }),
            ("ContainingApp", fault { $0.containingApp = "a/b" }),
            ("PreferredContentSize", fault { $0.preferredContentSize = Size(width: 0, height: -.infinity) }),
        ]
        for (key, fault) in faults {
            #expect(
                fault?.code == .invalidDefinition && fault?.message.hasPrefix(key + ":") == true,
                "\(key): \(fault?.message ?? "-")")
        }
    }

    @Test func contentIsPushed() async throws {
        var changes = NCWidgetChanges()
        changes.nextUpdate = Timestamp(microseconds: 7)
        let revision = try await controller.update("org.example.List", changes) {
            Text("Milk").url("list:milk")
            Button("Done").action("done", parameter: 3)
        }
        #expect(revision == 1)
        changes.content =
            Column {
                Text("Milk").url("list:milk")
                Button("Done").action("done", parameter: 3)
            }.widgetContent.tree
        #expect(await center.calls == [.updateWidget("org.example.List", changes)])
        changes.content = nil
        try await controller.update("org.example.List", changes)
        #expect(await center.calls.last == .updateWidget("org.example.List", changes))
    }

    @Test func whatCannotBePushedIsRefusedHere() async throws {
        await #expect(throws: NCError.self) {
            try await controller.update("org.example.List") { Row { Button("Go") {} } }
        }
        await #expect(throws: NCError(.invalidContent, "Content.value: 2 is outside 0…1")) {
            try await controller.update("org.example.List") { Progress(value: 2) }
        }
        #expect(await center.calls.isEmpty)
    }

    @Test func withoutABusThatIsSaid() async throws {
        bus.stop()
        do {
            try await NCWidgetController(on: bus).unregister("org.example.List")
            Issue.record("it went somewhere")
        } catch { #expect(error.code == .noCenter) }
    }

    @Test func aNewBusConnectionIsMade() async throws {
        let link = CenterLink(.bus(bus.address))
        let first = try await link.connection()
        #expect(try await link.connection() === first)
        await first.close()
        #expect(try await link.connection() !== first)
        try await NCWidgetController(link).setHasContent(true, forWidgetWithBundleIdentifier: "org.example.List")
    }
}
