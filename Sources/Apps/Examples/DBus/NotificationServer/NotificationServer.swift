import DBus

/// Shows notifications in the terminal, as a desktop's server does on screen. Desktop Notifications Specification 1.2.
///
/// It is a class on the main actor, like the model of an app with windows.
@MainActor final class NotificationServer {
    nonisolated static let name: InterfaceName = "org.freedesktop.Notifications"
    nonisolated static let path: ObjectPath = "/org/freedesktop/Notifications"

    /// The reason why a notification was closed, with the numbers of the specification.
    enum Reason: UInt32 { case expired = 1, dismissed, closed }

    private struct Notification {
        /// The action keys with their labels.
        let actions: [(key: String, label: String)]
        /// Closes the notification when it expires; nil if it stays.
        let expiry: Task<Void, any Error>?
    }

    private let bus: Connection
    private var shown: [UInt32: Notification] = [:]
    private var lastNumber: UInt32 = 0

    init(_ bus: Connection) { self.bus = bus }

    // MARK: On the bus

    static let interface = Interface<NotificationServer>(name) {
        Method(
            "Notify",
            in: ["app_name", "replaces_id", "app_icon", "summary", "body", "actions", "hints", "expire_timeout"],
            out: ["id"]
        ) {
            (
                server: NotificationServer, app: String, replaced: UInt32, _: String, summary: String, body: String,
                actions: [String], hints: [String: DBusValue], timeout: Int32
            ) in
            let isUrgent = hints["urgency"] == .byte(2)
            let text = "\(isUrgent ? "! " : "")\(app): \(summary)" + (body.isEmpty ? "" : " – \(body)")
            return server.show(text, replaced, actions, for: timeout >= 0 ? timeout : isUrgent ? 0 : 10_000)
        }
        Method("CloseNotification", in: ["id"]) { (server: NotificationServer, number: UInt32) throws in
            guard server.close(number, .closed) else { throw RemoteError(.invalidArgs, "\(number) is not shown") }
        }
        Method("GetCapabilities", out: ["capabilities"]) { (_: NotificationServer) in ["actions", "body"] }
        Method("GetServerInformation", out: ["name", "vendor", "version", "spec_version"]) { (_: NotificationServer) in
            ("notification-server", "Today Center", "0.2.0", "1.2")
        }
        notificationClosed
        actionInvoked
    }

    nonisolated static let notificationClosed = SignalDescription(
        name, "NotificationClosed", ["id", "reason"], as: UInt32.self, UInt32.self)
    nonisolated static let actionInvoked = SignalDescription(
        name, "ActionInvoked", ["id", "action_key"], as: UInt32.self, String.self)

    // MARK: Notifications

    /// Shows a notification, or replaces an existing one. Returns its number.
    private func show(_ text: String, _ replaced: UInt32, _ words: [String], for milliseconds: Int32) -> UInt32 {
        if replaced == 0 { lastNumber += 1 }
        let number = replaced == 0 ? lastNumber : replaced
        shown[number]?.expiry?.cancel()
        let actions = stride(from: 0, to: words.count - 1, by: 2).map { (key: words[$0], label: words[$0 + 1]) }
        let expiry = Task { [weak self] in
            try await Task.sleep(for: .milliseconds(milliseconds))
            _ = self?.close(number, .expired)
        }
        if milliseconds == 0 { expiry.cancel() }
        shown[number] = Notification(actions: actions, expiry: expiry)
        printLine("[\(number)] \(text)" + actions.map { " (\($0.key): \($0.label))" }.joined())
        return number
    }

    /// Closes a notification. Returns whether it was shown.
    private func close(_ number: UInt32, _ reason: Reason) -> Bool {
        guard let notification = shown.removeValue(forKey: number) else { return false }
        notification.expiry?.cancel()
        printLine("[\(number)] \(reason)")
        try? bus.emit(Self.notificationClosed, at: Self.path, number, reason.rawValue)
        return true
    }

    /// Handles the user's input: the number of a notification dismisses it, and a key after the number invokes an
    /// action.
    func type(_ line: String) {
        let words = line.split(separator: " ")
        guard let number = words.first.flatMap({ UInt32($0) }), let notification = shown[number] else { return }
        if let key = words.dropFirst().first.map(String.init) {
            guard notification.actions.contains(where: { $0.key == key }) else { return }
            try? bus.emit(Self.actionInvoked, at: Self.path, number, key)
        }
        _ = close(number, .dismissed)
    }
}
