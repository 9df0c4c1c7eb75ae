import DBus
import Testing
import TodayBridgeRules
import TodayModel

/// Messages in the forms that the documents of Zigbee2MQTT, Tasmota and ESPHome show.
@Suite struct DiscoveryTests {
    private static let now = Timestamp(microseconds: 1_700_000_000_000_000)

    /// A board and short forms of its functions.
    private struct Bench {
        var board = DeviceBoard()

        @discardableResult
        mutating func announce(_ topic: String, _ payload: String) throws -> Set<String> {
            try board.discover("homeassistant/\(topic)/config", Array(payload.utf8), prefix: "homeassistant")
        }

        @discardableResult
        mutating func receive(_ topic: String, _ payload: String, isRetained: Bool = false) throws -> Set<String> {
            try board.receive(topic, Array(payload.utf8), isRetained: isRetained, at: DiscoveryTests.now)
        }

        func texts(_ device: String) -> [String] { board.content(of: device).texts }

        mutating func tap(_ device: String, _ label: String, _ parameter: DBusValue? = nil) throws -> (String, String) {
            let node = try #require(board.content(of: device).node(label))
            guard case .string(let action)? = node.attributes["action"] else { throw Fault(message: "no action") }
            let found = board.command(device, action, parameter ?? node.attributes["parameter"])
            let command = try #require(found)
            return (command.topic, command.payload)
        }
    }

