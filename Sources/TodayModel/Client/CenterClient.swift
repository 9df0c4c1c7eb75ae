public import DBus

/// Calls of the center's methods, typed. Making one does no I/O.
///
/// Every call throws the center's own refusals as ``CenterError``, other error replies as `RemoteError`, and what
/// happens on this side as `ConnectionError`.
public struct CenterClient: Sendable {
    /// What calls are made on.
    public let connection: Connection

    /// Makes a client of the center on the bus of this connection.
    public init(_ connection: Connection) { self.connection = connection }

    private var center: Proxy { Proxy(connection, RemoteInterface(TodayBus.name, TodayBus.path, TodayBus.center)) }

    /// Adds or redefines a widget. Returns the path of its object.
    @discardableResult
    public func registerWidget(
        _ identifier: WidgetIdentifier, _ definition: WidgetDefinition
    ) async throws -> ObjectPath {
        try await registerWidget(identifier, definition.dictionary)
    }

    /// Adds or redefines a widget by keys that are not checked here. Returns the path of its object.
    @discardableResult
    public func registerWidget(
        _ identifier: WidgetIdentifier, _ definition: [String: DBusValue]
    ) async throws -> ObjectPath {
        try await mapping { try await center.call(CenterMember.registerWidget, identifier.rawValue, definition) }
    }

