import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Instances that the user removes, and brings back.
@Suite(.serialized) struct RemovedInstancesOnBusTests {
    private static let a2: WidgetIdentifier = "org.example.A#2"
    private static let a3: WidgetIdentifier = "org.example.A#3"
    private static let manifest = """
        Name=A
        Icon=clock
        Instances=true
        LargestDisplayMode=expanded
        [Setting City]
        Default=Athens
        [Setting Title]
        """

    @Test func oneComesBackAsItWas() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest, "org.example.B": "Name=B"])
        let client = test.client
        _ = try await client.addInstance(of: .a, settings: ["City": "Rome", "Title": "Away"])
        try await client.updateWidget(Self.a2, .content("1"))
        try await client.setDisplayMode(.expanded, for: Self.a2)
        try await client.setOptions(WidgetOptionChoices(updateInterval: 3600, isPaused: true), of: Self.a2)
        let before = try await client.properties(of: Self.a2)
        let removal = try await test.signals { try await client.removeInstance(Self.a2) }
        #expect(removal == ["center: Arrangement Today", "-A_232"])
        let removed = try await client.listRemoved()
        #expect(removed.map(\.identifier) == [Self.a2] && removed[0].name == "Away" && removed[0].icon == "clock")
        #expect(removed[0].expiresAt.microseconds - removed[0].removedAt.microseconds == Limits.removedUsec)
        #expect(try await client.addInstance(of: .a) == Self.a3)

        let restoring = try await test.signals { try await client.restoreInstance(Self.a2) }
        #expect(restoring == ["+A_232", "center: Arrangement Today"])
        var expected = before
        expected.revision += 1
        expected.isSnapshot = true
        #expect(try await client.properties(of: Self.a2) == expected)
        #expect(try await client.arrangement() == [.a, Self.a2, Self.a3, .b])
        #expect(try await client.listRemoved() == [])
        await expectRefusal(.unknownWidget, "instance: \(Self.a2) is not among the removed instances") {
            try await client.restoreInstance(Self.a2)
        }
    }

    @Test func aDryRunAddsNothing() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest])
        let client = test.client
        let before = try await test.snapshot()
        #expect(try await client.addInstance(of: .a, settings: ["City": "Rome"], isDryRun: true) == Self.a2)
        await expectRefusal(.invalidSetting, "City: 1 is not a string") {
            try await client.addInstance(of: .a, settings: ["City": .int64(1)], isDryRun: true)
        }
        #expect(try await test.snapshot() == before)
        #expect(try await client.addInstance(of: .a) == Self.a2)
    }

    @Test func whatHasNoRoomOrNoDefinitionDoesNotComeBack() async throws {
        let test = try await TestCenter.start()
        let client = test.client
        try await client.registerWidget(.a, WidgetDefinition { $0.instances = true })
        _ = try await client.addInstance(of: .a)
        try await client.removeInstance(Self.a2)
        for number in 3...17 { #expect(try await client.addInstance(of: .a) == .a.instance(number)) }
        await expectRefusal(
            .limitExceeded, "identifier: org.example.A has 16 instances, InstancesPerWidget is 16"
        ) { try await client.restoreInstance(Self.a2) }
        try await client.registerWidget(.a, WidgetDefinition())
        let error = await #expect(throws: RemoteError.self) { try await client.restoreInstance(Self.a2) }
        #expect(error?.name == .notSupported)
        #expect(try await client.listRemoved().map(\.identifier) == [Self.a2])
        // Unregistering deletes it at once.
        try await client.unregisterWidget(.a)
        #expect(try await client.listRemoved() == [])
    }

    @Test func someAreDeletedForGood() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest])
        let client = test.client
        for number in 2...4 {
            _ = try await client.addInstance(of: .a)
            try await client.removeInstance(.a.instance(number))
        }
        #expect(try await client.listRemoved().map(\.identifier.instance) == [4, 3, 2])
        await expectRefusal(.unknownWidget, "instances: org.example.A#5 is not among the removed instances") {
            try await client.deleteRemoved([Self.a2, .a.instance(5)])
        }
        try await client.deleteRemoved([Self.a3])
        #expect(try await client.listRemoved().map(\.identifier.instance) == [4, 2])
        try await client.deleteRemoved()
        #expect(try await client.listRemoved() == [])
        #expect(try await client.addInstance(of: .a) == .a.instance(5))
    }

    @Test func eachIsKeptFor30Days() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest], clock: time.clock)
        let client = test.client
        for number in 2...3 {
            _ = try await client.addInstance(of: .a)
            try await client.removeInstance(.a.instance(number))
            time.advance(by: .seconds(29 * 24 * 3600))
        }
        #expect(try await client.listRemoved().map(\.identifier) == [Self.a3])
        time.advance(by: .seconds(2 * 24 * 3600))
        await expectRefusal(.unknownWidget, "instance: org.example.A#3 is not among the removed instances") {
            try await client.restoreInstance(Self.a3)
        }
    }
}

/// Removed instances that a real `todayd` stores.
@Suite(.serialized) struct KeptRemovedInstancesTests {
    private static let a2: WidgetIdentifier = "org.example.A#2"

    @Test func anInstanceIsRestoredAfterACrash() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Instances=true\n[Setting City]\nDefault=Athens\n", on: bus)
        var daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let client = daemon.client
        _ = try await client.addInstance(of: .a, settings: ["City": "Rome"])
        _ = try await client.addInstance(of: .a)
        try await client.updateWidget(Self.a2, .content("1"))
        try await client.setOptions(WidgetOptionChoices(isPaused: true), of: Self.a2)
        try await client.arrange([Self.a2, .a, "org.example.A#3"])
        let before = try await client.properties(of: Self.a2)
        try await client.removeInstance(Self.a2)
        // All that was answered is on disk.
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await client.arrangement() == [.a, "org.example.A#3"])
        #expect(try await client.listRemoved().map(\.identifier) == [Self.a2])
        try await client.restoreInstance(Self.a2)
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await client.listRemoved() == [])
        let after = try await client.properties(of: Self.a2)
        #expect(after.settings == ["City": "Rome"] && after.options.isPaused && after.content == text("1"))
        #expect(after.revision > before.revision)
        #expect(try await client.arrangement() == [Self.a2, .a, "org.example.A#3"])
        // A number is not used again, even if nothing else of its instance is left.
        try await client.removeInstance("org.example.A#3")
        try await client.deleteRemoved()
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await client.listRemoved() == [])
        #expect(try await client.addInstance(of: .a) == "org.example.A#4")
        try await daemon.end()
    }
}
