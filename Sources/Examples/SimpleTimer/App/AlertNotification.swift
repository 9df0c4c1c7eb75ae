import DBus

/// The alert, as the desktop shows it: the terminal may be out of sight, or there may be none.
enum AlertNotification {
    // Desktop Notifications Specification, "D-BUS Protocol".
    private static let server = RemoteInterface(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")

    /// Shows it, if there is somebody who shows notifications.
    static func show(_ text: String, app: String) async {
        guard let bus = try? await Connection.open(.session) else { return }
        let hints: [String: DBusValue] = ["desktop-entry": .string(app)]
        let _: UInt32? = try? await bus.call(
            server, "Notify", timeout: .seconds(5), "Simple Timer", UInt32(0), "alarm-symbolic", "Simple Timer", text,
            [String](), hints, Int32(-1))
        await bus.close()
    }
}
