// Made by dbus-codegen from UDisks2.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.freedesktop.UDisks2.Block`, and its signals.
nonisolated enum UDisks2BlockInterface {
    /// `org.freedesktop.UDisks2.Block`
    static let name: InterfaceName = "org.freedesktop.UDisks2.Block"
}

/// A block device: a disk, or a part of one.
///
/// The interface `org.freedesktop.UDisks2.Block` of an object of another program.
nonisolated struct UDisks2Block: InterfaceClient {
    /// `org.freedesktop.UDisks2.Block`
    static let interface = UDisks2BlockInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.UDisks2", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, UDisks2BlockInterface.name)
    }

    /// The number of the device, a dev_t.
    var deviceNumber: UInt64 {
        get async throws { try await proxy.get("DeviceNumber") }
    }

    /// ``deviceNumber`` now, and whenever it changes; nil while it cannot be read.
    func observeDeviceNumber() async throws -> AsyncStream<UInt64?> { try await proxy.observe("DeviceNumber") }

    /// The name that the administrator has chosen for user interfaces; may be empty.
    var hintName: String {
        get async throws { try await proxy.get("HintName") }
    }

    /// ``hintName`` now, and whenever it changes; nil while it cannot be read.
    func observeHintName() async throws -> AsyncStream<String?> { try await proxy.observe("HintName") }

    /// The label of the file system; may be empty.
    var idLabel: String {
        get async throws { try await proxy.get("IdLabel") }
    }

    /// ``idLabel`` now, and whenever it changes; nil while it cannot be read.
    func observeIdLabel() async throws -> AsyncStream<String?> { try await proxy.observe("IdLabel") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The number of the device, a dev_t.
        var deviceNumber: UInt64?
        /// The name that the administrator has chosen for user interfaces; may be empty.
        var hintName: String?
        /// The label of the file system; may be empty.
        var idLabel: String?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("DeviceNumber", \Properties.deviceNumber).lenient,
            DBusKey("HintName", \Properties.hintName).lenient,
            DBusKey("IdLabel", \Properties.idLabel).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.freedesktop.UDisks2.Filesystem`, and its signals.
nonisolated enum UDisks2FilesystemInterface {
    /// `org.freedesktop.UDisks2.Filesystem`
    static let name: InterfaceName = "org.freedesktop.UDisks2.Filesystem"
}

/// A file system on a block device.
///
/// The interface `org.freedesktop.UDisks2.Filesystem` of an object of another program.
nonisolated struct UDisks2Filesystem: InterfaceClient {
    /// `org.freedesktop.UDisks2.Filesystem`
    static let interface = UDisks2FilesystemInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName? = "org.freedesktop.UDisks2", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, UDisks2FilesystemInterface.name)
    }

    /// The folders in which it is visible; each path ends with a zero byte.
    var mountPoints: [[UInt8]] {
        get async throws { try await proxy.get("MountPoints") }
    }

    /// ``mountPoints`` now, and whenever it changes; nil while it cannot be read.
    func observeMountPoints() async throws -> AsyncStream<[[UInt8]]?> { try await proxy.observe("MountPoints") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// The folders in which it is visible; each path ends with a zero byte.
        var mountPoints: [[UInt8]]?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("MountPoints", \Properties.mountPoints).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}
