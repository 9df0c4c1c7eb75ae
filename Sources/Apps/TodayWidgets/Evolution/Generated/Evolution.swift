// Made by dbus-codegen from Evolution.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.gnome.evolution.dataserver.Source`, and its signals.
nonisolated enum EvolutionSourceInterface {
    /// `org.gnome.evolution.dataserver.Source`
    static let name: InterfaceName = "org.gnome.evolution.dataserver.Source"
}

/// An account, or a collection such as a calendar.
///
/// The interface `org.gnome.evolution.dataserver.Source` of an object of another program.
nonisolated struct EvolutionSource: InterfaceClient {
    /// `org.gnome.evolution.dataserver.Source`
    static let interface = EvolutionSourceInterface.name
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
        proxy = Proxy(connection, destination, path, EvolutionSourceInterface.name)
    }

    /// UID: Its identifier.
    var uid: String {
        get async throws { try await proxy.get("UID") }
    }

    /// ``uid`` now, and whenever it changes; nil while it cannot be read.
    func observeUID() async throws -> AsyncStream<String?> { try await proxy.observe("UID") }

    /// Data: Its description, in the format of key files.
    var data: String {
        get async throws { try await proxy.get("Data") }
    }

    /// ``data`` now, and whenever it changes; nil while it cannot be read.
    func observeData() async throws -> AsyncStream<String?> { try await proxy.observe("Data") }
}

/// The name of the interface `org.gnome.evolution.dataserver.CalendarFactory`, and its signals.
nonisolated enum EvolutionCalendarFactoryInterface {
    /// `org.gnome.evolution.dataserver.CalendarFactory`
    static let name: InterfaceName = "org.gnome.evolution.dataserver.CalendarFactory"
}

/// Opens calendars and task lists.
///
/// The interface `org.gnome.evolution.dataserver.CalendarFactory` of an object of another program.
nonisolated struct EvolutionCalendarFactory: InterfaceClient {
    /// `org.gnome.evolution.dataserver.CalendarFactory`
    static let interface = EvolutionCalendarFactoryInterface.name
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
        proxy = Proxy(connection, destination, path, EvolutionCalendarFactoryInterface.name)
    }

    /// Returns the object of a calendar.
    ///
    /// - Parameter sourceUid: The identifier of the source.
    /// - Returns: `objectPath`: The calendar's object. `busName`: The program with that object.
    func openCalendar(sourceUid: String) async throws -> (objectPath: String, busName: String) {
        let results: (String, String) = try await proxy.call("OpenCalendar", sourceUid)
        return results
    }

    /// Returns the object of a task list.
    ///
    /// - Parameter sourceUid: The identifier of the source.
    /// - Returns: `objectPath`: The task list's object. `busName`: The program with that object.
    func openTaskList(sourceUid: String) async throws -> (objectPath: String, busName: String) {
        let results: (String, String) = try await proxy.call("OpenTaskList", sourceUid)
        return results
    }
}

/// The name of the interface `org.gnome.evolution.dataserver.Calendar`, and its signals.
nonisolated enum EvolutionCalendarInterface {
    /// `org.gnome.evolution.dataserver.Calendar`
    static let name: InterfaceName = "org.gnome.evolution.dataserver.Calendar"
}

