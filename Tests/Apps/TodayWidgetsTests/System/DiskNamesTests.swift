#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayPlatform

    @testable import TodayWidgets

    /// UDisks2, as an object manager of python-dbusmock.
    enum UDisksMock {
        static let device: ObjectPath = "/org/freedesktop/UDisks2/block_devices/sdb1"

        /// Starts it with one block device, whose number is 8:17. The mock emits no signal for the new object.
        ///
        /// - Parameter folders: The folders in which it is mounted.
        static func start(
            on bus: PrivateBus, _ client: Connection, _ names: [String: DBusValue], at folders: [String]
        ) async throws -> ToolRun {
            let root: ObjectPath = "/org/freedesktop/UDisks2"
            let process = try await bus.start(
                [
                    "/usr/bin/python3", "-m", "dbusmock", "--system", "-m", DiskNames.service.rawValue, root.rawValue,
                    "org.freedesktop.UDisks2.Mock",
                ],
                with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            _ = try await client.waitForOwner(of: DiskNames.service, timeout: .seconds(60))
            let mock: InterfaceName = "org.freedesktop.DBus.Mock"
            let block: [String: DBusValue] = ["DeviceNumber": .uint64(8 << 8 | 17)]
            try await Proxy(client, DiskNames.service, root, mock).call(
                "AddObject", device, "org.freedesktop.UDisks2.Block", block.merging(names) { $1 },
                [Struct<String, String, String, String>]())
            let points = DBusValue.array(folders.map { .bytes(Array($0.utf8) + [0]) }, of: "ay")
            try await Proxy(client, DiskNames.service, device, mock).call(
                "AddProperties", "org.freedesktop.UDisks2.Filesystem", ["MountPoints": points])
            return process
        }
    }

    @Suite(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
    struct DiskNamesTests {
        private static func name(_ names: DiskNames, _ path: String, _ device: String) -> String? {
            names[SystemReading.Disk(name: "Folder", path: path, space: DiskSpace(total: 1, used: 0), device: device)]
        }

        /// Follows the names until the test ends.
        private static func follow(_ bus: PrivateBus) -> (names: WatchedValue<DiskNames?>, task: Task<Void, Never>) {
            let (names, address) = (WatchedValue<DiskNames?>(nil), BusAddress.bus(bus.address))
            let task = Task { await DiskNames.follow(on: address) { new in names.change { $0 = new } } }
            return (names, task)
        }

        @Test func namesComeFromHintsAndLabels() async throws {
            let bus = try await PrivateBus.start()
            let client = try await bus.connect()
            let label: [String: DBusValue] = ["IdLabel": "Backup\n2", "HintName": ""]
            let service = try await UDisksMock.start(on: bus, client, label, at: ["/mnt/a", "/mnt/b"])
            let (names, task) = Self.follow(bus)
            let known = try await names.wait { $0.map { Self.name($0, "/x", "8:17") } == "Backup 2" }
            let first = try #require(known)
            #expect(Self.name(first, "/mnt/b", "0:40") == "Backup 2")
            #expect(Self.name(first, "/mnt", "8:1") == nil)
            try await Proxy(client, DiskNames.service, UDisksMock.device, "org.freedesktop.DBus.Mock").call(
                "UpdateProperties", "org.freedesktop.UDisks2.Block", ["HintName": DBusValue.string("Archive")])
            try await names.wait { $0.map { Self.name($0, "/mnt/a", "0:40") } == "Archive" }
            service.signal(9)
            try await names.wait { $0 == DiskNames() }
            task.cancel()
            await task.value
        }

        @Test func theServiceIsNotStarted() async throws {
            let bus = try await PrivateBus.start()
            try await bus.addService(DiskNames.service, exec: "/usr/bin/touch \(bus.folder)/started")
            let (names, task) = Self.follow(bus)
            try await names.wait { $0 == DiskNames() }
            task.cancel()
            await task.value
            #expect(access(bus.folder + "/started", F_OK) != 0)
        }
    }
#endif
