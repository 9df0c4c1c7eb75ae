// Made by dbus-codegen from ScreenSaver.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.ScreenSaver`, and its signals.
nonisolated enum ScreenSaverInterface {
    /// `org.freedesktop.ScreenSaver`
    static let name: InterfaceName = "org.freedesktop.ScreenSaver"
    /// It covers the screen now, or no longer.
    static let activeChanged = SignalDescription(
        name, "ActiveChanged", ["active"], as: Bool.self, doc: "It covers the screen now, or no longer.")
}

/// A screen saver; org.gnome.ScreenSaver is the same by another name.
///
/// The interface `org.freedesktop.ScreenSaver` of an object of another program.
nonisolated struct ScreenSaver: InterfaceClient {
    /// `org.freedesktop.ScreenSaver`
    static let interface = ScreenSaverInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName?, at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, ScreenSaverInterface.name)
    }

    /// Whether it covers the screen.
    ///
    /// - Returns: whether it covers the screen.
    func getActive() async throws -> Bool { try await proxy.call("GetActive") }

    /// It covers the screen now, or no longer.
    func activeChangedSignals() async throws -> TypedSignalStream<Bool> {
        try await proxy.signals(ScreenSaverInterface.activeChanged)
    }
}
