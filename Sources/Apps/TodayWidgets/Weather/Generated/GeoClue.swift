// Made by dbus-codegen from GeoClue.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.GeoClue2.Manager`, and its signals.
nonisolated enum GeoClue2ManagerInterface {
    /// `org.freedesktop.GeoClue2.Manager`
    static let name: InterfaceName = "org.freedesktop.GeoClue2.Manager"
}

/// The service for the location of this machine. GeoClue 2.
///
/// The interface `org.freedesktop.GeoClue2.Manager` of an object of another program.
nonisolated struct GeoClue2Manager: InterfaceClient {
    /// `org.freedesktop.GeoClue2.Manager`
    static let interface = GeoClue2ManagerInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.GeoClue2", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, GeoClue2ManagerInterface.name)
    }

    /// Returns the caller's object, which is created with the first call.
    ///
    /// - Returns: The caller's object.
    func getClient() async throws -> ObjectPath { try await proxy.call("GetClient") }
}

/// The name of the interface `org.freedesktop.GeoClue2.Client`, and its signals.
nonisolated enum GeoClue2ClientInterface {
    /// `org.freedesktop.GeoClue2.Client`
    static let name: InterfaceName = "org.freedesktop.GeoClue2.Client"
    /// Emitted when the location has changed, or is known for the first time.
    static let locationUpdated = SignalDescription(
        name, "LocationUpdated", ["old", "new"], as: ObjectPath.self, ObjectPath.self,
        doc: "Emitted when the location has changed, or is known for the first time.")
}

/// A program that asks for the location.
///
/// The interface `org.freedesktop.GeoClue2.Client` of an object of another program.
nonisolated struct GeoClue2Client: InterfaceClient {
    /// `org.freedesktop.GeoClue2.Client`
    static let interface = GeoClue2ClientInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.GeoClue2", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, GeoClue2ClientInterface.name)
    }

    /// Starts to determine the location.
    func start() async throws { try await proxy.call("Start") }

    /// Stops to determine the location.
    func stop() async throws { try await proxy.call("Stop") }

    /// Location: The object of the current location; "/" if it isn't known yet.
    var location: ObjectPath {
        get async throws { try await proxy.get("Location") }
    }

    /// ``location`` now, and whenever it changes; nil while it cannot be read.
    func observeLocation() async throws -> AsyncStream<ObjectPath?> { try await proxy.observe("Location") }

    /// DesktopId: The name of the program's desktop file, without its suffix.
    var desktopId: String {
        get async throws { try await proxy.get("DesktopId") }
    }

    /// Sets ``desktopId``.
    func setDesktopId(_ value: String) async throws { try await proxy.set("DesktopId", to: value) }

    /// ``desktopId`` now, and whenever it changes; nil while it cannot be read.
    func observeDesktopId() async throws -> AsyncStream<String?> { try await proxy.observe("DesktopId") }

    /// RequestedAccuracyLevel: The accuracy that the program needs; 4 is that of a city.
    var requestedAccuracyLevel: UInt32 {
        get async throws { try await proxy.get("RequestedAccuracyLevel") }
    }

    /// Sets ``requestedAccuracyLevel``.
    func setRequestedAccuracyLevel(_ value: UInt32) async throws {
        try await proxy.set("RequestedAccuracyLevel", to: value)
    }

    /// ``requestedAccuracyLevel`` now, and whenever it changes; nil while it cannot be read.
    func observeRequestedAccuracyLevel() async throws -> AsyncStream<UInt32?> {
        try await proxy.observe("RequestedAccuracyLevel")
    }

    /// Emitted when the location has changed, or is known for the first time.
    func locationUpdatedSignals() async throws -> TypedSignalStream<LocationUpdated> {
        try await proxy.signals(GeoClue2ClientInterface.locationUpdated, as: { LocationUpdated(old: $0, new: $1) })
    }

    /// What a signal `LocationUpdated` carries.
    nonisolated struct LocationUpdated: Hashable, Sendable {
        /// The object of the previous location.
        var old: ObjectPath
        /// The object of the new location.
        var new: ObjectPath
    }
}

/// The name of the interface `org.freedesktop.GeoClue2.Location`, and its signals.
nonisolated enum GeoClue2LocationInterface {
    /// `org.freedesktop.GeoClue2.Location`
    static let name: InterfaceName = "org.freedesktop.GeoClue2.Location"
}

/// A location.
///
/// The interface `org.freedesktop.GeoClue2.Location` of an object of another program.
nonisolated struct GeoClue2Location: InterfaceClient {
    /// `org.freedesktop.GeoClue2.Location`
    static let interface = GeoClue2LocationInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.GeoClue2", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, GeoClue2LocationInterface.name)
    }

    /// Latitude: Degrees north.
    var latitude: Double {
        get async throws { try await proxy.get("Latitude") }
    }

    /// ``latitude`` now, and whenever it changes; nil while it cannot be read.
    func observeLatitude() async throws -> AsyncStream<Double?> { try await proxy.observe("Latitude") }

    /// Longitude: Degrees east.
    var longitude: Double {
        get async throws { try await proxy.get("Longitude") }
    }

    /// ``longitude`` now, and whenever it changes; nil while it cannot be read.
    func observeLongitude() async throws -> AsyncStream<Double?> { try await proxy.observe("Longitude") }

    /// Description: The name of the location; often empty.
    var description: String {
        get async throws { try await proxy.get("Description") }
    }

    /// ``description`` now, and whenever it changes; nil while it cannot be read.
    func observeDescription() async throws -> AsyncStream<String?> { try await proxy.observe("Description") }
}
