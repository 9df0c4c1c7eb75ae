#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The batteries that UPower reports, and the power profiles.
    @WidgetActor
    final class PowerSource: Source {
        private static let display: ObjectPath = "/org/freedesktop/UPower/devices/DisplayDevice"
        /// The name of the power profiles since version 0.20 of power-profiles-daemon, and the one before.
        private static let services: [BusName] = ["org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles"]
        /// A service that doesn't answer is treated as missing.
        private static let patience = Duration.seconds(5)

        private let system: Connection
        private let changed: @WidgetActor () -> Void
        private var listing: Task<Void, Never>?

        private lazy var devices = FollowedProperties<ObjectPath, UPowerDevice.Properties>(
            { [system] in UPowerDevice(system, at: $0).proxy }, changed: { [changed] _ in changed() })
        private lazy var profiles = FollowedProperties<BusName, UPowerPowerProfiles.Properties>(
            { [system] in Self.profiles(system, $0).proxy }, changed: { [changed] _ in changed() })

        /// - Parameter changed: Called after a change.
        init(_ system: Connection, changed: @escaping @WidgetActor () -> Void) {
            self.system = system
            self.changed = changed
        }

        func start() async throws {
            try await followDevices()
            try await followProfiles()
        }

        func stop() {
            listing?.cancel()
            devices.stop()
            profiles.stop()
        }

        private func followDevices() async throws {
            let power = UPower(system).with(timeout: Self.patience)
            // Only a call starts the service.
            _ = try? await power.enumerateDevices()
            let lists = try await power.proxy.objects(
                listedBy: "EnumerateDevices", added: "DeviceAdded", removed: "DeviceRemoved")
            for await paths in lists {
                try await devices.follow(paths.union([Self.display]))
                break
            }
            listing = Task { [weak self] in
                for await paths in lists {
                    try? await self?.devices.follow(paths.union([Self.display]))
                    self?.changed()
                }
            }
        }

        // MARK: Batteries

        /// The battery of the machine, or all of its batteries as one; nil on a machine without one.
        var main: UPowerDevice.Properties? {
            let display = devices.values[Self.display]
            return display?.isPresent == true && display?.isSupply == true ? display : supplies.first
        }

        /// The batteries of the machine one by one.
        var supplies: [UPowerDevice.Properties] { sorted(\.isSupply) }

        /// The batteries of its devices, such as a mouse.
        var accessories: [UPowerDevice.Properties] { sorted(\.isAccessory) }

        private func sorted(_ isIncluded: (UPowerDevice.Properties) -> Bool) -> [UPowerDevice.Properties] {
            devices.values.filter { $0.key != Self.display && isIncluded($0.value) }
                .sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        }

        // MARK: Profiles

        private static func profiles(_ system: Connection, _ name: BusName) -> UPowerPowerProfiles {
            let path = ObjectPath(derivedFrom: name)
            let interface = InterfaceName(rawValue: name.rawValue) ?? UPowerPowerProfiles.interface
            return UPowerPowerProfiles(Proxy(system, name, path, interface)).with(timeout: patience)
        }

        private func followProfiles() async throws {
            for name in Self.services {
                _ = try? await Self.profiles(system, name).activeProfile
                try await profiles.follow([name])
                if profiles.values[name] != nil { return }
            }
        }

        /// The name of the profile in force; nil on a machine without power profiles.
        var profile: String? { profiles.values.values.first?.activeProfile }

        /// The names of the profiles.
        var profileNames: [String] {
            (profiles.values.values.first?.profiles ?? []).compactMap {
                if case .string(let name)? = $0["Profile"] { name } else { nil }
            }
        }

        /// Whether the machine is too hot, or on someone's lap, for the speed of its profile.
        var isDegraded: Bool { profiles.values.values.first?.performanceDegraded.map { !$0.isEmpty } ?? false }

        /// Sets the profile. The service may ask the user for a password.
        func setProfile(_ name: String) async throws {
            guard let service = profiles.values.keys.first else {
                throw NCWidgetError(tr("This computer has no power profiles"))
            }
            try await Self.profiles(system, service)
                .with(timeout: .seconds(15), options: .allowInteractiveAuthorization).setActiveProfile(name)
        }
    }
#endif
