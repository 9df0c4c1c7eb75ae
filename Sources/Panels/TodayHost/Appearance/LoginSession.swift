internal import DBus
internal import Glibc
internal import TodayPlatform

/// This session as systemd-logind sees it (org.freedesktop.login1, on the system bus). Many machines have neither the
/// one nor the other; then there is nothing to hear.
@MainActor final class LoginSession {
    /// What logind tells of the lock.
    enum News: Sendable {
        /// The locker says whether it has locked (`LockedHint`).
        case hint(Bool)
        /// Somebody asks the locker to lock or to unlock (the signals `Lock` and `Unlock`).
        case request(Bool)
    }

    /// Kept, as its subscriptions go with it.
    private var connection: Connection?

    /// Tells of the lock as it is now, and of every change. Starts nothing.
    func follow(_ told: @escaping @MainActor @Sendable (News) -> Void) async {
        guard let connection = try? await Connection.open(.system),
            let path = await Self.path(connection)
        else { return }
        self.connection = connection
        let session = Login1Session(connection, at: path).with(options: .noAutoStart)
        // One stream for both: a request that comes right after another is the one that counts.
        if let signals = try? await session.proxy.signals() {
            Task {
                for await signal in signals {
                    switch signal.member {
                    case Login1SessionInterface.lock.name: told(.request(true))
                    case Login1SessionInterface.unlock.name: told(.request(false))
                    default: break
                    }
                }
            }
        }
        if let hints = try? await session.observeLockedHint() {
            Task {
                // What it is at first is no news unless it is locked: somebody may just have asked for that.
                var isLocked = false
                for await case let hint? in hints where hint != isLocked {
                    isLocked = hint
                    told(.hint(hint))
                }
            }
        }
    }

    /// Signals come from a session's own path, never from the alias `/session/auto`; so it is asked for.
    private static func path(_ connection: Connection) async -> ObjectPath? {
        // "auto" is the session of whoever asks or, for a service of the user, the one with the display; since 243.
        let manager = Login1Manager(connection, at: "/org/freedesktop/login1").with(options: .noAutoStart)
        for identifier in [Environment["XDG_SESSION_ID"], "auto"].compactMap({ $0 }) {
            if let found = try? await manager.getSession(sessionId: identifier) { return found }
        }
        return try? await manager.getSessionByPID(pid: UInt32(getpid()))
    }
}
