#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// Follows whether NetworkManager has a connection. Without NetworkManager, the network counts as connected.
    @WidgetActor
    final class NetworkFollower {
        /// From this state on, a connection reaches beyond the local network: NMState, `NM_STATE_CONNECTED_SITE`.
        private static let connected: UInt32 = 60

        private(set) var isOnline = true
        private var task: Task<Void, Never>?

        nonisolated init() {}

        /// Starts to follow. Returns when the state is known.
        ///
        /// - Parameter online: Called when the connection is back.
        func follow(_ system: Connection, online: @escaping @WidgetActor () -> Void) async {
            task?.cancel()
            let network = NetworkManager(system, at: "/org/freedesktop/NetworkManager").with(options: .noAutoStart)
            isOnline = Self.isOnline(try? await network.proxy.get("State", as: UInt32.self))
            guard let states = try? await network.observeState() else { return }
            task = Task { [weak self] in
                for await state in states {
                    guard let self, !Task.isCancelled else { return }
                    let wasOnline = self.isOnline
                    self.isOnline = Self.isOnline(state)
                    if self.isOnline, !wasOnline { online() }
                }
            }
        }

        func stop() { task.take()?.cancel() }

        private static func isOnline(_ state: UInt32?) -> Bool { state.map { $0 == 0 || $0 >= connected } ?? true }
    }
#endif
