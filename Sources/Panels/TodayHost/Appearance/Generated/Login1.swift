// Made by dbus-codegen from Login1.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.login1.Manager`, and its signals.
nonisolated enum Login1ManagerInterface {
    /// `org.freedesktop.login1.Manager`
    static let name: InterfaceName = "org.freedesktop.login1.Manager"
}

/// The sessions of the machine. org.freedesktop.login1(5).
///
/// The interface `org.freedesktop.login1.Manager` of an object of another program.
nonisolated struct Login1Manager: InterfaceClient {
    /// `org.freedesktop.login1.Manager`
    static let interface = Login1ManagerInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.login1", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, Login1ManagerInterface.name)
    }

    /// The object of a session.
    ///
    /// - Parameter sessionId: its name, or "auto" for that of the caller or, for a service of the user, the one with
    ///   the display.
    func getSession(sessionId: String) async throws -> ObjectPath { try await proxy.call("GetSession", sessionId) }

    /// The object of the session that a process belongs to.
    ///
    /// - Parameter pid: of a process.
    func getSessionByPID(pid: UInt32) async throws -> ObjectPath { try await proxy.call("GetSessionByPID", pid) }
}

/// The name of the interface `org.freedesktop.login1.Session`, and its signals.
nonisolated enum Login1SessionInterface {
    /// `org.freedesktop.login1.Session`
    static let name: InterfaceName = "org.freedesktop.login1.Session"
    /// Somebody asks the session's locker to lock.
    static let lock = SignalDescription(name, "Lock", doc: "Somebody asks the session's locker to lock.")
    /// Somebody asks the session's locker to unlock.
    static let unlock = SignalDescription(name, "Unlock", doc: "Somebody asks the session's locker to unlock.")
}

/// A session. org.freedesktop.login1(5).
///
/// The interface `org.freedesktop.login1.Session` of an object of another program.
nonisolated struct Login1Session: InterfaceClient {
    /// `org.freedesktop.login1.Session`
    static let interface = Login1SessionInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.login1", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, Login1SessionInterface.name)
    }

    /// Whether the locker says that it has locked.
    var lockedHint: Bool {
        get async throws { try await proxy.get("LockedHint") }
    }

    /// ``lockedHint`` now, and whenever it changes; nil while it cannot be read.
    func observeLockedHint() async throws -> AsyncStream<Bool?> { try await proxy.observe("LockedHint") }

    /// Somebody asks the session's locker to lock.
    func lockSignals() async throws -> TypedSignalStream<Void> { try await proxy.signals(Login1SessionInterface.lock) }

    /// Somebody asks the session's locker to unlock.
    func unlockSignals() async throws -> TypedSignalStream<Void> {
        try await proxy.signals(Login1SessionInterface.unlock)
    }
}