    @Test func zigbee2MQTT() throws {
        var bench = Bench()
        let device = #"""
            "device": {"identifiers": ["zigbee2mqtt_0x00158d0001dc126a"], "manufacturer": "Xiaomi", "model": "Aqara sensor",
              "name": "Hall", "sw_version": "Zigbee2MQTT 1.17.0"},
            "availability": [{"topic": "zigbee2mqtt/bridge/state", "value_template": "{{ value_json.state }}"},
              {"topic": "zigbee2mqtt/Hall/availability", "value_template": "{{ value_json.state }}"}],
            "availability_mode": "all", "json_attributes_topic": "zigbee2mqtt/Hall", "enabled_by_default": true
            """#
        try bench.announce(
            "sensor/0x00158d0001dc126a/temperature",
            #"{"device_class": "temperature", "state_class": "measurement", "unit_of_measurement": "°C", "name": "Temperature", "#
                + #""state_topic": "zigbee2mqtt/Hall", "value_template": "{{ value_json.temperature }}", \#(device)}"#)
        try bench.announce(
            "sensor/0x00158d0001dc126a/battery",
            #"{"device_class": "battery", "entity_category": "diagnostic", "unit_of_measurement": "%", "#
                + #""state_topic": "zigbee2mqtt/Hall", "value_template": "{{ value_json.battery }}", \#(device)}"#)
        try bench.announce(
            "binary_sensor/0x00158d0001dc126a/contact",
            #"{"device_class": "door", "payload_on": false, "payload_off": true, "#
                + #""state_topic": "zigbee2mqtt/Hall", "value_template": "{{ value_json.contact }}", \#(device)}"#)
        try bench.announce("device_automation/0x00158d0001dc126a/action_single", #"{"automation_type": "trigger"}"#)
        let id = "zigbee2mqtt_0x00158d0001dc126a"
        #expect(bench.board.identifiers == [id])
        #expect(bench.board.information(id)?.name == "Hall")
        #expect(bench.board.information(id)?.model == "Xiaomi Aqara sensor")
        #expect(
            bench.board.topics == ["zigbee2mqtt/Hall", "zigbee2mqtt/bridge/state", "zigbee2mqtt/Hall/availability"])
        #expect(bench.board.takeUnread() == bench.board.topics && bench.board.takeUnread().isEmpty)
        #expect(!bench.board.isAvailable(id))
        try bench.receive("zigbee2mqtt/bridge/state", #"{"state": "online"}"#)
        #expect(!bench.board.isAvailable(id))
        #expect(try bench.receive("zigbee2mqtt/Hall/availability", #"{"state": "online"}"#) == [id])
        #expect(bench.board.isAvailable(id))
        try bench.receive(
            "zigbee2mqtt/Hall",
            #"{"temperature": 21.5, "battery": 97, "contact": false, "linkquality": 63, "update": null}"#)
        #expect(bench.texts(id) == ["Door", "Open", "Temperature", "21.5\u{A0}°C", "Details", "Battery", "97%"])
        #expect(bench.board.time(id) == Self.now)
        // A value that a message doesn't have stays.
        try bench.receive("zigbee2mqtt/Hall", #"{"contact": true, "temperature": null}"#)
        #expect(bench.texts(id).prefix(4) == ["Door", "Closed", "Temperature", "21.5\u{A0}°C"])
        try bench.receive("zigbee2mqtt/bridge/state", #"{"state": "offline"}"#)
        #expect(!bench.board.isAvailable(id))
        for topic in ["sensor/0x00158d0001dc126a/temperature", "sensor/0x00158d0001dc126a/battery"] {
            #expect(try bench.announce(topic, "") == [id])
        }
        #expect(bench.texts(id) == ["Door", "Unavailable"])
        try bench.announce("binary_sensor/0x00158d0001dc126a/contact", "")
        #expect(bench.board.identifiers.isEmpty && bench.board.topics.isEmpty)
    }

    @Test func aLightOfZigbee2MQTT() throws {
        var bench = Bench()
        try bench.announce(
            "light/0x0017880104e45517/light",
            #"""
            {"availability": [{"topic": "zigbee2mqtt/bridge/state"}], "brightness": true, "brightness_scale": 254,
             "command_topic": "zigbee2mqtt/Lamp/set", "schema": "json", "state_topic": "zigbee2mqtt/Lamp", "name": null,
             "supported_color_modes": ["brightness"], "unique_id": "0x0017880104e45517_light_zigbee2mqtt",
             "device": {"identifiers": ["zigbee2mqtt_0x0017880104e45517"], "name": "Lamp"}}
            """#)
        let id = "zigbee2mqtt_0x0017880104e45517"
        try bench.receive("zigbee2mqtt/bridge/state", "online")
        try bench.receive("zigbee2mqtt/Lamp", #"{"state": "ON", "brightness": 127}"#)
        let content = bench.board.content(of: id)
        #expect(content.node("Lamp")?.attributes["value"] == .boolean(true))
        #expect(content.node("Brightness")?.attributes["value"] == .double(50))
        #expect(try content.validated() == content)
        #expect(try bench.tap(id, "Lamp", .boolean(false)) == ("zigbee2mqtt/Lamp/set", #"{"state":"OFF"}"#))
        #expect(
            try bench.tap(id, "Brightness", .double(100)) == (
                "zigbee2mqtt/Lamp/set", #"{"state":"ON","brightness":254}"#
            ))
        #expect(try bench.tap(id, "Brightness", .double(0)) == ("zigbee2mqtt/Lamp/set", #"{"state":"OFF"}"#))
    }

    @Test func tasmota() throws {
        var bench = Bench()
        try bench.announce(
            "light/C1B3F2_LI_1",
            #"""
            {"name": "Desk", "cmd_t": "~cmnd/POWER", "stat_t": "~tele/STATE", "val_tpl": "{{value_json.POWER}}",
             "pl_off": "OFF", "pl_on": "ON", "avty_t": "~tele/LWT", "pl_avail": "Online", "pl_not_avail": "Offline",
             "uniq_id": "C1B3F2_LI_1", "device": {"identifiers": ["C1B3F2"], "connections": [["mac", "DC:4F:22:C1:B3:F2"]]},
             "~": "tasmota/desk/", "bri_cmd_t": "~cmnd/Dimmer", "bri_stat_t": "~tele/STATE", "bri_scl": 100,
             "on_cmd_type": "brightness", "bri_val_tpl": "{{value_json.Dimmer}}"}
            """#)
        try bench.announce(
            "switch/C1B3F2_RL_2",
            #"""
            {"name": "Fan", "cmd_t": "~cmnd/POWER2", "stat_t": "~tele/STATE", "val_tpl": "{{value_json.POWER2}}",
             "pl_off": "OFF", "pl_on": "ON", "avty_t": "~tele/LWT", "pl_avail": "Online", "pl_not_avail": "Offline",
             "dev": {"ids": ["C1B3F2"], "name": "Desk", "mdl": "Sonoff", "mf": "Tasmota"}, "~": "tasmota/desk/"}
            """#)
        try bench.announce(
            "sensor/C1B3F2_SI7021_Temperature",
            #"""
            {"name": "Temperature", "stat_t": "tasmota/desk/tele/SENSOR", "unit_of_meas": "°C", "dev_cla": "temperature",
             "val_tpl": "{{value_json['SI7021'].Temperature}}", "dev": {"ids": ["C1B3F2"]}}
            """#)
        #expect(bench.board.identifiers == ["C1B3F2"])
        try bench.receive("tasmota/desk/tele/LWT", "Online", isRetained: true)
        try bench.receive(
            "tasmota/desk/tele/STATE", #"{"Time": "2023-11-14T22:13:20", "POWER": "ON", "POWER2": "OFF", "Dimmer": 30}"#
        )
        try bench.receive(
            "tasmota/desk/tele/SENSOR", #"{"SI7021": {"Temperature": 20.1, "Humidity": 40}, "TempUnit": "C"}"#)
        #expect(bench.texts("C1B3F2") == ["Desk", "Brightness", "Fan", "Temperature", "20.1\u{A0}°C"])
        #expect(try bench.tap("C1B3F2", "Desk", .boolean(true)) == ("tasmota/desk/cmnd/POWER", "ON"))
        #expect(try bench.tap("C1B3F2", "Brightness", .double(55)) == ("tasmota/desk/cmnd/Dimmer", "55"))
        #expect(try bench.tap("C1B3F2", "Fan", .boolean(true)) == ("tasmota/desk/cmnd/POWER2", "ON"))
        try bench.receive("tasmota/desk/tele/LWT", "Offline")
        // The sensor has no availability of its own.
        #expect(bench.board.isAvailable("C1B3F2"))
        #expect(bench.board.content(of: "C1B3F2").node("Fan")?.attributes["enabled"] == .boolean(false))
    }

    @Test func espHome() throws {
        var bench = Bench()
        let device =
            #""dev": {"ids": "a4cf12f03246", "name": "livingroom", "sw": "esphome v2023.5.0", "mdl": "d1_mini", "mf": "espressif"}"#
        let status = #""avty_t": "livingroom/status""#
        try bench.announce(
            "sensor/livingroom/temperature",
            #"{"dev_cla": "temperature", "unit_of_meas": "°C", "stat_cla": "measurement", "name": "Temperature", "#
                + #""stat_t": "livingroom/sensor/temperature/state", \#(status), "uniq_id": "ESPsensortemperature", \#(device)}"#
        )
        try bench.announce(
            "switch/livingroom/relay",
            #"{"name": "Relay", "stat_t": "livingroom/switch/relay/state", "cmd_t": "livingroom/switch/relay/command", \#(status), \#(device)}"#
        )
        try bench.announce(
            "number/livingroom/speed",
            #"{"min": 0, "max": 10, "step": 0.5, "name": "Speed", "stat_t": "livingroom/number/speed/state", "#
                + #""cmd_t": "livingroom/number/speed/command", \#(status), \#(device)}"#)
        try bench.announce(
            "button/livingroom/restart",
            #"{"name": "Restart", "cmd_t": "livingroom/button/restart/command", "ent_cat": "config", \#(status), \#(device)}"#
        )
        try bench.announce(
            "select/livingroom/mode",
            #"{"name": "Mode", "ops": ["eco", "boost"], "stat_t": "livingroom/select/mode/state", "#
                + #""cmd_t": "livingroom/select/mode/command", \#(status), \#(device)}"#)
        let id = "a4cf12f03246"
        for (topic, payload) in [
            ("status", "online"), ("sensor/temperature/state", "20.93"), ("switch/relay/state", "ON"),
            ("number/speed/state", "2.5"), ("select/mode/state", "eco"),
        ] {
            try bench.receive("livingroom/" + topic, payload, isRetained: true)
        }
        #expect(
            bench.texts(id) == [
                "Mode", "eco", "boost", "Relay", "Speed", "Temperature", "20.93\u{A0}°C", "Details", "Restart",
            ])
        // The age of retained messages is unknown.
        #expect(bench.board.time(id) == .never)
        let content = bench.board.content(of: id)
        #expect(content.node("Relay")?.attributes["value"] == .boolean(true))
        #expect(content.node("Speed")?.attributes["value"] == .double(2.5))
        #expect(content.node("eco")?.attributes["style"] == .string("prominent"))
        #expect(try content.validated() == content)
        #expect(try bench.tap(id, "Relay", .boolean(false)) == ("livingroom/switch/relay/command", "OFF"))
        #expect(try bench.tap(id, "Speed", .double(7.5)) == ("livingroom/number/speed/command", "7.5"))
        #expect(try bench.tap(id, "Restart") == ("livingroom/button/restart/command", "PRESS"))
        #expect(try bench.tap(id, "boost") == ("livingroom/select/mode/command", "boost"))
    }

    /// One message for all entities of a device, as Home Assistant has it since 2024.11.
    @Test func aDeviceInOneMessage() throws {
        var bench = Bench()
        try bench.announce(
            "device/0AFFD2",
            #"""
            {"dev": {"ids": "ea334450945afc", "name": "Kitchen", "mf": "Bla electronics"}, "o": {"name": "bla2mqtt"},
             "cmps": {"t": {"p": "sensor", "device_class": "temperature", "unit_of_measurement": "°C",
               "value_template": "{{ value_json.temperature }}", "unique_id": "t", "name": "Temperature"},
              "h": {"p": "sensor", "device_class": "humidity", "unit_of_measurement": "%",
               "value_template": "{{ value_json.humidity }}", "unique_id": "h"}},
             "state_topic": "sensorBedroom/state", "qos": 2}
            """#)
        try bench.receive("sensorBedroom/state", #"{"temperature": 19, "humidity": 51.5}"#)
        #expect(bench.texts("ea334450945afc") == ["Humidity", "51.5%", "Temperature", "19\u{A0}°C"])
        // A component that is missing from the next message is removed.
        try bench.announce(
            "device/0AFFD2",
            #"{"dev": {"ids": "ea334450945afc"}, "cmps": {"t": {"p": "sensor", "name": "Temperature"}}, "state_topic": "x"}"#
        )
        #expect(bench.texts("ea334450945afc") == ["Temperature", "–"])
    }

    @Test func unsupportedTemplatesAreListed() throws {
        var bench = Bench()
        try bench.announce(
            "sensor/x", #"{"name": "X", "stat_t": "x", "val_tpl": "{{ value_json.a * 2 }}"}"#)
        try bench.receive("x", #"{"a": 1}"#)
        #expect(bench.texts("x") == ["X", #"{"a": 1}"#])
        // Whether it is on is unknown, too.
        try bench.announce("binary_sensor/y", #"{"name": "Y", "stat_t": "y", "val_tpl": "{{ value | upper }}"}"#)
        try bench.receive("y", "on")
        #expect(bench.texts("y") == ["Y", "on"])
        #expect(
            bench.board.unsupported.map(\.description) == [
                "X, sensor/x: the template \"{{ value_json.a * 2 }}\" isn't supported; the whole payload is shown",
                "Y, binary_sensor/y: the template \"{{ value | upper }}\" isn't supported; the whole payload is shown",
            ])
    }

    @Test(arguments: ["[]", "{", "1", "\"x\"", "{\"dev\": 5}", "{\"stat_t\": \"a/#\"}", "{\"stat_t\": 5}"])
    func aBadMessageMakesNoDevice(_ payload: String) {
        var bench = Bench()
        _ = try? bench.announce("sensor/x", payload)
        #expect(bench.board.identifiers.isEmpty && bench.board.topics.isEmpty)
    }

    @Test func aFloodIsBounded() throws {
        var bench = Bench()
        var refused = 0
        for number in 0..<1000 {
            do {
                try bench.announce("switch/s\(number)", #"{"cmd_t": "c/\#(number)", "stat_t": "s/\#(number)"}"#)
            } catch {
                refused += 1
            }
        }
        #expect(bench.board.identifiers.count == DeviceBoard.maximumDevices && refused == 744)
        bench = Bench()
        for number in 0..<1000 {
            _ = try? bench.announce("switch/d/s\(number)", #"{"cmd_t": "c", "stat_t": "s", "dev": {"ids": "d"}}"#)
        }
        #expect(bench.board.content(of: "d").children.count == DeviceBoard.maximumEntities)
        #expect(throws: Never.self) { try bench.board.content(of: "d").validated() }
    }
}
