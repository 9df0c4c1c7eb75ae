// Made by dbus-codegen from Systemd1Manager.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// `(ssssssouso)`
nonisolated struct SystemdUnit: DBusStruct, Hashable {
    var name: String
    var description: String
    var loadState: String
    var activeState: String
    var subState: String
    var following: String
    var path: ObjectPath
    var jobNumber: UInt32
    var jobType: String
    var jobPath: ObjectPath

    /// How a value is made, and its fields in order.
    static let layout = StructLayout(
        { SystemdUnit(name: $0, description: $1, loadState: $2, activeState: $3, subState: $4, following: $5, path: $6, jobNumber: $7, jobType: $8, jobPath: $9) },
        \.name, \.description, \.loadState, \.activeState, \.subState, \.following, \.path, \.jobNumber, \.jobType,
        \.jobPath)
}

/// The name of the interface `org.freedesktop.systemd1.Manager`, and its signals.
nonisolated enum Systemd1ManagerInterface {
    /// `org.freedesktop.systemd1.Manager`
    static let name: InterfaceName = "org.freedesktop.systemd1.Manager"
    /// Reports the end of a start, a stop, or another job.
    static let jobRemoved = SignalDescription(
        name, "JobRemoved", ["number", "job", "unit", "result"], as: UInt32.self, ObjectPath.self, String.self,
        String.self, doc: "Reports the end of a start, a stop, or another job.")
}

/// A service manager. org.freedesktop.systemd1(5).
///
/// The interface `org.freedesktop.systemd1.Manager` of an object of another program.
nonisolated struct Systemd1Manager: InterfaceClient {
    /// `org.freedesktop.systemd1.Manager`
    static let interface = Systemd1ManagerInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.freedesktop.systemd1",
        at path: ObjectPath = "/org/freedesktop/systemd1"
    ) {
        proxy = Proxy(connection, destination, path, Systemd1ManagerInterface.name)
    }

    /// Requests the signals of all units. Without it, few are emitted.
    func subscribe() async throws { try await proxy.call("Subscribe") }

    /// Lists the loaded units in some states.
    ///
    /// - Parameter states: words such as failed; a unit in any of these states is listed.
    /// - Returns: the units.
    func listUnitsFiltered(states: [String]) async throws -> [SystemdUnit] {
        try await proxy.call("ListUnitsFiltered", states)
    }

    /// Reports the end of a start, a stop, or another job.
    func jobRemovedSignals() async throws -> TypedSignalStream<JobRemoved> {
        try await proxy.signals(
            Systemd1ManagerInterface.jobRemoved, as: { JobRemoved(number: $0, job: $1, unit: $2, result: $3) })
    }

    /// What a signal `JobRemoved` carries.
    nonisolated struct JobRemoved: Hashable, Sendable {
        /// the number of the job.
        var number: UInt32
        /// the object of the job.
        var job: ObjectPath
        /// the name of the unit.
        var unit: String
        /// done, failed or another word.
        var result: String
    }
}
