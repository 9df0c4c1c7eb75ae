import DBus

/// The alert, as the desktop shows it: the terminal may be out of sight, or there may be none.
enum AlertNotification {
    /// Shows it, if there is somebody who shows notifications.
    static func show(_ text: String, app: String) async {
        guard let bus = try? await Connection.open(.session) else { return }
        _ = try? await Notifications(bus).with(timeout: .seconds(5)).notify(
            appName: "Simple Timer", replacesId: 0, appIcon: "alarm-symbolic", summary: "Simple Timer", body: text,
            actions: [], hints: ["desktop-entry": .string(app)], expireTimeout: -1)
        await bus.close()
    }
}
