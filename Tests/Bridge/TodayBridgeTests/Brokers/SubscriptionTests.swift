#if Bridge
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel

    /// Topics as widgets, end to end: a real broker, center and bridge.
    @Suite struct SubscriptionTests {
        @Test func aTopicIsAWidget() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(
                "[Subscription garden]\nBroker=home\nTopic=garden/+/temperature\nName=Garden\nUnit=°C\n", broker: broker
            )
            try await bench.widget("home.garden") { $0.name == "Garden" && $0.error.isEmpty }
            try await broker.publish("21.50", to: "garden/north/temperature")
            try await broker.publish("19", to: "garden/south/temperature", isRetained: true)
            let widget = try await bench.widget("home.garden", shows: "19\u{A0}°C")
            #expect(widget.content.texts == ["north", "21.50\u{A0}°C", "south", "19\u{A0}°C"])
            #expect(widget.arranged && widget.updatedAt != .never)
            let today = try await bench.bus.run(try Programs.path("todayctl"), "today", "--once")
            #expect(today.output.utf8Contains("Garden") && today.output.utf8Contains("21.50"))
            // An empty payload removes a topic.
            try await broker.publish("", to: "garden/south/temperature", isRetained: true)
            try await bench.widget("home.garden") { $0.content.texts == ["north", "21.50\u{A0}°C"] }
        }
    }
#endif
