#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// Brokers that end, hang, lie or send too much.
    @Suite struct BrokerFaultTests {
        private static let subscription = "[Subscription garden]\nBroker=home\nTopic=garden/+\n"

        @Test func aKilledBrokerComesBack() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(Self.subscription, broker: broker)
            var report = FaultReport("brokerKilled")
            for round in 1...FaultReport.rounds {
                try await broker.publish("\(round)", to: "garden/x", isRetained: true)
                let shown = try await bench.widget("home.garden") {
                    $0.content.texts == ["x", "\(round)"] && $0.error.isEmpty
                }
                try await broker.end()
                let lost = try await bench.widget("home.garden") { $0.errorKind == .unreachable }
                // The last content stays, as old as it was.
                #expect(lost.content == shown.content && lost.updatedAt == shown.updatedAt && lost.retryAt != .never)
                try await broker.run()
                report.begin()
                let back = try await bench.widget("home.garden") { $0.error.isEmpty }
                report.end()
                #expect(back.updatedAt <= shown.updatedAt)
            }
            report.print()
        }

        @Test func aBrokerThatHangsIsNoticed() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(Self.subscription, broker: broker)
            var report = FaultReport("brokerStopped")
            for round in 1...FaultReport.rounds {
                try await broker.publish("\(round)", to: "garden/x", isRetained: true)
                try await bench.widget("home.garden") { $0.content.texts == ["x", "\(round)"] && $0.error.isEmpty }
                broker.signal(SIGSTOP)
                try await bench.widget("home.garden") { $0.errorKind == .unreachable }
                try await FaultReport.pause()
                broker.signal(SIGCONT)
                report.begin()
                let panel = try await bench.panel()
                try await broker.publish("after \(round)", to: "garden/x", isRetained: true)
                try await bench.widget("home.garden") {
                    $0.content.texts == ["x", "after \(round)"] && $0.error.isEmpty
                }
                report.end()
                _ = panel
            }
            report.print()
        }

        @Test func aKilledBridgeComesBack() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(Self.subscription, broker: broker)
            var report = FaultReport("bridgeKilled, with a broker")
            for round in 1...FaultReport.rounds {
                try await broker.publish("\(round)", to: "garden/x", isRetained: true)
                try await bench.widget("home.garden") { $0.content.texts == ["x", "\(round)"] }
                let id = try await bench.startBridge()
                kill(id, SIGKILL)
                try await end(of: id)
                try await broker.publish("later \(round)", to: "garden/x", isRetained: true)
                try await bench.startBridge()
                report.begin()
                let widget = try await bench.widget("home.garden") { $0.content.texts == ["x", "later \(round)"] }
                report.end()
                // The value was published before the bridge could know it.
                #expect(widget.updatedAt == .never)
            }
            report.print()
        }

        /// Nothing keeps the widgets of a faulty group current.
        @Test func aFaultyGroupIsOutOfDate() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(Self.subscription, broker: broker)
            try await broker.publish("1", to: "garden/x", isRetained: true)
            let shown = try await bench.widget("home.garden", shows: "1")
            let group = "[Broker home]\nAddress=\(broker.address)\n"
            try bench.configure(group + "Discovery=a b/#\n" + Self.subscription)
            let old = try await bench.widget("home.garden") { $0.errorKind == .unreachable }
            #expect(old.content == shown.content && old.updatedAt == shown.updatedAt)
            #expect(old.error == "The entry home in bridge.conf is invalid. See ‘todayctl remote check’")
            try bench.configure(group + Self.subscription)
            try await bench.widget("home.garden") { $0.error.isEmpty && $0.content == shown.content }
        }

        // MARK: Hostile brokers and clients

        /// The memory that a process has used at most, in bytes.
        private static func peakMemory(_ id: Int32) throws -> Int {
            let text = try TextFile.read("/proc/\(id)/status", maximumBytes: 1 << 16)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.split(separator: " ").dropLast().last ?? "")) * 1024
        }

        @Test func hugeAndBrokenMessagesAreIgnored() async throws {
            let broker = try await MQTTBroker.start()
            let bench = try await BridgeBench.start(
                "[Broker home]\nAddress=\(broker.address)\nDiscovery=homeassistant\n" + Self.subscription
                    + "[Subscription json]\nBroker=home\nTopic=json\nValue=a.b\n")
            try await broker.hasSubscriber()
            let file = broker.folder + "/huge"
            let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
            try #require(ftruncate(descriptor, 100 << 20) == 0)
            close(descriptor)
            try await broker.publish(file: file, to: "garden/huge", isRetained: true)
            let client = try RawMQTT.connect(port: broker.port)
            try client.publish([0xFF, 0xFE, 0x80], to: "garden/binary")
            try client.publish([UInt8](repeating: UInt8(ascii: "["), count: 500_000), to: "json")
            for number in 0..<20_000 { try client.publish(Array("\(number)".utf8), to: "garden/\(number)") }
            for number in 0..<5000 {
                let payload =
                    #"{"name": "n\#(number)", "stat_t": "s/\#(number)", "val_tpl": "{{ value_json.x * \#(number) }}"}"#
                try client.publish(Array(payload.utf8), to: "homeassistant/sensor/n\(number)/config")
            }
            try client.ping()
            try await broker.publish("fine", to: "garden/0")
            try await broker.publish(#"{"a": {"b": "well"}, "c": null}"#, to: "json")
            try await bench.widget("home.garden", shows: "fine")
            try await bench.widget("home.json", shows: "well")
            let log = bench.log
            for text in ["the payload isn't UTF-8", "more than 64 levels", "without a report"] {
                #expect(log.utf8Contains(text), "\(text)")
            }
            // A flood doesn't fill the log.
            #expect(log.utf8.count { $0 == UInt8(ascii: "\n") } < 100)
            let id = try await bench.startBridge()
            #expect(try Self.peakMemory(id) < 200 << 20)
            // The center keeps working, too.
            #expect(bench.center.isRunning)
        }

        @Test func aBrokerThatLiesIsLeft() async throws {
            // CONNACK of MQTT 5, then a message of 200 MB.
            let port = try RawMQTT.serve { _, client in
                try client.write([0x20, 3, 0, 0, 0])
                try client.write([0x30] + RawMQTT.length(200 << 20))
                let zeros = [UInt8](repeating: 0, count: 1 << 20)
                for _ in 0..<200 { try client.write(zeros) }
            }
            let bench = try await BridgeBench.start(
                "[Broker home]\nAddress=mqtt://127.0.0.1:\(port)\n" + Self.subscription)
            try await bench.log(has: "The broker sends packets that are larger than allowed")
            // libmosquitto reads a packet to its end, at most 256 MB.
            #expect(try Self.peakMemory(try await bench.startBridge()) < 350 << 20)
            try await bench.widget("home.garden") { $0.errorKind == .unreachable }
        }

        @Test func rubbishIsNoBroker() async throws {
            let port = try RawMQTT.serve { number, client in
                try client.write(number == 1 ? Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) : [0x20, 2, 0, 5])
            }
            let bench = try await BridgeBench.start(
                "[Broker home]\nAddress=mqtt://127.0.0.1:\(port)\n" + Self.subscription)
            try await bench.widget("home.garden") { $0.errorKind == .unreachable }
            try await bench.log(has: "127.0.0.1 can't be used: ")
        }
    }
#endif
