import DBus
import DBusTesting
import DesktopTesting
import Foundation
import TodayPlatform
import Testing

/// The example `hardware`, with python-dbusmock instead of UPower, NetworkManager and BlueZ.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock"),
        "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
struct HardwareTests {
    /// A system bus with the three services, a battery, and a Bluetooth device.
    private struct Machine {
        let bus: PrivateBus
        let client: Connection
        let power: Proxy
        let network: Proxy
        let bluetooth: Proxy
        private let mocks: [ToolRun]

        init() async throws {
            bus = try await PrivateBus.start()
            client = try await bus.connect()
            var mocks: [ToolRun] = []
            for (template, name) in [
                ("upower", "org.freedesktop.UPower"), ("networkmanager", "org.freedesktop.NetworkManager"),
                ("bluez5", "org.bluez"),
            ] as [(String, BusName)] {
                mocks.append(
                    try await bus.start(
                        ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template],
                        with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]))
                _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
            }
            self.mocks = mocks
            power = Proxy(
                client, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.DBus.Mock")
            network = Proxy(
                client, "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager",
                "org.freedesktop.DBus.Mock")
            bluetooth = Proxy(client, "org.bluez", "/org/bluez", "org.bluez.Mock")
            let _: String = try await power.call(
                "AddDischargingBattery", "BAT0", "ThinkPad", 80.0, Int64(3600))
            let _: String = try await bluetooth.call("AddAdapter", "hci0", "my computer")
            let _: String = try await bluetooth.call("AddDevice", "hci0", "AA:BB:CC:DD:EE:FF", "My Phone")
        }

        func stop() { bus.stop() }

        func start(_ arguments: String...) async throws -> ToolRun {
            try await bus.start(
                [try Programs.path("hardware")] + arguments, with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        }
    }

    @Test func whatThereIsIsPrinted() async throws {
        let machine = try await Machine()
        let run = try await machine.start().finished()
        #expect(run.exit == .status(0), "\(run)")
        #expect(
            run.output == """
                Battery ThinkPad: 80 %, discharging
                Network: connected
                Bluetooth My Phone: not connected

                """)
        machine.stop()
    }

    @Test func whatIsNotThereIsSaid() async throws {
        let bus = try await PrivateBus.start()
        let run = try await bus.start(
            [try Programs.path("hardware")], with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        ).finished()
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output.contains("Batteries: ") && run.output.contains("Network: "), "\(run)")
    }

    @Test func changesAreFollowed() async throws {
        let machine = try await Machine()
        let run = try await machine.start("--follow")
        try await run.output {
            $0.contains("Battery ThinkPad: 80 %, discharging\n") && $0.contains("Network: connected\n")
                && $0.contains("Bluetooth My Phone: not connected\n")
        }
        try await machine.network.call("SetGlobalConnectionState", UInt32(20))
        try await run.output { $0.hasSuffix("Network: disconnected\n") }
        try await machine.bluetooth.call("ConnectDevice", "hci0", "AA:BB:CC:DD:EE:FF")
        try await run.output { $0.hasSuffix("Bluetooth My Phone: connected\n") }
        let battery: ObjectPath = "/org/freedesktop/UPower/devices/BAT0"
        try await machine.power.call("SetDeviceProperties", battery, ["Percentage": DBusValue.double(60)])
        try await run.output { $0.hasSuffix("Battery ThinkPad: 60 %, discharging\n") }
        let _: String = try await machine.power.call("AddChargingBattery", "BAT1", "Spare", 20.0, Int64(60))
        try await run.output { $0.hasSuffix("Battery Spare: 20 %, charging\n") }
        try await machine.client.call(
            "org.bluez", path: "/org/bluez/hci0", interface: "org.bluez.Adapter1", "RemoveDevice",
            "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF" as ObjectPath)
        try await run.output { $0.hasSuffix("Bluetooth My Phone: gone\n") }
        machine.stop()
        _ = try await run.finished()
    }
}
