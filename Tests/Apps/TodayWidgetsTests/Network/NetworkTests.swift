#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel

    /// The network widget, with NetworkManager and BlueZ of python-dbusmock.
    @Suite(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
    struct NetworkTests {
        private static let manager = RemoteInterface(
            "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Mock")
        private static let bluetooth = RemoteInterface("org.bluez", "/org/bluez", "org.bluez.Mock")
        private static let phone: ObjectPath = "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"
        private static let point: ObjectPath = "/org/freedesktop/NetworkManager/AccessPoint/point"

        private static func fill(_ client: Connection) async throws {
            let network = Proxy(client, manager)
            let device: String = try await network.call("AddWiFiDevice", "wlan0", "wlan0", Int32(100))
            let _: String = try await network.call(
                "AddAccessPoint", device, "point", "Home", "00:23:f8:7e:12:bb", UInt32(2), UInt32(2425), UInt32(5400),
                UInt8(82), UInt32(0x100))
            let connection: String = try await network.call("AddWiFiConnection", device, "point", "Home", "wpa-psk")
            let _: String = try await network.call(
                "AddActiveConnection", [device], connection, Self.point.rawValue, "0", UInt32(2))
            let blue = Proxy(client, bluetooth)
            let _: String = try await blue.call("AddAdapter", "hci0", "my computer")
            let _: String = try await blue.call("AddDevice", "hci0", "AA:BB:CC:DD:EE:FF", "My Phone")
            // A device that is in reach, but not paired, is someone else's.
            let _: String = try await blue.call("AddDevice", "hci0", "00:11:22:33:44:55", "Stranger")
            try await blue.call("PairDevice", "hci0", "AA:BB:CC:DD:EE:FF", Int32(5_898_764))
        }

        /// The widget is one that users add.
        private static func start() async throws -> WidgetsDesk {
            let desk = try await WidgetsDesk.start([
                ("networkmanager", "org.freedesktop.NetworkManager"), ("bluez5", "org.bluez"),
            ]) { try await fill($1) }
            try await desk.widget("network")
            try await desk.client.arrange([WidgetsDesk.identifier("network")])
            try await desk.view()
            return desk
        }

        @Test func networkAndDevicesAreFollowed() async throws {
            let desk = try await Self.start()
            let client = desk.client.connection
            let switches = "[x] Wi-Fi\n[x] Bluetooth\n[ ] My Phone"
            try await desk.shows("Home\nSignal 82%\n\(switches)", "network")
            let content = try await desk.widget("network").content
            #expect(content.first("image")?["icon"] == "network-wireless-signal-excellent-symbolic")
            #expect(content.first("text")?["private"] == true)

            try await Proxy(client, Self.manager).call(
                "SetProperty", Self.point.rawValue, "org.freedesktop.NetworkManager.AccessPoint", "Strength",
                DBusValue.byte(40))
            try await desk.shows("Home\nSignal 40%\n\(switches)", "network")
            try await Proxy(client, Self.manager).call("SetConnectivity", UInt32(2))
            try await desk.shows("Home\nSign-in required · Signal 40%\n\(switches)", "network")
            try await Proxy(client, Self.manager).call("SetConnectivity", UInt32(4))
            try await Proxy(client, Self.manager).call(
                "RemoveActiveConnection", "/org/freedesktop/NetworkManager/Devices/wlan0",
                "/org/freedesktop/NetworkManager/ActiveConnection/0")
            try await desk.shows("Not connected\n\(switches)", "network")
            try await desk.end()
        }

        @Test func tapsSwitchAndConnect() async throws {
            let desk = try await Self.start()
            let client = desk.client.connection
            try await desk.tap("connect:\(Self.phone)", true, on: "network")
            try await desk.shows("Home\nSignal 82%\n[x] Wi-Fi\n[x] Bluetooth\n[x] My Phone", "network")
            // A headset that connects reports its battery.
            try await Proxy(client, "org.bluez", Self.phone, "org.freedesktop.DBus.Mock").call(
                "AddProperties", "org.bluez.Battery1", ["Percentage": DBusValue.byte(64)])
            try await desk.tap("connect:\(Self.phone)", false, on: "network")
            try await desk.shows("Home\nSignal 82%\n[x] Wi-Fi\n[x] Bluetooth\n[ ] My Phone", "network")
            try await desk.tap("wireless", false, on: "network")
            try await desk.shows("Home\nSignal 82%\n[ ] Wi-Fi\n[x] Bluetooth\n[ ] My Phone", "network")
            try await desk.tap("bluetooth", false, on: "network")
            try await desk.shows("Home\nSignal 82%\n[ ] Wi-Fi\n[ ] Bluetooth", "network")
            try await desk.end()
        }

        @Test func aMachineWithoutTheServicesHasNoSuchWidget() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.widget("timer")
            await #expect(throws: CenterError.self) {
                try await desk.client.properties(of: WidgetsDesk.identifier("network"))
            }
            try await desk.end()
        }

        @Test func bluetoothWithoutAnAdapterIsHidden() async throws {
            let desk = try await WidgetsDesk.start([("bluez5", "org.bluez")])
            try await desk.widget("network")
            try await desk.client.arrange([WidgetsDesk.identifier("network")])
            try await desk.view()
            try await desk.widget("network") { !$0.hasContent }
            let _: String = try await Proxy(desk.client.connection, Self.bluetooth).call(
                "AddAdapter", "hci0", "my computer")
            try await desk.shows("[x] Bluetooth", "network")
            try await desk.end()
        }
    }
#endif
