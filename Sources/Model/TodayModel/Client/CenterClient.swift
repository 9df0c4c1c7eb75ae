public import DBus

/// A client with typed calls of the center's methods. Making a client does no I/O.
///
/// If the center refuses a call, it throws a ``CenterError``. Other error replies throw a `RemoteError`, and local
/// failures a `ConnectionError`.
public struct CenterClient: Sendable {
    /// The connection for the calls.
    public let connection: Connection

    /// Makes a client of the center on the bus of this connection.
    public init(_ connection: Connection) { self.connection = connection }

    private var center: NotificationCenter1 { NotificationCenter1(connection) }

    /// Adds or redefines a widget. Returns the path of its object.
    @discardableResult
    public func registerWidget(
        _ identifier: WidgetIdentifier, _ definition: WidgetDefinition
    ) async throws -> ObjectPath {
        try await registerWidget(identifier, definition.dictionary)
    }

    /// Adds or redefines a widget with keys that aren't validated here. Returns the path of its object.
    @discardableResult
    public func registerWidget(
        _ identifier: WidgetIdentifier, _ definition: [String: DBusValue]
    ) async throws -> ObjectPath {
        try await mapping { try await center.registerWidget(identifier: identifier.rawValue, definition: definition) }
    }

    /// Removes a registration made at runtime.
    public func unregisterWidget(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.unregisterWidget(identifier: identifier.rawValue) }
    }

    /// Pushes changes. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: WidgetChanges) async throws -> UInt64 {
        try await updateWidget(identifier, changes.dictionary)
    }

    /// Pushes changes that aren't validated here. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: [String: DBusValue]) async throws -> UInt64 {
        try await mapping { try await center.updateWidget(identifier: identifier.rawValue, changes: changes) }
    }

    /// Hides a widget that has nothing to show, or shows it again.
    public func setHasContent(_ hasContent: Bool, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setHasContent(identifier: identifier.rawValue, hasContent: hasContent) }
    }

    /// Updates a widget now, and returns the result. The center waits for a provider for at most 20 seconds.
    public func performUpdate(
        _ identifier: WidgetIdentifier, timeout: Duration = Connection.defaultTimeout
    ) async throws -> UpdateResult {
        let word = try await mapping {
            try await center.with(timeout: timeout).performUpdate(identifier: identifier.rawValue)
        }
        guard let result = UpdateResult(rawValue: word) else {
            throw RemoteError(.failed, "the center returned \(word.quoted), which isn't an update result")
        }
        return result
    }

    /// Opens a URL for a widget. Returns whether a program accepted it.
    public func openURL(
        _ url: String, for identifier: WidgetIdentifier, options: [String: DBusValue] = [:]
    ) async throws -> Bool {
        try await mapping { try await center.openURL(identifier: identifier.rawValue, url: url, options: options) }
    }

    /// Reports a tap.
    public func invokeAction(
        _ action: String, of identifier: WidgetIdentifier, parameter: DBusValue? = nil,
        platformData: [String: DBusValue] = [:]
    ) async throws {
        let parameters = parameter.map { [$0] } ?? []
        try await mapping {
            try await center.invokeAction(
                identifier: identifier.rawValue, action: action, parameter: parameters, platformData: platformData)
        }
    }

    /// Replaces the arrangement. With `expected`, replaces it only if `expected` is the current arrangement.
    public func arrange(_ identifiers: [WidgetIdentifier], expected: [WidgetIdentifier]? = nil) async throws {
        var options: [String: DBusValue] = [:]
        if let expected { options["Expected"] = .strings(expected.map(\.rawValue)) }
        try await mapping { try await center.arrange(identifiers: identifiers.map(\.rawValue), options: options) }
    }

    /// Sets whether a widget is compact or expanded.
    public func setDisplayMode(_ mode: DisplayMode, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setDisplayMode(identifier: identifier.rawValue, mode: mode.rawValue) }
    }

    /// Adds an instance of a widget. Returns its identifier.
    ///
    /// - Parameter isDryRun: Whether to only check the settings and the limits. The call then returns the identifier
    ///   that the instance would have.
    @discardableResult
    public func addInstance(
        of identifier: WidgetIdentifier, settings: [String: DBusValue] = [:], isDryRun: Bool = false
    ) async throws -> WidgetIdentifier {
        var options: [String: DBusValue] = settings.isEmpty ? [:] : ["Settings": .properties(settings)]
        if isDryRun { options["DryRun"] = .boolean(true) }
        let instance = try await mapping {
            try await center.addInstance(identifier: identifier.rawValue, options: options)
        }
        guard let identifier = WidgetIdentifier(rawValue: instance) else {
            throw RemoteError(.failed, "the center returned \(instance.quoted), which isn't an identifier")
        }
        return identifier
    }

    /// Removes an added instance. The center keeps it for 30 days; see ``restoreInstance(_:)``.
    public func removeInstance(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.removeInstance(instance: identifier.rawValue) }
    }

    /// Returns the removed instances that the center keeps, the newest first.
    public func listRemoved() async throws -> [RemovedInstance] {
        try await mapping { try await center.listRemoved() }.map { try RemovedInstance($0) }
    }

    /// Brings a removed instance back with its settings, options, mode, content and place.
    ///
    /// - Throws: ``CenterError`` with code `unknownWidget` if the center doesn't keep it, or `limitExceeded` if the
    ///   widget has too many instances; `NotSupported` if its widget was removed.
    public func restoreInstance(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.restoreInstance(instance: identifier.rawValue) }
    }

    /// Deletes removed instances for good. An empty list deletes all.
    public func deleteRemoved(_ identifiers: [WidgetIdentifier] = []) async throws {
        try await mapping { try await center.deleteRemoved(instances: identifiers.map(\.rawValue)) }
    }

    /// Sets some of a widget's options, all or nothing.
    ///
    /// - Throws: `InvalidArgs` for a size that the widget doesn't offer, or a value out of range.
    public func setOptions(_ choices: WidgetOptionChoices, of identifier: WidgetIdentifier) async throws {
        try await setOptions(choices.dictionary, of: identifier)
    }

    /// Sets some of a widget's options with keys that aren't validated here, all or nothing.
    public func setOptions(_ values: [String: DBusValue], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setOptions(identifier: identifier.rawValue, values: values) }
    }

    /// Resets options to the values of the definition, by key: `Size`, `UpdateInterval` and `Paused`. An empty list
    /// resets all.
    public func resetOptions(_ keys: [String] = [], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.resetOptions(identifier: identifier.rawValue, names: keys) }
    }

    /// Sets some of a widget's settings, all or nothing.
    public func setSettings(_ values: [String: DBusValue], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setSettings(identifier: identifier.rawValue, values: values) }
    }

    /// Resets settings to their defaults. An empty list resets all.
    public func resetSettings(_ keys: [String] = [], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.resetSettings(identifier: identifier.rawValue, names: keys) }
    }

    /// Explains why a widget is or isn't up to date: `Message` is one English sentence, and the other keys are the
    /// reasons.
    public func explain(_ identifier: WidgetIdentifier) async throws -> [String: DBusValue] {
        try await mapping { try await center.explain(identifier: identifier.rawValue) }
    }

    /// Returns the sample content of a widget; empty if it has none.
    public func sample(of identifier: WidgetIdentifier) async throws -> Content {
        let content: Content = try await mapping {
            try await connection.call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.getSample,
                identifier.rawValue)
        }
        return try Content.validating(content.dbusValue)
    }

    /// Returns all arranged widgets in order, with or without content.
    public func arrangement() async throws -> [WidgetIdentifier] {
        try await mapping { try await center.arrangement }.compactMap { WidgetIdentifier(rawValue: $0) }
    }

    /// Returns the limits of the center: bytes, counts and µs by name.
    public func limits() async throws -> [String: UInt64] {
        try await mapping { try await center.limits }.compactMapValues { value in
            if case .uint64(let number) = value.unwrapped { number } else { nil }
        }
    }

    /// Reports that this connection shows Today from now on.
    public func beginViewing(_ options: ViewingOptions = ViewingOptions()) async throws {
        try await mapping { try await center.beginViewing(options: options.dictionary) }
    }

    /// Reports that this connection no longer shows Today.
    public func endViewing() async throws {
        try await mapping { try await center.endViewing() }
    }

    /// Returns the properties of all widgets, in no particular order.
    public func widgets() async throws -> [ObjectPath: [String: DBusValue]] {
        let objects: [ObjectPath: [String: [String: DBusValue]]] = try await mapping {
            try await connection.call(
                TodayBus.name, path: TodayBus.path, interface: .objectManager, "GetManagedObjects")
        }
        return objects.compactMapValues { $0[TodayBus.widget.rawValue] }
    }

    /// Returns the center's own properties.
    public func properties() async throws -> [String: DBusValue] {
        try await mapping {
            try await connection.call(
                TodayBus.name, path: TodayBus.path, interface: .properties, "GetAll", TodayBus.center.rawValue)
        }
    }

    /// Returns the properties of one widget.
    public func properties(of identifier: WidgetIdentifier) async throws -> WidgetProperties {
        do {
            let values: [String: DBusValue] = try await connection.call(
                TodayBus.name, path: TodayBus.path(of: identifier), interface: .properties, "GetAll",
                TodayBus.widget.rawValue)
            return try WidgetProperties(values)
        } catch let error as RemoteError where error.name == .unknownObject {
            throw CenterError(.unknownWidget, "unknown widget \(identifier.rawValue.quoted)")
        }
    }

    private func mapping<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as RemoteError { throw CenterError(error) ?? error as any Error }
    }
}
