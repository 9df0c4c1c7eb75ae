#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel

    /// A fleet as one widget, end to end.
    @Suite struct FleetWidgetTests {
        private static func publish(
            _ client: borrowing RawMQTT, _ machine: String, _ part: String, _ json: String
        ) throws {
            try client.publish(
                Array(json.utf8), to: "todaycenter/1/\(machine)/org.example.Disk/\(part)", isRetained: true)
        }

        @Test func manyMachinesAreOneWidget() async throws {
            let broker = try await MQTTBroker.start()
            let client = try RawMQTT.connect(port: broker.port)
            for number in 1...1000 {
                try Self.publish(client, "m\(number)", "definition", #"{"Name": "Used space"}"#)
                try Self.publish(client, "m\(number)", "state", #"{"Error": ""}"#)
                try Self.publish(
                    client, "m\(number)", "content", #"{"kind": "progress", "value": \#(Double(number) / 1000)}"#)
            }
            try client.ping()
            let bench = try await BridgeBench.start(
                "[Subscription disks]\nBroker=home\nGroup=true\nTopic=todaycenter/1/+/org.example.Disk/#\n",
                broker: broker)
            let widget = try await bench.widget("home.disks", shows: "1000 machines")
            #expect(widget.name == "Used space" && widget.updatedAt == .never)
            #expect(widget.content.texts == ["1000 machines", "Minimum", "Median", "Maximum", "0%", "50%", "100%"])
            // The first failure, then a machine that is offline.
            try Self.publish(client, "m7", "state", #"{"Error": "disk full\nat /"}"#)
            let failing = try await bench.widget("home.disks", shows: "1000 machines · 1 failing")
            #expect(failing.attention == .badge && failing.badge == 1)
            #expect(failing.content.texts.contains("m7 fails") && failing.content.texts.contains("disk full"))
            try client.publish(Array("offline".utf8), to: "todaycenter/1/m8/$state", isRetained: true)
            try await bench.widget("home.disks", shows: "1000 machines · 1 failing · 1 offline")
            try client.publish(Array("online".utf8), to: "todaycenter/1/m8/$state", isRetained: true)
            try Self.publish(client, "m7", "state", #"{"Error": ""}"#)
            try await bench.widget("home.disks") { $0.content.texts.first == "1000 machines" && $0.attention == .none }
        }
    }
#endif