/// A calendar or a task list.
///
/// The interface `org.gnome.evolution.dataserver.Calendar` of an object of another program.
nonisolated struct EvolutionCalendar: InterfaceClient {
    /// `org.gnome.evolution.dataserver.Calendar`
    static let interface = EvolutionCalendarInterface.name
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
        proxy = Proxy(connection, destination, path, EvolutionCalendarInterface.name)
    }

    /// Opens it, so that it answers other calls.
    ///
    /// - Returns: Names and values, in turn.
    func open() async throws -> [String] { try await proxy.call("Open") }

    /// Adds components.
    ///
    /// - Parameter icsObjects: Components in the format of iCalendar.
    /// - Parameter opflags: 0 for the defaults.
    /// - Returns: The identifiers of the new components.
    func createObjects(icsObjects: [String], opflags: UInt32) async throws -> [String] {
        try await proxy.call("CreateObjects", icsObjects, opflags)
    }

    /// Replaces the components with these identifiers.
    ///
    /// - Parameter icsObjects: Components in the format of iCalendar.
    /// - Parameter modType: The occurrences to change, such as `this` or `all`.
    /// - Parameter opflags: 0 for the defaults.
    func modifyObjects(icsObjects: [String], modType: String, opflags: UInt32) async throws {
        try await proxy.call("ModifyObjects", icsObjects, modType, opflags)
    }

    /// Returns a component.
    ///
    /// - Parameter uid: The identifier of a component.
    /// - Parameter rid: The occurrence; empty for the whole series.
    /// - Returns: The component in the format of iCalendar.
    func getObject(uid: String, rid: String) async throws -> String { try await proxy.call("GetObject", uid, rid) }

    /// Returns the components that match a query.
    ///
    /// - Parameter query: An expression, as described in the documentation of ECalClient.
    /// - Returns: Components in the format of iCalendar.
    func getObjectList(query: String) async throws -> [String] { try await proxy.call("GetObjectList", query) }

    /// Returns an object that follows the components that match a query.
    ///
    /// - Parameter query: An expression.
    /// - Returns: The view's object.
    func getView(query: String) async throws -> ObjectPath { try await proxy.call("GetView", query) }

    /// Writable: Whether components can be added and changed.
    var writable: Bool {
        get async throws { try await proxy.get("Writable") }
    }

    /// ``writable`` now, and whenever it changes; nil while it cannot be read.
    func observeWritable() async throws -> AsyncStream<Bool?> { try await proxy.observe("Writable") }
}

/// The name of the interface `org.gnome.evolution.dataserver.CalendarView`, and its signals.
nonisolated enum EvolutionCalendarViewInterface {
    /// `org.gnome.evolution.dataserver.CalendarView`
    static let name: InterfaceName = "org.gnome.evolution.dataserver.CalendarView"
    /// Emitted when components were added.
    static let objectsAdded = SignalDescription(
        name, "ObjectsAdded", ["objects"], as: [String].self, doc: "Emitted when components were added.")
    /// Emitted when components were changed.
    static let objectsModified = SignalDescription(
        name, "ObjectsModified", ["objects"], as: [String].self, doc: "Emitted when components were changed.")
    /// Emitted when components were removed.
    static let objectsRemoved = SignalDescription(
        name, "ObjectsRemoved", ["uids"], as: [String].self, doc: "Emitted when components were removed.")
}

/// Follows the components that match a query.
///
/// The interface `org.gnome.evolution.dataserver.CalendarView` of an object of another program.
nonisolated struct EvolutionCalendarView: InterfaceClient {
    /// `org.gnome.evolution.dataserver.CalendarView`
    static let interface = EvolutionCalendarViewInterface.name
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
        proxy = Proxy(connection, destination, path, EvolutionCalendarViewInterface.name)
    }

    /// Starts to emit changes.
    func start() async throws { try await proxy.call("Start") }

    /// Sets what the view emits.
    ///
    /// - Parameter flags: 0 emits changes only; 1 emits the existing components first.
    func setFlags(flags: UInt32) async throws { try await proxy.call("SetFlags", flags) }

    /// Removes the view.
    func dispose() async throws { try await proxy.call("Dispose") }

    /// Emitted when components were added.
    func objectsAddedSignals() async throws -> TypedSignalStream<[String]> {
        try await proxy.signals(EvolutionCalendarViewInterface.objectsAdded)
    }

    /// Emitted when components were changed.
    func objectsModifiedSignals() async throws -> TypedSignalStream<[String]> {
        try await proxy.signals(EvolutionCalendarViewInterface.objectsModified)
    }

    /// Emitted when components were removed.
    func objectsRemovedSignals() async throws -> TypedSignalStream<[String]> {
        try await proxy.signals(EvolutionCalendarViewInterface.objectsRemoved)
    }
}
