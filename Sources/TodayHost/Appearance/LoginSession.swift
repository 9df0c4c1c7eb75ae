internal import DBus
internal import Glibc
internal import Platform

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

    private nonisolated static let name: BusName = "org.freedesktop.login1"
    private nonisolated static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private nonisolated static let session: InterfaceName = "org.freedesktop.login1.Session"

    /// Kept, as its subscriptions go with it.
    private var connection: Connection?

    /// Tells of the lock as it is now, and of every change. Starts nothing.
    func follow(_ told: @escaping @MainActor @Sendable (News) -> Void) async {
        guard let connection = try? await Connection.open(.system),
            let path = await Self.path(connection)
        else { return }
        self.connection = connection
        for (member, isLocked) in [("Lock", true), ("Unlock", false)] as [(MemberName, Bool)] {
            let rule = MatchRule(sender: Self.name, path: path, interface: Self.session, member: member)
            _ = try? await connection.subscribe(rule) { _ in
                Task { @MainActor in told(.request(isLocked)) }
            }
        }
        let rule = MatchRule(sender: Self.name, path: path, interface: .properties, member: "PropertiesChanged")
        _ = try? await connection.subscribe(rule) { signal in
            guard let (interface, values) = try? signal.arguments(as: String.self, [String: DBusValue].self),
                interface == Self.session.rawValue, case .boolean(let isLocked)? = values["LockedHint"]?.unwrapped
            else { return }
            Task { @MainActor in told(.hint(isLocked)) }
        }
        let hint: DBusValue? = try? await connection.call(
            Self.name, path: path, interface: .properties, "Get", options: .noAutoStart,
            Self.session.rawValue, "LockedHint")
        if hint?.unwrapped == .boolean(true) { told(.hint(true)) }
    }

    /// Signals come from a session's own path, never from the alias `/session/auto`; so it is asked for.
    private static func path(_ connection: Connection) async -> ObjectPath? {
        // "auto" is the session of whoever asks or, for a service of the user, the one with the display; since 243.
        for identifier in [Environment["XDG_SESSION_ID"], "auto"].compactMap({ $0 }) {
            let found: ObjectPath? = try? await connection.call(
                name, path: "/org/freedesktop/login1", interface: manager, "GetSession",
                options: .noAutoStart, identifier)
            if let found { return found }
        }
        return try? await connection.call(
            name, path: "/org/freedesktop/login1", interface: manager, "GetSessionByPID",
            options: .noAutoStart, UInt32(getpid()))
    }
}
