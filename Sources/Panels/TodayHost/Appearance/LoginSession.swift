internal import DBus
internal import Glibc
internal import TodayPlatform

/// This session in systemd-logind (org.freedesktop.login1, on the system bus). Many machines have neither of them; then
/// no report comes.
@MainActor final class LoginSession {
    /// The reports of logind about the lock.
    enum Report: Sendable {
        /// The locker says whether it has locked (`LockedHint`).
        case hint(Bool)
        /// A program asks the locker to lock or unlock (the signals `Lock` and `Unlock`).
        case request(Bool)
    }

    /// Kept, because its subscriptions end with it.
    private var connection: Connection?

    /// Reports the current state of the lock and every change. Starts no service.
    func follow(_ report: @escaping @MainActor @Sendable (Report) -> Void) async {
        guard let connection = try? await Connection.open(.system),
            let path = await Self.path(connection)
        else { return }
        self.connection = connection
        let session = Login1Session(connection, at: path).with(options: .noAutoStart)
        // One stream for both signals, because of two requests in a row the later one counts.
        if let signals = try? await session.proxy.signals() {
            Task {
                for await signal in signals {
                    switch signal.member {
                    case Login1SessionInterface.lock.name: report(.request(true))
                    case Login1SessionInterface.unlock.name: report(.request(false))
                    default: break
                    }
                }
            }
        }
        if let hints = try? await session.observeLockedHint() {
            Task {
                // The initial state counts only if it is locked, because a request may just have come.
                var isLocked = false
                for await case let hint? in hints where hint != isLocked {
                    isLocked = hint
                    report(.hint(hint))
                }
            }
        }
    }

    /// Returns the path of the session. Signals come from a session's own path, never from the alias `/session/auto`.
    private static func path(_ connection: Connection) async -> ObjectPath? {
        // "auto" is the session of the caller or, for a user service, the session with the display; since 243.
        let manager = Login1Manager(connection, at: "/org/freedesktop/login1").with(options: .noAutoStart)
        for identifier in [Environment["XDG_SESSION_ID"], "auto"].compactMap({ $0 }) {
            if let found = try? await manager.getSession(sessionId: identifier) { return found }
        }
        return try? await manager.getSessionByPID(pid: UInt32(getpid()))
    }
}
