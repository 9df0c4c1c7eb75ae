import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A widget with several instances.
@Suite(.serialized) struct InstancesTests {
    private static let a2: WidgetIdentifier = "org.example.A#2"
    private static let a3: WidgetIdentifier = "org.example.A#3"
    private static let settings = "[Setting City]\nDefault=Athens\n[Setting Unit]\nType=choice\nChoices=c;f;\n"
    private static let manifest = "Name=A\nInstances=true\nLargestDisplayMode=expanded\n" + settings

    @Test func oneMoreIsAWidgetOfItsOwn() async throws {
        let test = try await TestCenter.start(manifests: [
            "org.example.A": Self.manifest, "org.example.B": "Name=B", "org.example.C": "Name=C",
        ])
        let client = test.client
        let signals = try await test.signals {
            let added = [
                try await client.addInstance(of: .a, settings: ["City": "Rome"]),
                try await client.addInstance(of: Self.a2),
            ]
            #expect(added == [Self.a2, Self.a3])
        }
        #expect(signals == ["+A_232", "center: Arrangement Today", "+A_233", "center: Arrangement Today"])
        #expect(
            try await client.arrangement().map(\.rawValue)
                == ["org.example.A", "org.example.A#2", "org.example.A#3", "org.example.B", "org.example.C"])
        let second = try await client.properties(of: Self.a2)
        #expect(second.identifier == Self.a2 && second.name == "A" && second.instances && second.source == .manifest)
        #expect(second.settings == ["City": "Rome", "Unit": "c"])
        #expect(try await client.properties(of: .a).settings["City"] == "Athens")
        try await client.updateWidget(Self.a2, .content("second"))
        try await client.setDisplayMode(.expanded, for: Self.a2)
        let first = try await client.properties(of: .a)
        #expect(first.content.isEmpty && first.displayMode == .compact)
        try await client.arrange([.b, Self.a3, .a])
        #expect(try await client.arrangement() == [.b, Self.a3, .a])
        #expect(try await client.properties(of: Self.a2).arranged == false)
    }

    @Test func aNumberIsNotUsedAgain() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest])
        let client = test.client
        _ = try await client.addInstance(of: .a, settings: ["City": "Rome"])
        let signals = try await test.signals { try await client.removeInstance(Self.a2) }
        #expect(signals == ["center: Arrangement Today", "-A_232"])
        #expect(try await client.addInstance(of: .a) == Self.a3)
        #expect(try await client.properties(of: Self.a3).settings["City"] == "Athens")
    }

    @Test func whatCannotBeAddedOrRemovedIsRefused() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest, "org.example.B": "Name=B"])
        let client = test.client
        let before = try await test.snapshot()
        func code(_ body: () async throws -> Void) async -> String? {
            do { try await body() } catch {
                return (error as? CenterError)?.code.rawValue ?? (error as? RemoteError)?.name.rawValue
            }
            return nil
        }
        let notSupported = "org.freedesktop.DBus.Error.NotSupported"
        #expect(await code { _ = try await client.addInstance(of: .b) } == notSupported)
        #expect(await code { try await client.removeInstance(.a) } == notSupported)
        #expect(await code { try await client.removeInstance(Self.a2) } == "UnknownWidget")
        #expect(await code { _ = try await client.addInstance(of: .c) } == "UnknownWidget")
        #expect(await code { _ = try await client.addInstance(of: .a, settings: ["Unit": "k"]) } == "InvalidSetting")
        #expect(await code { try await client.registerWidget(Self.a2, WidgetDefinition()) } == "InvalidIdentifier")
        #expect(await code { try await client.unregisterWidget(Self.a2) } == "InvalidIdentifier")
        #expect(try await test.snapshot() == before)
        for number in 2...16 { #expect(try await client.addInstance(of: .a) == WidgetIdentifier.a.instance(number)) }
        #expect(await code { _ = try await client.addInstance(of: .a) } == "LimitExceeded")
        try await client.removeInstance(.a.instance(7))
        #expect(try await client.addInstance(of: .a) == .a.instance(17))
    }

    /// One connection provides all of them, at objects below the widget's own.
    @Test func instancesComeAndGoWithTheirWidget() async throws {
        let test = try await TestCenter.start()
        let provider = try await FakeProvider.export(on: test.connection, at: "/p")
        let second = try await FakeProvider.export(on: test.connection, at: "/p/instance/2") { context in
            ("new-data", ["Content": .string("{\"kind\":\"text\",\"text\":\"\(context["Identifier"]?.text ?? "")\"}")])
        }
        let definition = WidgetDefinition {
            $0.objectPath = "/p"
            $0.instances = true
        }
        try await test.client.registerWidget(.a, definition)
        _ = try await test.client.addInstance(of: .a)
        #expect(try await test.client.performUpdate(Self.a2) == .newData)
        #expect(try await test.client.properties(of: Self.a2).content == text("org.example.A#2"))
        #expect(provider.calls == [])
        // An object that doesn't exist makes the update fail, and has no other effect.
        _ = try await test.client.addInstance(of: .a)
        #expect(try await test.client.performUpdate(Self.a3) == .failed)

        // Another definition is that of all; without Instances only the first is left.
        try await test.client.registerWidget(
            .a,
            WidgetDefinition {
                $0.objectPath = "/p"
                $0.name = "Renamed"
                $0.instances = true
            })
        #expect(try await test.client.properties(of: Self.a2).name == "Renamed")
        try await test.client.registerWidget(.a, WidgetDefinition { $0.objectPath = "/p" })
        #expect(try await test.client.widgets().count == 1)
        try await test.client.registerWidget(.a, definition)
        #expect(try await test.client.properties(of: Self.a2).content == text("org.example.A#2"))
        try await test.client.unregisterWidget(.a)
        #expect(try await test.client.widgets().isEmpty)
        try await test.client.registerWidget(.a, definition)
        #expect(try await test.client.arrangement() == [.a, Self.a2, Self.a3])
        #expect(second.calls == ["PerformUpdate requested"])
    }

    @Test func aProviderThatLeavesLeavesThemAll() async throws {
        let test = try await TestCenter.start()
        let app = try await test.anotherClient()
        try await app.registerWidget(
            .a,
            WidgetDefinition {
                $0.objectPath = "/p"
                $0.instances = true
            })
        _ = try await test.client.addInstance(of: .a)
        await app.connection.close()
        try await test.signals.wait {
            $0.brief == "A_232: State" && $0.changed["State"] == .string(WidgetState.unavailable.rawValue)
        }
        #expect(try await test.client.performUpdate(Self.a2) == .failed)
    }
}

