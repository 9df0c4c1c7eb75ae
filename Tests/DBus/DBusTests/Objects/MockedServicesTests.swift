import DBusTesting
import Glibc
import TodayPlatform
import Testing

@testable import DBus

/// Services of python-dbusmock, which stand in for BlueZ and NetworkManager.
@Suite(
    .enabled(
        if: access("/usr/lib/python3/dist-packages/dbusmock", F_OK) == 0,
        "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
struct MockedServicesTests {
    private static let device: InterfaceName = "org.bluez.Device1"
    private static let adapter: InterfaceName = "org.bluez.Adapter1"

    private struct Device: DBusDictionary, Equatable {
        var alias = ""
        var isConnected = false
        static let keys = [DBusKey("Alias", \Device.alias), DBusKey("Connected", \Device.isConnected)]
    }

    /// Starts a template, and waits until it has its name.
    private func start(_ template: String, _ name: BusName, on bus: PrivateBus) async throws -> ToolRun {
        let mock = try await bus.start(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template],
            with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        let client = try await bus.connect()
        _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
        await client.close()
        return mock
    }

    /// Hotplug of Bluetooth devices, and a service that is killed and restarted.
    @Test func bluetoothDevicesComeAndGo() async throws {
        let bus = try await PrivateBus.start()
        let first = try await start("bluez5", "org.bluez", on: bus)
        let client = try await bus.connect()
        let mock = Proxy(client, "org.bluez", "/org/bluez", "org.bluez.Mock")
        let _: String = try await mock.call("AddAdapter", "hci0", "my computer")

        let bluetooth = try await ObjectManagerClient.open(client, "org.bluez", at: "/")
        #expect(await Array(bluetooth.objects(with: Self.adapter).keys) == ["/org/bluez/hci0"])
        let seen = WatchedValue<[ObjectEvent]>([])
        // Before the first change, which would be missed.
        let events = await bluetooth.events()
        let following = Task { for await event in events { seen.change { $0.append(event) } } }
        defer { following.cancel() }

        let phone: ObjectPath = "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"
        let _: String = try await mock.call("AddDevice", "hci0", "AA:BB:CC:DD:EE:FF", "My Phone")
        try await seen.wait { $0.contains { if case .added(phone, _) = $0 { true } else { false } } }
        let found = try #require(await bluetooth.objects[phone])
        #expect(found.properties(of: Self.device, as: Device.self) == Device(alias: "My Phone"))
        let cache = try await bluetooth.proxy(phone, Self.device).properties()
        let states = Collector(await cache.updates(as: Device.self, bufferingPolicy: .unbounded))

        try await mock.call("ConnectDevice", "hci0", "AA:BB:CC:DD:EE:FF")
        try await seen.wait { events in
            events.contains {
                if case .changed(phone, Self.device, let values, _) = $0 { values["Connected"] == true } else { false }
            }
        }
        let known = Device(alias: "My Phone")
        let connected = Device(alias: "My Phone", isConnected: true)
        try await states.wait(for: [known, connected])
        try await bluetooth.proxy("/org/bluez/hci0", Self.adapter).call("RemoveDevice", phone)
        try await seen.wait { $0.contains(.removed(phone, [Self.device])) }
        try await states.wait(for: [known, connected, nil])
        #expect(await bluetooth.objects[phone] == nil)

        first.signal(SIGKILL)
        try await seen.wait { $0.last == .ownerChanged(nil) }
        #expect(await bluetooth.objects.isEmpty)
        _ = try await start("bluez5", "org.bluez", on: bus)
        let _: String = try await mock.call("AddAdapter", "hci1", "another")
        try await seen.wait { $0.contains { if case .added("/org/bluez/hci1", _) = $0 { true } else { false } } }
        let manager = try #require(await bluetooth.objects["/org/bluez"])
        #expect(manager.interfaces.keys.contains("org.bluez.AgentManager1"))
    }

    @Test func networkDevicesComeAndGo() async throws {
        let bus = try await PrivateBus.start()
        _ = try await start("networkmanager", "org.freedesktop.NetworkManager", on: bus)
        let client = try await bus.connect()
        let network = try await ObjectManagerClient.open(
            client, "org.freedesktop.NetworkManager", at: "/org/freedesktop")
        let (main, state): (ObjectPath, InterfaceName) = (
            "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager"
        )
        #expect(await network.objects[main]?.value("State", of: state) == UInt32(70))
        let mock = Proxy(client, "org.freedesktop.NetworkManager", main, "org.freedesktop.DBus.Mock")
        let seen = WatchedValue<[ObjectEvent]>([])
        // Before the first change, which would be missed.
        let events = await network.events()
        let following = Task { for await event in events { seen.change { $0.append(event) } } }
        defer { following.cancel() }
        try await mock.call("SetGlobalConnectionState", UInt32(20))
        try await seen.wait { events in
            events.contains {
                if case .changed(main, state, let values, _) = $0 { values["State"] == .uint32(20) } else { false }
            }
        }
        let path: String = try await mock.call("AddEthernetDevice", "wired", "eth0", Int32(100))
        let devices = Proxy(client, network.proxy.destination, main, state)
        let listed: [ObjectPath] = try await devices.get("Devices")
        #expect(listed.map(\.rawValue) == [path])
    }
}
