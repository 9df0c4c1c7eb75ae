#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The adapters and the known devices that BlueZ reports.
    @WidgetActor
    final class BluetoothSource: Source {
        private let system: Connection
        private let changed: @WidgetActor () -> Void
        private var client: ObjectManagerClient?
        private var following: Task<Void, Never>?
        private var objects: [ObjectPath: ManagedObject] = [:]

        /// - Parameter changed: Called after a change.
        init(_ system: Connection, changed: @escaping @WidgetActor () -> Void) {
            self.system = system
            self.changed = changed
        }

        func start() async throws {
            // A machine on which nothing has started BlueZ has no Bluetooth in use.
            guard
                let client = try? await ObjectManagerClient.open(
                    system, "org.bluez", at: "/", timeout: .seconds(5), options: .noAutoStart)
            else { return }
            objects = await client.objects
            following = Task { [weak self] in
                for await _ in await client.events(bufferingPolicy: .bufferingNewest(1)) {
                    self?.set(await client.objects)
                }
            }
        }

        private func set(_ now: [ObjectPath: ManagedObject]) {
            if Task.isCancelled || now == objects { return }
            let before = (isOn, devices)
            objects = now
            if before != (isOn, devices) { changed() }
        }

        func stop() { following?.cancel() }

        // MARK: State

        private func adapters() -> [(ObjectPath, BluezAdapter1.Properties)] {
            objects.values.sorted { $0.path.rawValue < $1.path.rawValue }.compactMap { object in
                let properties = object.properties(of: BluezAdapter1.interface, as: BluezAdapter1.Properties.self)
                return properties.map { (object.path, $0) }
            }
        }

        /// Whether Bluetooth is on; nil on a machine without an adapter.
        var isOn: Bool? {
            let all = adapters()
            return all.isEmpty ? nil : all.contains { $0.1.powered == true }
        }

        /// Switches all adapters.
        func setOn(_ isOn: Bool) async throws {
            for (path, _) in adapters() { try await BluezAdapter1(system, at: path).setPowered(isOn) }
        }

        /// The devices that are paired or connected, the connected ones first.
        var devices: [Device] {
            let all = objects.values.compactMap { Device($0) }.sorted {
                ($0.name, $0.path.rawValue) < ($1.name, $1.path.rawValue)
            }
            return all.filter(\.isConnected) + all.filter { !$0.isConnected }
        }

        /// Connects or disconnects a device.
        func setConnected(_ isConnected: Bool, _ path: ObjectPath) async throws {
            // A device that is asleep takes its time. The center waits for at most 20 seconds.
            let device = BluezDevice1(system, at: path).with(timeout: .seconds(18))
            if isConnected { try await device.connect() } else { try await device.disconnect() }
        }

        /// A Bluetooth device.
        struct Device: Equatable {
            let path: ObjectPath
            let name: String
            let icon: String
            let isConnected: Bool
            /// The charge in percent; nil if the device doesn't report it.
            let charge: Int?

            fileprivate init?(_ object: ManagedObject) {
                guard let device = object.properties(of: BluezDevice1.interface, as: BluezDevice1.Properties.self),
                    device.paired == true || device.connected == true
                else { return nil }
                path = object.path
                let alias = ForeignText.title(device.alias ?? "")
                name = alias.isEmpty ? tr("Device") : alias
                icon = device.icon.flatMap { $0.isEmpty ? nil : $0 + "-symbolic" } ?? "bluetooth-active-symbolic"
                isConnected = device.connected == true
                let battery = object.properties(of: BluezBattery1.interface, as: BluezBattery1.Properties.self)
                charge = battery?.percentage.map { min(Int($0), 100) }
            }
        }
    }
#endif
