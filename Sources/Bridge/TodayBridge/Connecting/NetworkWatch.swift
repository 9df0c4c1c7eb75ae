internal import DBus
internal import NotificationCenter
internal import TodayBridgeRules

/// Reports when the network is up, and when the machine was resumed: other machines may be reachable then.
///
/// It listens to NetworkManager, systemd-networkd and systemd-logind on the system bus, and starts none of them.
@WidgetActor
final class NetworkWatch {
    private let changed: () -> Void
    private var connection: Connection?

    /// - Parameter changed: Called after the network came up, or the machine was resumed.
    init(changed: @escaping () -> Void) { self.changed = changed }

    /// Begins to listen. Without a system bus, it reports nothing.
    func begin() async {
        guard let connection = try? await Connection.open(.system, on: WidgetActor.shared.loop) else { return }
        self.connection = connection
        for rule in NetworkSignal.rules {
            _ = try? await connection.subscribe(rule) { [weak self] signal in
                if NetworkSignal.isUp(signal) { Task { @WidgetActor in self?.changed() } }
            }
        }
    }

    func end() async { await connection?.close() }
}
