import DBus
import DBusTesting

/// A notification server for tests that keeps the notifications. Desktop Notifications Specification, "D-BUS Protocol".
actor Notifications {
    let texts = WatchedValue<[String]>([])

    /// Begins to show them on a bus, for as long as the returned connection is open.
    func start(on bus: PrivateBus) async throws -> Connection {
        let server = try await bus.connect()
        try await server.export(Self.interface, of: self, at: "/org/freedesktop/Notifications")
        try await server.requestName("org.freedesktop.Notifications")
        return server
    }

    static let interface = Interface<Notifications>("org.freedesktop.Notifications") {
        Method.async("Notify") {
            (
                it: isolated Notifications, _: MethodCall, _: String, _: UInt32, _: String, summary: String,
                body: String,
                _: [String], _: [String: DBusValue], _: Int32
            ) async throws -> UInt32 in
            it.texts.change { $0.append("\(summary): \(body)") }
            return UInt32(it.texts.value.count)
        }
    }
}
