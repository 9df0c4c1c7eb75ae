#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayModel

    /// The settings portal of a desktop, on the test's own connection.
    actor FakePortal {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

        private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
        private static let name: InterfaceName = "org.freedesktop.portal.Settings"
        private static let namespace = "org.freedesktop.appearance"
        private var values: [String: DBusValue]

        private init(_ connection: Connection, _ values: [String: DBusValue]) {
            self.connection = connection
            self.values = values
        }

        /// Puts a portal on the bus.
        static func start(_ desk: PanelDesk, _ values: [String: DBusValue]) async throws -> FakePortal {
            let portal = FakePortal(desk.client.connection, values)
            try await portal.connection.export(interface, of: portal, at: path)
            try await portal.connection.requestName("org.freedesktop.portal.Desktop")
            return portal
        }

        /// Returns a color as the portal sends it; values outside 0 to 1 mean no color.
        static func color(_ red: Double, _ green: Double, _ blue: Double) -> DBusValue {
            .structure([.double(red), .double(green), .double(blue)])
        }

        /// Changes a setting, and emits the change.
        func set(_ key: String, _ value: DBusValue) async throws {
            values[key] = value
            try await connection.emit(Self.path, Self.name, "SettingChanged", Self.namespace, key, value)
        }

        private static let interface = Interface<FakePortal>(name) {
            Method("ReadAll", in: ["namespaces"], out: ["value"]) {
                (it: isolated FakePortal, namespaces: [String]) -> [String: [String: DBusValue]] in
                namespaces.contains(namespace) ? [namespace: it.values] : [:]
            }
        }
    }
#endif
