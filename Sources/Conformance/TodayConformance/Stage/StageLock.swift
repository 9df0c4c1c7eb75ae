internal import DBus
internal import DBusTesting

/// A screen saver that is played: it says whether the session is locked, as `org.freedesktop.ScreenSaver` and
/// `org.gnome.ScreenSaver` do.
actor StageLock {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    private var isLocked = false

    private static let savers: [(name: BusName, path: ObjectPath, interface: InterfaceName)] = [
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ]

    private init(_ connection: Connection) { self.connection = connection }

    /// Starts one on a bus, unlocked.
    static func start(on bus: PrivateBus) async throws -> StageLock {
        let lock = StageLock(try await bus.connect())
        for (name, path, interface) in savers {
            try await lock.connection.export(Self.saver(interface), of: lock, at: path)
            try await lock.connection.requestName(name, .doNotQueue)
        }
        return lock
    }

    private static func saver(_ interface: InterfaceName) -> Interface<StageLock> {
        Interface<StageLock>(interface) {
            Method("GetActive") { (it: isolated StageLock) -> Bool in it.isLocked }
            SignalDescription(interface, "ActiveChanged", ["active"], as: Bool.self)
        }
    }

    /// Locks the session, or unlocks it.
    func set(_ isLocked: Bool) async throws {
        self.isLocked = isLocked
        for (_, path, interface) in Self.savers {
            try await connection.emit(path, interface, "ActiveChanged", isLocked)
        }
    }
}
