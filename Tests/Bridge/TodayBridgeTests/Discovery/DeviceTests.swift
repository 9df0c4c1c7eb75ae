#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// Devices of Home Assistant discovery, end to end: `mosquitto_pub` plays the devices.
    @Suite struct DeviceTests {
        /// `todayctl remote test` and `today-bridge --test` are the same.
        @Test func aTestNamesTemplatesThatAreNotSupported() async throws {
            let broker = try await MQTTBroker.start()
            let bus = try await PrivateBus.start()
            UserFolders.make(bus.folder + "/config/todaycenter")
            try MQTTBroker.write(
                "[Broker home]\nAddress=\(broker.address)\nDiscovery=homeassistant\n",
                to: bus.folder + "/config/todaycenter/bridge.conf")
            func publish(_ entity: String, _ template: String) async throws {
                try await broker.publish(
                    #"{"name": "State", "stat_t": "lamp/state", "val_tpl": "\#(template)", \#(Self.device)}"#,
                    to: "homeassistant/sensor/0x01/\(entity)/config", isRetained: true)
            }
            func test() async throws -> String {
                let output = try await bus.run(try Programs.path("today-bridge"), "--test", "home")
                #expect(output.exit == .status(0))
                return output.output
            }
            try await publish("plain", "{{ value_json.state }}")
            try await publish("state", "{{ value_json.state | upper }}")
            #expect(
                try await test() == """
                    home: connected; 2 topics have a message
                    home: Lamp, sensor/0x01/state: the template "{{ value_json.state | upper }}" isn't supported; \
                    the whole payload is shown

                    """)
            for number in 1...11 { try await publish("more\(number)", "{{ value | base64_decode }}") }
            let lines = try await test().split(separator: "\n")
            #expect(lines.count == 12 && lines.last == "home: and 2 more")
        }

        private static let device =
            #""avty_t": "lamp/status", "dev": {"ids": ["0x01"], "name": "Lamp", "mdl": "Bulb"}"#

        /// Starts a broker that keeps a lamp with a state. Returns it with its group in `bridge.conf`.
        private static func startLamp(_ state: String) async throws -> (MQTTBroker, group: String) {
            let broker = try await MQTTBroker.start()
            try await broker.publish(
                #"{"name": "Light", "stat_t": "lamp/state", "cmd_t": "lamp/set", \#(device)}"#,
                to: "homeassistant/switch/0x01/light/config", isRetained: true)
            try await broker.publish("online", to: "lamp/status", isRetained: true)
            try await broker.publish(state, to: "lamp/state", isRetained: true)
            return (broker, "[Broker home]\nAddress=\(broker.address)\nDiscovery=homeassistant\n")
        }

        /// A new group makes the bridge connect again. Meanwhile, the lamp never looks off or away.
        @Test func aLampThatIsOnStaysOn() async throws {
            let (broker, group) = try await Self.startLamp("ON")
            try await broker.publish("1", to: "garden/x", isRetained: true)
            let bench = try await BridgeBench.start(group)
            let name = "home.device._0x01_" + String(hash("0x01"), radix: 16)
            try await bench.widget(name) {
                $0.content.node("Light")?.attributes["value"] == .boolean(true) && $0.error.isEmpty
            }
            let path = TodayBus.path(of: try BridgeBench.identifier(name))
            let signals = try await SignalRecorder(
                bench.client.connection, MatchRule(path: path, interface: .properties, member: "PropertiesChanged"))
            try bench.configure(group + "[Subscription garden]\nBroker=home\nTopic=garden/+\n")
            try await bench.widget("home.garden", shows: "1")
            try await broker.publish(
                #"{"name": "Power", "stat_t": "lamp/power", \#(Self.device)}"#,
                to: "homeassistant/sensor/0x01/power/config", isRetained: true)
            try await bench.widget(name, shows: "Power")
            for signal in signals.signals {
                let (_, changes) = try signal.arguments(as: String.self, [String: DBusValue].self)
                let content = changes["Content"].map { "\($0)" } ?? ""
                #expect(!content.contains("boolean(false)") && changes["Error"] ?? .string("") == .string(""))
            }
        }

        @Test func aDeviceIsOfferedAndTapped() async throws {
            let (broker, group) = try await Self.startLamp("OFF")
            let bench = try await BridgeBench.start(group)
            let name = "home.device._0x01_" + String(hash("0x01"), radix: 16)
            let widget = try await bench.widget(name) {
                $0.content.node("Light")?.attributes["value"] == .boolean(false) && $0.error.isEmpty
            }
            #expect(
                !widget.arranged && widget.name == "Lamp" && widget.description == "Bulb" && widget.updatedAt == .never)
            // Another entity joins the device.
            try await broker.publish(
                #"{"name": "Power", "stat_t": "lamp/power", "unit_of_meas": "W", \#(Self.device)}"#,
                to: "homeassistant/sensor/0x01/power/config", isRetained: true)
            try await bench.widget(name, shows: "Power")
            try await broker.publish("8.5", to: "lamp/power")
            try await bench.widget(name, shows: "8.5\u{A0}W")
            // A tap publishes; the device answers with its state.
            let follower = try await broker.follow("lamp/set")
            let identifier = try BridgeBench.identifier(name)
            guard case .string(let action)? = widget.content.node("Light")?.attributes["action"] else {
                Issue.record("no action")
                return
            }
            async let tap: Void = bench.client.invokeAction(action, of: identifier, parameter: .boolean(true))
            try await follower.output { $0.utf8Contains("lamp/set ON") }
            try await broker.publish("ON", to: "lamp/state", isRetained: true)
            try await tap
            try await bench.widget(name) { $0.content.node("Light")?.attributes["value"] == .boolean(true) }
            // Its last will makes it unreachable; taps fail and aren't queued.
            try await broker.publish("offline", to: "lamp/status", isRetained: true)
            try await bench.widget(name) { $0.errorKind == .unreachable && $0.content.texts.contains("Light") }
            await #expect(throws: (any Error).self) {
                try await bench.client.invokeAction(action, of: identifier, parameter: .boolean(false))
            }
            try await broker.publish("online", to: "lamp/status", isRetained: true)
            try await bench.widget(name) { $0.error.isEmpty }
            #expect(!follower.text.utf8Contains("lamp/set OFF"))
            // Empty messages remove it.
            try await broker.publish("", to: "homeassistant/sensor/0x01/power/config", isRetained: true)
            try await bench.widget(name) { !$0.content.texts.contains("Power") }
            try await broker.publish("", to: "homeassistant/switch/0x01/light/config", isRetained: true)
            try await bench.waitUntilGone(name)
        }

        /// The widget of a device outlives its bridge; a device that is gone by then loses it.
        @Test func storedDevicesAreTakenOver() async throws {
            let broker = try await MQTTBroker.start()
            func announce(_ device: String) async throws {
                try await broker.publish(
                    #"{"name": "Light", "stat_t": "\#(device)/state", "cmd_t": "set", "dev": {"ids": ["\#(device)"]}}"#,
                    to: "homeassistant/switch/\(device)/config", isRetained: true)
                try await broker.publish("ON", to: device + "/state", isRetained: true)
            }
            try await announce("stays")
            try await announce("goes")
            let group = "[Broker home]\nAddress=\(broker.address)\nDiscovery=homeassistant\n"
            let bench = try await BridgeBench.start(group)
            for name in ["stays", "goes"] { try await bench.widget("home.device." + name, shows: "Light") }
            let id = try await bench.startBridge()
            kill(id, SIGKILL)
            try await end(of: id)
            try await broker.publish("", to: "homeassistant/switch/goes/config", isRetained: true)
            // While the broker doesn't run, both keep their content.
            try await broker.end(SIGTERM)
            try await bench.startBridge()
            for name in ["stays", "goes"] {
                let widget = try await bench.widget("home.device." + name) { $0.errorKind == .unreachable }
                #expect(widget.content.texts == ["Light"])
            }
            try await broker.run()
            try await bench.widget("home.device.stays") { $0.error.isEmpty && $0.content.texts == ["Light"] }
            try await bench.waitUntilGone("home.device.goes")
            // A broker that the configuration no longer has loses all its widgets.
            try bench.configure("")
            try await bench.waitUntilGone("home.device.stays")
        }

        private func hash(_ name: String) -> UInt64 {
            name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }
#endif
