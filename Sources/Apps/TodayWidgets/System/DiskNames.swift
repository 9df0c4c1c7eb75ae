#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The names of file systems that UDisks2 knows: the administrator's, or else the label.
    struct DiskNames: Hashable, Sendable {
        static let service: BusName = "org.freedesktop.UDisks2"

        /// The names by the number of the device, as in `8:17`.
        private var devices: [String: String] = [:]
        /// The names by the bytes of the folder, for file systems on several devices.
        private var folders: [[UInt8]: String] = [:]

        /// Makes a value without names.
        init() {}

        private init(_ objects: [ObjectPath: ManagedObject]) {
            for object in objects.values.sorted(by: { $0.path.rawValue < $1.path.rawValue }) {
                guard let block = object.properties(of: UDisks2Block.interface, as: UDisks2Block.Properties.self),
                    let name = [block.hintName, block.idLabel].lazy.map({ ForeignText.title($0 ?? "") })
                        .first(where: { !$0.isEmpty })
                else { continue }
                if let number = block.deviceNumber { devices[Self.device(number)] = name }
                let system = object.properties(
                    of: UDisks2Filesystem.interface, as: UDisks2Filesystem.Properties.self)
                for folder in system?.mountPoints ?? [] { folders[folder.filter { $0 != 0 }] = name }
            }
        }

        /// Returns a number of type `dev_t` as the kernel writes it, such as `8:17`. See makedev(3).
        private static func device(_ number: UInt64) -> String {
            "\(number >> 32 & ~0xFFF | number >> 8 & 0xFFF):\(number >> 12 & 0xFFFF_FF00 | number & 0xFF)"
        }

        /// The name of a mounted file system; nil if UDisks2 isn't running, or knows no name.
        subscript(disk: SystemReading.Disk) -> String? { devices[disk.device] ?? folders[Array(disk.path.utf8)] }

        /// Reports the names, and each change, until the task is canceled. It doesn't start UDisks2, and reports no
        /// names while that isn't running.
        static func follow(
            on address: BusAddress, _ report: @escaping @WidgetActor @Sendable (DiskNames) -> Void
        ) async {
            try? await Connection.maintain(address, on: WidgetActor.shared.loop) { bus in
                let client = try await ObjectManagerClient.follow(
                    bus, service, at: "/org/freedesktop/UDisks2", options: .noAutoStart)
                for await _ in await client.events(bufferingPolicy: .bufferingNewest(1)) {
                    await report(DiskNames(await client.objects))
                }
            }
        }
    }
#endif
