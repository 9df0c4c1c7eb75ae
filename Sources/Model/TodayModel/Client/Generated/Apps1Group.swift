// Made by dbus-codegen from org.todaycenter.Apps1.Group.xml. Changes are to be made there.
// swift-format-ignore-file

#if hasFeature(InternalImportsByDefault)
    package import DBus
#else
    import DBus
#endif

/// The name of the interface `org.todaycenter.Apps1.Group`, and its signals.
package nonisolated enum Apps1GroupInterface {
    /// `org.todaycenter.Apps1.Group`
    package static let name: InterfaceName = "org.todaycenter.Apps1.Group"
    /// Values have changed. Sent only to connections that called GetAll.
    package static let changed = SignalDescription(
        name, "Changed", ["changed", "removed"], as: [String: DBusValue].self, [String].self,
        doc: "Values have changed. Sent only to connections that called GetAll.")
}

/// A key-value store that an app and its widgets share. The object exists while a definition names the group in
/// AppGroups; the values stay afterwards. A value has any basic type but h, or is an array or dictionary of such types.
/// Its elements may be variants, but not structs. The size of a value is its strings in UTF-8, its numbers in their
/// D-Bus size, and one byte for each element of a container. It is at most GroupValueBytes of the center's Limits. All
/// values with their keys, and one byte for each, are at most GroupBytes. A key has at most StringBytes. Since version
/// 1.
///
/// The interface `org.todaycenter.Apps1.Group` of an object of another program.
package nonisolated struct Apps1Group: InterfaceClient {
    /// `org.todaycenter.Apps1.Group`
    package static let interface = Apps1GroupInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    package var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    package init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    package init(_ connection: Connection, _ destination: BusName? = "org.todaycenter.Apps1", at path: ObjectPath) {
        proxy = Proxy(connection, destination, path, Apps1GroupInterface.name)
    }

    /// Returns the value of a key. Error: UnknownKey.
    package func get(key: String) async throws -> DBusValue { try await proxy.call("Get", key) }

    /// Returns all values. The calling connection then receives Changed until it leaves the bus.
    package func getAll() async throws -> [String: DBusValue] { try await proxy.call("GetAll") }

    /// Sets values, all or nothing, and replies when they are on disk. Equal values change nothing and emit no signal.
    /// Errors: InvalidArgs for an unsupported type and LimitExceeded, both with the key. NotStored if the center can't
    /// write to disk, with the reason.
    package func set(values: [String: DBusValue]) async throws { try await proxy.call("Set", values) }

    /// Removes values, all or nothing, and replies when the change is on disk. Unknown keys are ignored. Error:
    /// NotStored if the center can't write to disk.
    package func remove(keys: [String]) async throws { try await proxy.call("Remove", keys) }

    /// Values have changed. Sent only to connections that called GetAll.
    package func changedSignals() async throws -> TypedSignalStream<Changed> {
        try await proxy.signals(Apps1GroupInterface.changed, as: { Changed(changed: $0, removed: $1) })
    }

    /// What a signal `Changed` carries.
    package nonisolated struct Changed: Hashable, Sendable {
        package var changed: [String: DBusValue]
        package var removed: [String]

        /// Makes a value of its parts.
        package init(changed: [String: DBusValue], removed: [String]) {
            self.changed = changed
            self.removed = removed
        }
    }
}
