#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import NotificationCenter
    import Testing
    import TodayPlatform

    @testable import TodayWidgets

    /// The service manager of python-dbusmock, with the two methods that it lacks.
    @Suite(
        .enabled(
            if: access("/usr/lib/python3/dist-packages/dbusmock", F_OK) == 0,
            "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
    struct FailedUnitsTests {
        private static let name: BusName = "org.freedesktop.systemd1"
        private static let manager: InterfaceName = "org.freedesktop.systemd1.Manager"

        private struct Manager {
            let process: ToolRun
            let object: Proxy

            static func start(on bus: PrivateBus, _ failed: String...) async throws -> Manager {
                let process = try await bus.start(
                    ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "systemd"],
                    with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
                let client = try await bus.connect()
                _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
                let manager = Manager(
                    process: process,
                    object: Proxy(client, name, "/org/freedesktop/systemd1", "org.freedesktop.DBus.Mock"))
                try await manager.add("Subscribe", "", "", "")
                try await manager.fail(failed)
                return manager
            }

            /// Lists units as failed, and reports the end of a job.
            func fail(_ units: [String]) async throws {
                let list = units.map {
                    "('\($0)', 'About \($0)', 'loaded', 'failed', 'failed', '', '/org/freedesktop/systemd1/unit/x', 0, '', '/')"
                }
                try await add("ListUnitsFiltered", "as", "a(ssssssouso)", "ret = [\(list.joined(separator: ","))]")
                let arguments: [DBusValue] = [
                    .uint32(1), .objectPath("/job/1"), .string("a.service"), .string("failed"),
                ]
                try await object.call("EmitSignal", manager.rawValue, "JobRemoved", "uoss", arguments)
            }

            private func add(_ method: String, _ input: String, _ output: String, _ code: String) async throws {
                try await object.call("AddMethod", manager.rawValue, method, input, output, code)
            }
        }

        /// Follows the units until the test ends.
        private func follow(_ bus: PrivateBus) -> (units: WatchedValue<[[String]]>, task: Task<Void, Never>) {
            let units = WatchedValue<[[String]]>([])
            let address = BusAddress.bus(bus.address)
            let task = Task {
                await FailedUnits.follow(on: address) { list in units.change { $0.append(list.map(\.name)) } }
            }
            return (units, task)
        }

        @Test func failuresComeBySignals() async throws {
            let bus = try await PrivateBus.start()
            let manager = try await Manager.start(on: bus, "a.service")
            let (units, task) = follow(bus)
            try await units.wait { $0.last == ["a.service"] }
            try await manager.fail(["a.service", "b.service"])
            try await units.wait { $0.last == ["a.service", "b.service"] }
            try await manager.fail([])
            try await units.wait { $0.last == [] }
            task.cancel()
            await task.value
        }

        @Test func aManagerMayComeAndGo() async throws {
            let bus = try await PrivateBus.start()
            let (units, task) = follow(bus)
            let manager = try await Manager.start(on: bus, "a.service")
            try await units.wait { $0.last == ["a.service"] }
            manager.process.signal(9)
            try await units.wait { $0.last == [] }
            _ = try await Manager.start(on: bus, "c.service")
            try await units.wait { $0.last == ["c.service"] }
            task.cancel()
            await task.value
        }

        /// Containers have no system bus, and a canceled task leaves nothing behind.
        @Test func aMissingBusIsNoFailure() async throws {
            let task = Task { await FailedUnits.follow(on: .bus("unix:path=/nowhere/at/all")) { _ in } }
            task.cancel()
            await task.value
        }
    }
#endif
