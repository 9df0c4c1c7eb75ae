#if Widgets
    import DBus
    import DBusTesting
    import NotificationCenter
    import Testing
    import TodayModel

    /// The battery widget, with UPower and the power profiles of python-dbusmock.
    @Suite(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
    struct BatteryTests {
        private static let power = RemoteInterface(
            "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.DBus.Mock")
        private static let profiles = RemoteInterface(
            "net.hadess.PowerProfiles", "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles")
        private static let display: ObjectPath = "/org/freedesktop/UPower/devices/DisplayDevice"
        private static let mouse: ObjectPath = "/org/freedesktop/UPower/devices/mouse"

        /// Sets the battery that stands for all batteries of the machine.
        private static func setBattery(
            _ client: Connection, _ state: UInt32, _ percentage: Double, toEmpty: Int64 = 0, toFull: Int64 = 0,
            warning: UInt32 = 1
        ) async throws {
            try await Proxy(client, power).call(
                "SetupDisplayDevice", UInt32(2), state, percentage, percentage, 100.0, 10.0, toEmpty, toFull, true,
                "battery", warning)
        }

        private static func addMouse(_ client: Connection) async throws {
            let properties: [String: DBusValue] = [
                "Type": .uint32(5), "State": .uint32(2), "Percentage": .double(80), "Model": "MX Anywhere",
                "IsPresent": .boolean(true), "PowerSupply": .boolean(false),
            ]
            try await Proxy(client, power).call(
                "AddObject", mouse, "org.freedesktop.UPower.Device", properties,
                [Struct<String, String, String, String>]())
            // Objects of the mock are announced by hand.
            try await Proxy(client, power).call(
                "EmitSignal", "org.freedesktop.UPower", "DeviceAdded", "o", [DBusValue.objectPath(mouse)])
        }

        @Test func chargeTimeDevicesAndProfilesAreFollowed() async throws {
            let desk = try await WidgetsDesk.start([
                ("upower", "org.freedesktop.UPower"), ("power_profiles_daemon", "net.hadess.PowerProfiles"),
            ]) { try await Self.setBattery($1, 2, 42, toEmpty: 6600) }
            let client = desk.client.connection
            try await desk.view()
            let profiles = "[Power Saver]  [Balanced]  [Performance]"
            try await desk.shows("████████░░░░░░░░░░░░ 42%  1:50 left\n\(profiles)", "battery")

            try await Self.addMouse(client)
            let mouse = "MX Anywhere  80%"
            try await desk.shows("████████░░░░░░░░░░░░ 42%  1:50 left\n\(mouse)\n\(profiles)", "battery")
            try await Self.setBattery(client, 1, 45, toFull: 2400)
            try await desk.shows("█████████░░░░░░░░░░░ 45%  0:40 until full\n\(mouse)\n\(profiles)", "battery")
            try await Self.setBattery(client, 4, 100)
            try await desk.shows("████████████████████ 100%  Fully charged\n\(mouse)\n\(profiles)", "battery")
            try await Self.setBattery(client, 2, 5, toEmpty: 600, warning: 4)
            let low = try await desk.widget("battery") { $0.content.first("progress")?["color"] == .string("error") }
            #expect(low.content.first("progress")?["label"] == "5%")
            #expect(low.attention == .alert)
            try await Self.setBattery(client, 1, 5, toFull: 6000, warning: 4)
            try await desk.widget("battery") { $0.attention == .none }
            try await Self.setBattery(client, 2, 5, toEmpty: 600, warning: 4)
            try await desk.widget("battery") { $0.attention == .alert }
            try await Proxy(client, Self.power).call("RemoveDevice", Self.mouse)
            try await desk.shows("█░░░░░░░░░░░░░░░░░░░ 5%  0:10 left\n\(profiles)", "battery")

            #expect(low.content.all("button").map { $0["style"] } == ["normal", "prominent", "normal"])
            try await desk.tap("profile", "performance", on: "battery")
            try await desk.widget("battery") {
                $0.content.all("button").map { $0["style"] } == ["normal", "normal", "prominent"]
            }
            let active: String = try await Proxy(client, Self.profiles).get("ActiveProfile")
            #expect(active == "performance")
            try await desk.end()
        }

        @Test func aMachineWithoutABatteryShowsItsMouseOrNothing() async throws {
            let desk = try await WidgetsDesk.start([("upower", "org.freedesktop.UPower")])
            try await desk.view()
            try await desk.widget("battery") { !$0.hasContent }
            try await Self.addMouse(desk.client.connection)
            let widget = try await desk.widget("battery") { $0.hasContent }
            #expect(widget.content.plainText(PlainText.Context(now: .now, displayMode: .compact)) == "MX Anywhere  80%")
            try await Proxy(desk.client.connection, Self.power).call("RemoveDevice", Self.mouse)
            try await desk.widget("battery") { !$0.hasContent }
            try await desk.end()
        }
    }
#endif
