// Made by dbus-codegen from ShellCalendarServer.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.gnome.Shell.CalendarServer`, and its signals.
nonisolated enum ShellCalendarServerInterface {
    /// `org.gnome.Shell.CalendarServer`
    static let name: InterfaceName = "org.gnome.Shell.CalendarServer"
    /// Emitted when events were added or changed.
    static let eventsAddedOrUpdated = SignalDescription(
        name, "EventsAddedOrUpdated", ["events"], as: [Struct<String, String, Int64, Int64, [String: DBusValue]>].self,
        doc: "Emitted when events were added or changed.")
    /// Emitted when events were removed.
    static let eventsRemoved = SignalDescription(
        name, "EventsRemoved", ["ids"], as: [String].self, doc: "Emitted when events were removed.")
    /// Emitted when a calendar was removed.
    static let clientDisappeared = SignalDescription(
        name, "ClientDisappeared", ["source_uid"], as: String.self, doc: "Emitted when a calendar was removed.")
}

/// The calendars of the user, for GNOME Shell.
///
/// The interface `org.gnome.Shell.CalendarServer` of an object of another program.
nonisolated struct ShellCalendarServer: InterfaceClient {
    /// `org.gnome.Shell.CalendarServer`
    static let interface = ShellCalendarServerInterface.name
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
        _ connection: Connection, _ destination: BusName? = "org.gnome.Shell.CalendarServer",
        at path: ObjectPath = "/org/gnome/Shell/CalendarServer"
    ) {
        proxy = Proxy(connection, destination, path, ShellCalendarServerInterface.name)
    }

    /// Sets the range for all programs. The service then emits the events in it.
    ///
    /// - Parameter since: The beginning, in seconds since 1970.
    /// - Parameter until: The end, in seconds since 1970.
    /// - Parameter forceReload: Whether to emit all events again if the range is the same.
    func setTimeRange(since: Int64, until: Int64, forceReload: Bool) async throws {
        try await proxy.call("SetTimeRange", since, until, forceReload)
    }

    /// HasCalendars: Whether the user has a calendar.
    var hasCalendars: Bool {
        get async throws { try await proxy.get("HasCalendars") }
    }

    /// ``hasCalendars`` now, and whenever it changes; nil while it cannot be read.
    func observeHasCalendars() async throws -> AsyncStream<Bool?> { try await proxy.observe("HasCalendars") }

    /// Emitted when events were added or changed.
    func eventsAddedOrUpdatedSignals(
    ) async throws -> TypedSignalStream<[Struct<String, String, Int64, Int64, [String: DBusValue]>]> {
        try await proxy.signals(ShellCalendarServerInterface.eventsAddedOrUpdated)
    }

    /// Emitted when events were removed.
    func eventsRemovedSignals() async throws -> TypedSignalStream<[String]> {
        try await proxy.signals(ShellCalendarServerInterface.eventsRemoved)
    }

    /// Emitted when a calendar was removed.
    func clientDisappearedSignals() async throws -> TypedSignalStream<String> {
        try await proxy.signals(ShellCalendarServerInterface.clientDisappeared)
    }
}
