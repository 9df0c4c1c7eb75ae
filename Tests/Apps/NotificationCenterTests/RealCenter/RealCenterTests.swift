import DBus
import DBusTesting
import Glibc
import NotificationCenterTesting
import TodayPlatform
import Testing
import TodayModel

@testable import NotificationCenter

/// Apps and widgets of the SDK with the real center, todayd, on a bus of its own.
@Suite struct RealCenterTests {
    private static let group = "group.org.example.shared"
    private let bus: PrivateBus
    private let client: CenterClient

    init() async throws {
        bus = try await PrivateBus.start()
        client = CenterClient(try await bus.connect())
        let folder = bus.folder + "/data/todaycenter/widgets"
        for part in ["/data/todaycenter", "/data/todaycenter/widgets"] { mkdir(bus.folder + part, 0o700) }
        let program = "\(try Programs.folder())/bundle-widgets"
        // Two widgets share a name, which the bus starts.
        try await bus.addService("org.example.Pair", exec: program)
        for (identifier, keys) in [
            ("org.example.Failing", "Exec=\(program)"),
            ("org.example.Shared", "BusName=org.example.Pair\nAppGroups=\(Self.group);"),
            ("org.example.Mute", "BusName=org.example.Pair\nObjectPath=/mute"),
        ] {
            let file = try #require(fopen("\(folder)/\(identifier).widget", "w"))
            // The center makes no first update of a widget that isn't arranged.
            fputs("[Widget]\nArranged=false\n\(keys)\n", file)
            fclose(file)
        }
    }

    private func startCenter() async throws -> Program {
        let program = try await Program.start("todayd", on: bus)
        _ = try await client.connection.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
        return program
    }

    private func explain(_ identifier: String) async throws -> [String: NCValue] {
        let values: [String: DBusValue] = try await client.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.explain, identifier)
        return values.compactMapValues { NCValue($0) }
    }

    private func text(_ identifier: WidgetIdentifier) async throws -> String {
        try await client.properties(of: identifier).content.plainText(PlainText.Context(now: .now))
    }

    @Test func whatAWidgetThrowsIsExplained() async throws {
        let center = try await startCenter()
        #expect(try await client.performUpdate("org.example.Failing") == .failed)
        #expect(try await explain("org.example.Failing")["Error"] == "the kitchen is closed")
        #expect(try await client.performUpdate("org.example.Mute") == .failed)
        #expect(
            try await explain("org.example.Mute")["Error"]
                == "the widget released the completion handler without calling it")
        withExtendedLifetime(center) {}
    }

    @Test func widgetsOfOneNameShareAProcess() async throws {
        let center = try await startCenter()
        // This one has a process of its own, and is left alone by the one that would provide all.
        #expect(try await client.performUpdate("org.example.Failing") == .failed)
        let alone = try await client.connection.owner(of: "org.example.Failing")
        // It shows what it showed before the update.
        #expect(try await client.performUpdate("org.example.Shared") != .failed)
        #expect(try await text("org.example.Shared") == "no title\nnothing")
        let owner = try #require(try await client.connection.owner(of: "org.example.Pair"))
        #expect(try await client.performUpdate("org.example.Mute") == .failed)
        #expect(try await client.connection.owner(of: "org.example.Pair") == owner && owner != alone)
        center.child.signal(SIGTERM)
        #expect(try await center.exit() == .status(0))
    }

    @Test func appAndWidgetShareAGroup() async throws {
        let center = try await startCenter()
        let app = try await NCGroupDefaults(suiteName: Self.group, on: bus)
        let changes = Collector(app.changes)
        try await app.set("Shopping", forKey: "title")
        #expect(try await client.performUpdate("org.example.Shared") == .newData)
        #expect(try await text("org.example.Shared") == "Shopping\nnothing")
        try await client.invokeAction("pick", of: "org.example.Shared", parameter: .int64(3))
        let tapped = "pick \(NCValue.integer(3))"
        #expect(try await text("org.example.Shared") == "Shopping\n\(tapped)")
        let expected = [
            NCGroupChange(changed: ["title": "Shopping"]), NCGroupChange(changed: ["tapped": .string(tapped)]),
        ]
        try await changes.wait(for: expected)
        // The widget hears of what the app writes, and pushes it.
        let news = try await SignalRecorder(
            client.connection,
            MatchRule(
                sender: TodayBus.name, path: TodayBus.path(of: "org.example.Shared"), interface: .properties,
                member: "PropertiesChanged"))
        try await app.set("Friends", forKey: "title")
        try await news.wait()
        #expect(try await text("org.example.Shared") == "Friends\n\(tapped)")
        // The app loses no values when the center dies, and keeps running.
        center.child.signal(SIGKILL)
        _ = try await center.exit()
        #expect(app.string(forKey: "title") == "Friends")
        let next = try await startCenter()
        try await app.set(1, forKey: "count")
        #expect(app.dictionaryRepresentation() == ["title": "Friends", "tapped": .string(tapped), "count": 1])
        let folder = bus.folder + "/data/todaycenter/groups/" + Self.group
        #expect(access(folder, W_OK) == 0)
        withExtendedLifetime(next) {}
    }

    @Test func refusalsOfTheCenterHaveTheirCodes() async throws {
        let center = try await startCenter()
        let controller = NCWidgetController(on: bus)
        func code(_ body: () async throws -> Void) async -> NCError.Code? {
            do { try await body() } catch { return (error as? NCError)?.code }
            return nil
        }
        let group = try await NCGroupDefaults(suiteName: Self.group, on: bus)
        let long = NCValue.string(String(repeating: "x", count: Limits.groupValueBytes + 1))
        #expect(await code { try await group.set(long, forKey: "long") } == .limitExceeded)
        #expect(group.object(forKey: "long") == nil)
        #expect(await code { _ = try await NCGroupDefaults(suiteName: "group.none", on: bus) } == .unknownGroup)
        #expect(
            await code { try await controller.setHasContent(true, forWidgetWithBundleIdentifier: "org.example.None") }
                == .unknownWidget)
        #expect(await code { try await controller.unregister("x") } == .invalidIdentifier)
        #expect(await code { try await controller.unregister("org.example.Failing") } == .notSupported)
        #expect(
            await code { try await controller.register("org.example.Failing", as: NCWidgetDefinition()) }
                == .alreadyRegistered)
        withExtendedLifetime(center) {}
    }

    @Test func theAppHasAWidgetOfItsOwn() async throws {
        let center = try await startCenter()
        let controller = NCWidgetController(on: bus)
        var definition = try NCWidgetDefinition(name: "List") { Text("Milk") }
        definition.appGroups = ["group.org.example.new"]
        try await controller.register("org.example.List", as: definition)
        #expect(try await text("org.example.List") == "Milk")
        #expect(try await client.properties(of: "org.example.List").name == "List")
        let first = try await controller.update("org.example.List") { Text("Eggs") }
        #expect(try await controller.update("org.example.List") { Text("Eggs") } == first)
        #expect(try await text("org.example.List") == "Eggs")
        _ = try await NCGroupDefaults(suiteName: "group.org.example.new", on: bus)
        try await controller.setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
        #expect(try await !client.properties(of: "org.example.List").hasContent)
        try await controller.unregister("org.example.List")
        await #expect(throws: CenterError.self) { try await client.properties(of: "org.example.List") }
        withExtendedLifetime(center) {}
    }
}
