// Made by dbus-codegen from PortalOpenURI.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.portal.OpenURI`, and its signals.
nonisolated enum PortalOpenURIInterface {
    /// `org.freedesktop.portal.OpenURI`
    static let name: InterfaceName = "org.freedesktop.portal.OpenURI"
}

/// Opens URLs. XDG Desktop Portal documentation, "OpenURI".
///
/// The interface `org.freedesktop.portal.OpenURI` of an object of another program.
nonisolated struct PortalOpenURI: InterfaceClient {
    /// `org.freedesktop.portal.OpenURI`
    static let interface = PortalOpenURIInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.portal.Desktop",
        at path: ObjectPath = "/org/freedesktop/portal/desktop"
    ) {
        proxy = Proxy(connection, destination, path, PortalOpenURIInterface.name)
    }

    /// Has a URL opened, and may ask the user for a program.
    ///
    /// - Parameter parentWindow: the window that asks, or nothing.
    /// - Parameter uri: what is opened; not file:
    /// - Parameter options: handle_token, activation_token (s) and others.
    /// - Returns: the object of the request, which tells the response.
    func openURI(parentWindow: String, uri: String, options: [String: DBusValue]) async throws -> ObjectPath {
        try await proxy.call("OpenURI", parentWindow, uri, options)
    }

    /// Has a file opened, and may ask the user for a program.
    ///
    /// - Parameter parentWindow: the window that asks, or nothing.
    /// - Parameter fd: the file.
    /// - Parameter options: handle_token, activation_token (s) and others.
    /// - Returns: the object of the request, which tells the response.
    func openFile(
        parentWindow: String, fd: UnixFileDescriptor, options: [String: DBusValue]
    ) async throws -> ObjectPath {
        try await proxy.call("OpenFile", parentWindow, fd, options)
    }
}

/// The name of the interface `org.freedesktop.portal.Request`, and its signals.
nonisolated enum PortalRequestInterface {
    /// `org.freedesktop.portal.Request`
    static let name: InterfaceName = "org.freedesktop.portal.Request"
    /// It has ended.
    static let response = SignalDescription(
        name, "Response", ["response", "results"], as: UInt32.self, [String: DBusValue].self, doc: "It has ended.")
}

/// What a portal was asked for. XDG Desktop Portal documentation, "Request".
///
/// The interface `org.freedesktop.portal.Request` of an object of another program.
nonisolated struct PortalRequest: InterfaceClient {
    /// `org.freedesktop.portal.Request`
    static let interface = PortalRequestInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.portal.Desktop",
        at path: ObjectPath = "/org/freedesktop/portal/desktop"
    ) {
        proxy = Proxy(connection, destination, path, PortalRequestInterface.name)
    }

    /// It has ended.
    func responseSignals() async throws -> TypedSignalStream<Response> {
        try await proxy.signals(PortalRequestInterface.response, as: { Response(response: $0, results: $1) })
    }

    /// What a signal `Response` carries.
    nonisolated struct Response: Hashable, Sendable {
        /// 0 when it was done, 1 when the user has thought better of it, 2 for anything else.
        var response: UInt32
        /// what came of it.
        var results: [String: DBusValue]
    }
}
