#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayHost
    import TodayModel

    /// Topics as widgets, end to end: a real broker, center and bridge.
    @Suite struct SubscriptionTests {
        @Test func aTopicIsAWidget() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(
                "[Subscription garden]\nBroker=home\nTopic=garden/+/temperature\nName=Garden\nUnit=°C\n", broker: broker
            )
            try await bench.widget("home.garden") { $0.name == "Garden" && $0.error.isEmpty }
            try await broker.hasSubscriber()
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

        @Test func eachTopicIsAWidget() async throws {
            let broker = try await MQTTBroker.start()
            // The broker keeps this one, so its age is unknown.
            try await broker.publish("1000", to: "rooms/living room/co2", isRetained: true)
            let bench = try await BridgeBench.start(
                "[Subscription rooms]\nBroker=home\nTopic=rooms/+/co2\nName=Air\nEach=true\nKind=progress\nMaximum=2000\n",
                broker: broker)
            try await broker.hasSubscriber()
            try await broker.publish("500", to: "rooms/hall/co2")
            let hall = try await bench.widget("home.rooms.hall") { $0.content.attributes["value"] == .double(0.25) }
            #expect(hall.name == "Air · hall" && hall.updatedAt != .never)
            let view = await bench.view.view(within: .seconds(60)) { view in
                view.known.count == 2 && view.known.values.allSatisfy { !$0.content.isEmpty }
            }
            let other = view?.known.values.first { $0.identifier != hall.identifier }
            #expect(other?.name == "Air · living room" && other?.updatedAt == .never)
            try await broker.publish("", to: "rooms/hall/co2")
            try await bench.waitUntilGone("home.rooms.hall")
        }

        @Test func silenceAndANewConfigurationAreShown() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(
                "[Subscription gate]\nBroker=home\nTopic=gate\nExpires=1s\n", broker: broker)
            try await broker.hasSubscriber()
            try await broker.publish("closed", to: "gate")
            let widget = try await bench.widget("home.gate") {
                $0.content.texts == ["closed"] && $0.errorKind == .unreachable
            }
            #expect(widget.error == "gate has sent nothing for a long time")
            // The same widget shows something else from now on.
            try await broker.publish("[1, 2.5]", to: "numbers", isRetained: true)
            try bench.configure(
                "[Broker home]\nAddress=\(broker.address)\n"
                    + "[Subscription gate]\nBroker=home\nTopic=numbers\nKind=list\nName=Numbers\n")
            try await bench.widget("home.gate") {
                $0.name == "Numbers" && $0.content.texts == ["1", "2.5"] && $0.error.isEmpty
            }
        }
    }
#endif
