import DBus

/// The alert as a desktop notification: the terminal may be hidden, or the app may run without one.
enum AlertNotification {
    /// Shows it, if a notification server is available.
    static func show(_ text: String, app: String) async {
        guard let bus = try? await Connection.open(.session) else { return }
        _ = try? await Notifications(bus).with(timeout: .seconds(5)).notify(
            appName: "Simple Timer", replacesId: 0, appIcon: "alarm-symbolic", summary: "Simple Timer", body: text,
            actions: [], hints: ["desktop-entry": .string(app)], expireTimeout: -1)
        await bus.close()
    }
}
