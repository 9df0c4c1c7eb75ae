import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Options that the user chooses, over the bus.
@Suite(.serialized) struct OptionsTests {
    private static func options(_ change: (inout WidgetOptions) -> Void = { _ in }) -> WidgetOptions {
        var options = WidgetOptions()
        change(&options)
        return options
    }

    @Test func theyAreSetAllOrNothing() async throws {
        let test = try await TestCenter.start(manifests: [
            "org.example.A": "Name=A\nUpdateInterval=20min\nSizes=small;regular", "org.example.B": "Name=B",
        ])
        let client = test.client
        let before = try await client.properties(of: .a)
        #expect(before.options == Self.options { $0.updateInterval = 1200 } && before.sizes == [.small, .regular])
        #expect(try await client.properties(of: .b).sizes == [.regular])
        let signals = try await test.signals {
            try await client.setOptions(WidgetOptionChoices(size: .small, isPaused: true), of: .a)
        }
        #expect(signals == ["A: Options"])
        let chosen = Self.options { ($0.size, $0.updateInterval, $0.isPaused) = (.small, 1200, true) }
        #expect(try await client.properties(of: .a).options == chosen)
        for (values, reason) in [
            (
                ["Paused": .boolean(false), "UpdateInterval": .uint32(59)],
                "UpdateInterval: 59 isn't 0 or 60…604800"
            ),
            (["Size": "huge"], "Size: \"huge\" isn't one of small, regular"),
            (["Paused": "no"], "Paused: \"no\" is not a boolean"),
        ] as [([String: DBusValue], String)] {
            let error = await #expect(throws: RemoteError.self) { try await client.setOptions(values, of: .a) }
            #expect(error?.name == .invalidArgs && error?.message == "values: " + reason)
        }
        let error = await #expect(throws: RemoteError.self) {
            try await client.setOptions(WidgetOptionChoices(size: .small), of: .b)
        }
        #expect(error?.message == "values: Size: small isn't among this widget's sizes: regular")
        #expect(try await client.properties(of: .a).options == chosen)
        #expect(try await test.signals { try await client.setOptions(["Paused": .boolean(true)], of: .a) } == [])
        try await client.resetOptions(["Paused", "Later"], of: .a)
        #expect(
            try await client.properties(of: .a).options
                == Self.options { ($0.size, $0.updateInterval) = (.small, 1200) })
        try await client.resetOptions(of: .a)
        #expect(try await client.properties(of: .a).options == before.options)
    }

    @Test func anotherSizeIsToldTheProviderOnce() async throws {
        let test = try await TestCenter.start()
        let sizes = Recorder<String>()
        let provider = try await test.register(.a) { context in
            let size = (try? VardictReader(context).size("CompactSize")) ?? nil
            sizes.record("\(context["Size"]?.text ?? "") \(size?.width ?? 0)")
            return ("no-data", [:])
        } definition: {
            $0.sizes = [.small, .regular]
            $0.changes.content = text("1")
        }
        try await test.client.setOptions(WidgetOptionChoices(size: .small), of: .a)
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        #expect(sizes.elements == ["small 160.0"] && provider.calls == ["PerformUpdate context"])
        // It is the same, so no update follows, also after the other options.
        try await test.client.setOptions(WidgetOptionChoices(size: .small, updateInterval: 600), of: .a)
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls == ["PerformUpdate context", "PerformUpdate requested"])
    }

    /// Every kind of update is due, but it runs only when the user asks, and after the pause.
    @Test func whatIsPausedWaits() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        let provider = try await test.register(
            .a,
            definition: {
                $0.changes.content = text("1")
                $0.updateInterval = 1
                $0.sizes = [.small, .regular]
            })
        let client = test.client
        try await client.setOptions(WidgetOptionChoices(isPaused: true), of: .a)
        time.advance(by: .seconds(3600))
        try await client.updateWidget(.a, WidgetChanges { $0.nextUpdate = Timestamp(microseconds: 1) })
        try await client.setOptions(WidgetOptionChoices(size: .small), of: .a)
        try await client.beginViewing(ViewingOptions { $0.locale = "de_DE.UTF-8" })
        let explanation = try await client.explain(.a)
        #expect(explanation["Reason"] == "paused" && explanation["NextUpdate"] == .uint64(0))
        try await client.invokeAction("go", of: .a)
        #expect(try await client.performUpdate(.a) == .noData)
        let updates = provider.calls.filter { $0 != "Appear" }
        #expect(updates == ["InvokeAction go", "PerformUpdate requested"])
        time.advance(by: .seconds(3600))
        try await client.setOptions(WidgetOptionChoices(isPaused: false), of: .a)
        try await provider.record.wait { $0.last == "PerformUpdate interval" }
    }

    @Test func instancesHaveOptionsOfTheirOwn() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Instances=true\nSizes=regular;small"])
        let client = test.client
        try await client.setOptions(WidgetOptionChoices(size: .small, isPaused: true), of: .a)
        let second = try await client.addInstance(of: .a)
        #expect(try await client.properties(of: second).options == WidgetOptions())
        try await client.setOptions(WidgetOptionChoices(updateInterval: 0), of: second)
        #expect(try await client.properties(of: .a).options.updateInterval == 900)
    }
}

/// Options that a real `todayd` stores.
@Suite(.serialized) struct KeptOptionsTests {
    @Test func theyAreThereAfterACrash() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Sizes=regular;small", on: bus)
        var daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let client = daemon.client
        try await client.registerWidget(.b, WidgetDefinition())
        try await client.setOptions(WidgetOptionChoices(size: .small, updateInterval: 0, isPaused: true), of: .a)
        try await client.setOptions(WidgetOptionChoices(updateInterval: 60, isPaused: true), of: .b)
        try await client.resetOptions(["Paused"], of: .b)
        try await daemon.kill()
        daemon = try await daemon.again()
        let options = try await client.properties(of: .a).options
        #expect(options.size == .small && options.updateInterval == 0 && options.isPaused)
        let others = try await client.properties(of: .b).options
        #expect(others.updateInterval == 60 && !others.isPaused)
        try await daemon.end()
    }

    /// Nothing confirms what was pushed, so it must not look out of date for ever.
    @Test func whatWasPushedIsNotStaleAfterARestart() async throws {
        let bus = try await PrivateBus.start()
        var daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let client = daemon.client
        try await client.registerWidget(.a, WidgetDefinition())
        try await client.updateWidget(.a, .content("Buy milk"))
        try await client.registerWidget(.b, WidgetDefinition { $0.busName = "org.example.Nobody" })
        try await client.updateWidget(.b, .content("1"))
        for isOrderly in [true, false] {
            // This waits for the disk.
            try await client.arrange([.a, .b])
            if isOrderly { try await daemon.end() } else { try await daemon.kill() }
            daemon = try await daemon.again()
            let pushed = try await client.properties(of: .a)
            #expect(!pushed.isSnapshot && pushed.content == text("Buy milk") && pushed.updatedAt != .never)
            #expect(try await client.properties(of: .b).isSnapshot)
        }
        try await daemon.end()
    }
}