    /// Removes a registration made at run time.
    public func unregisterWidget(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.unregisterWidget, identifier.rawValue) }
    }

    /// Pushes changes. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: WidgetChanges) async throws -> UInt64 {
        try await updateWidget(identifier, changes.dictionary)
    }

    /// Pushes changes that are not checked here. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: [String: DBusValue]) async throws -> UInt64 {
        try await mapping { try await center.call(CenterMember.updateWidget, identifier.rawValue, changes) }
    }

    /// Hides a widget that has nothing to show, or shows it again.
    public func setHasContent(_ hasContent: Bool, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.setHasContent, identifier.rawValue, hasContent) }
    }

    /// Has a widget updated now, and waits for the result, at most ``Limits/updateDeadline``.
    public func performUpdate(_ identifier: WidgetIdentifier) async throws -> UpdateResult {
        let word: String = try await mapping { try await center.call(CenterMember.performUpdate, identifier.rawValue) }
        guard let result = UpdateResult(rawValue: word) else {
            throw RemoteError(.failed, "the center answered \(word.debugDescription), which is no update result")
        }
        return result
    }

    /// Opens a URL for a widget. Returns whether a program took it.
    public func openURL(
        _ url: String, for identifier: WidgetIdentifier, options: [String: DBusValue] = [:]
    ) async throws -> Bool {
        try await mapping { try await center.call(CenterMember.openURL, identifier.rawValue, url, options) }
    }

    /// Reports a tap.
    public func invokeAction(
        _ action: String, of identifier: WidgetIdentifier, parameter: DBusValue? = nil,
        platformData: [String: DBusValue] = [:]
    ) async throws {
        let parameters = parameter.map { [$0] } ?? []
        try await mapping {
            try await center.call(CenterMember.invokeAction, identifier.rawValue, action, parameters, platformData)
        }
    }

    /// Replaces the arrangement. With `expected`, only if that is the current one.
    public func arrange(_ identifiers: [WidgetIdentifier], expected: [WidgetIdentifier]? = nil) async throws {
        var options: [String: DBusValue] = [:]
        if let expected { options["Expected"] = .strings(expected.map(\.rawValue)) }
        try await mapping { try await center.call(CenterMember.arrange, identifiers.map(\.rawValue), options) }
    }

    /// Sets whether a widget is compact or expanded.
    public func setDisplayMode(_ mode: DisplayMode, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.setDisplayMode, identifier.rawValue, mode.rawValue) }
    }

    /// Adds a widget once more. Returns the identifier of the new instance.
    public func addInstance(
        of identifier: WidgetIdentifier, settings: [String: DBusValue] = [:]
    ) async throws -> WidgetIdentifier {
        let options: [String: DBusValue] = settings.isEmpty ? [:] : ["Settings": .properties(settings)]
        return try await mapping { try await center.call(CenterMember.addInstance, identifier.rawValue, options) }
    }

    /// Removes an instance that was added, with all that is known of it.
    public func removeInstance(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.removeInstance, identifier.rawValue) }
    }

    /// Sets some of a widget's settings, all or nothing.
    public func setSettings(_ values: [String: DBusValue], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.setSettings, identifier.rawValue, values) }
    }

    /// Takes settings back to their defaults; no keys are all.
    public func resetSettings(_ keys: [String] = [], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.call(CenterMember.resetSettings, identifier.rawValue, keys) }
    }

    /// Tells why a widget is or is not fresh: `Message` is one English sentence, the other keys are its grounds.
    public func explain(_ identifier: WidgetIdentifier) async throws -> [String: DBusValue] {
        try await mapping { try await center.call(CenterMember.explain, identifier.rawValue) }
    }

    /// All arranged widgets in order, with or without content.
    ///
    /// - Throws: ``Fault`` as well, when the center tells something else.
    public func arrangement() async throws -> [WidgetIdentifier] {
        try identifiers(CenterMember.arrangement, in: await properties())
    }

    /// What the center allows: bytes, counts and µs by name.
    public func limits() async throws -> [String: UInt64] {
        guard case .dictionary(let entries, _, _)? = try await properties()[CenterMember.limits.rawValue]?.unwrapped
        else { throw RemoteError(.failed, "the center has no property Limits") }
        return entries.reduce(into: [:]) { limits, entry in
            if case (.string(let name), .uint64(let value)) = (entry.key, entry.value.unwrapped) {
                limits[name] = value
            }
        }
    }

    private func identifiers(
        _ member: MemberName, in properties: [String: DBusValue]
    ) throws(Fault) -> [WidgetIdentifier] {
        let names = try VardictReader(properties).strings(member.rawValue) ?? []
        return names.compactMap { WidgetIdentifier(rawValue: $0) }
    }

    /// Tells that this connection shows Today from now on.
    public func beginViewing(_ options: ViewingOptions = ViewingOptions()) async throws {
        try await mapping { try await center.call(CenterMember.beginViewing, options.dictionary) }
    }

    /// Tells that this connection shows Today no longer.
    public func endViewing() async throws {
        try await mapping { try await center.call(CenterMember.endViewing) }
    }

    /// The properties of all widgets, in no particular order.
    public func widgets() async throws -> [ObjectPath: [String: DBusValue]] {
        let objects: [ObjectPath: [String: [String: DBusValue]]] = try await mapping {
            try await connection.call(
                TodayBus.name, path: TodayBus.path, interface: .objectManager, "GetManagedObjects")
        }
        return objects.compactMapValues { $0[TodayBus.widget.rawValue] }
    }

    /// The center's own properties.
    public func properties() async throws -> [String: DBusValue] {
        try await mapping {
            try await connection.call(
                TodayBus.name, path: TodayBus.path, interface: .properties, "GetAll", TodayBus.center.rawValue)
        }
    }

    /// The properties of one widget.
    public func properties(of identifier: WidgetIdentifier) async throws -> WidgetProperties {
        do {
            let values: [String: DBusValue] = try await connection.call(
                TodayBus.name, path: TodayBus.path(of: identifier), interface: .properties, "GetAll",
                TodayBus.widget.rawValue)
            return try WidgetProperties(values)
        } catch let error as RemoteError where error.name == .unknownObject {
            throw CenterError(.unknownWidget, "there is no widget \(identifier.rawValue.debugDescription)")
        }
    }

    private func mapping<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as RemoteError { throw CenterError(error) ?? error as any Error }
    }
}