/// Instances and settings that a real `todayd` stores.
@Suite(.serialized) struct KeptInstancesTests {
    private static let a2: WidgetIdentifier = "org.example.A#2"

    @Test func theyAreThereAfterACrash() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install(
            "org.example.A", "Instances=true\nLargestDisplayMode=expanded\n[Setting City]\nDefault=Athens\n", on: bus)
        var daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let client = daemon.client
        try await client.registerWidget(.b, WidgetDefinition { $0.instances = true })
        _ = try await client.addInstance(of: .a, settings: ["City": "Rome"])
        _ = try await client.addInstance(of: .a)
        _ = try await client.addInstance(of: .b)
        try await client.removeInstance("org.example.A#3")
        try await client.arrange([Self.a2, .a, .b, "org.example.B#2"])
        try await client.setSettings(["City": "Oslo"], of: .a)
        // All that was answered is on disk.
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await client.arrangement() == [Self.a2, .a, .b, "org.example.B#2"])
        #expect(try await client.properties(of: Self.a2).settings == ["City": "Rome"])
        #expect(try await client.properties(of: .a).settings == ["City": "Oslo"])
        #expect(try await client.addInstance(of: .a) == "org.example.A#4")

        // An upgrade takes the file away for a moment, or for longer.
        let file = bus.folder + "/data/todaycenter/widgets/org.example.A.widget"
        let manifest = try read(file)
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        #expect(unlink(file) == 0)
        try await signals.wait { $0.brief == "-A" }
        #expect(try await client.widgets().count == 2)
        try write(manifest, to: file)
        try await signals.wait { $0.brief == "+A_234" }
        #expect(try await client.properties(of: Self.a2).settings == ["City": "Rome"])
        #expect(try await client.arrangement().first == Self.a2)
        try await daemon.end()
    }
}
