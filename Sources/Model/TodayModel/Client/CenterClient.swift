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

    private var center: NotificationCenter1 { NotificationCenter1(connection) }

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
        try await mapping { try await center.registerWidget(identifier: identifier.rawValue, definition: definition) }
    }

    /// Removes a registration made at run time.
    public func unregisterWidget(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.unregisterWidget(identifier: identifier.rawValue) }
    }

    /// Pushes changes. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: WidgetChanges) async throws -> UInt64 {
        try await updateWidget(identifier, changes.dictionary)
    }

    /// Pushes changes that are not checked here. Returns the widget's revision.
    @discardableResult
    public func updateWidget(_ identifier: WidgetIdentifier, _ changes: [String: DBusValue]) async throws -> UInt64 {
        try await mapping { try await center.updateWidget(identifier: identifier.rawValue, changes: changes) }
    }

    /// Hides a widget that has nothing to show, or shows it again.
    public func setHasContent(_ hasContent: Bool, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setHasContent(identifier: identifier.rawValue, hasContent: hasContent) }
    }

    /// Updates a widget now, and returns the result. The center waits for a provider for 20 seconds at most.
    public func performUpdate(_ identifier: WidgetIdentifier) async throws -> UpdateResult {
        let word = try await mapping { try await center.performUpdate(identifier: identifier.rawValue) }
        guard let result = UpdateResult(rawValue: word) else {
            throw RemoteError(.failed, "the center answered \(word.quoted), which is no update result")
        }
        return result
    }

    /// Opens a URL for a widget. Returns whether a program took it.
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

    /// Replaces the arrangement. With `expected`, only if that is the current one.
    public func arrange(_ identifiers: [WidgetIdentifier], expected: [WidgetIdentifier]? = nil) async throws {
        var options: [String: DBusValue] = [:]
        if let expected { options["Expected"] = .strings(expected.map(\.rawValue)) }
        try await mapping { try await center.arrange(identifiers: identifiers.map(\.rawValue), options: options) }
    }

    /// Sets whether a widget is compact or expanded.
    public func setDisplayMode(_ mode: DisplayMode, for identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setDisplayMode(identifier: identifier.rawValue, mode: mode.rawValue) }
    }

    /// Adds a widget once more. Returns the identifier of the new instance.
    public func addInstance(
        of identifier: WidgetIdentifier, settings: [String: DBusValue] = [:]
    ) async throws -> WidgetIdentifier {
        let options: [String: DBusValue] = settings.isEmpty ? [:] : ["Settings": .properties(settings)]
        let instance = try await mapping {
            try await center.addInstance(identifier: identifier.rawValue, options: options)
        }
        guard let identifier = WidgetIdentifier(rawValue: instance) else {
            throw RemoteError(.failed, "the center answered \(instance.quoted), which is no identifier")
        }
        return identifier
    }

    /// Removes an instance that was added, with all that is known of it.
    public func removeInstance(_ identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.removeInstance(instance: identifier.rawValue) }
    }

    /// Sets some of a widget's settings, all or nothing.
    public func setSettings(_ values: [String: DBusValue], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.setSettings(identifier: identifier.rawValue, values: values) }
    }

    /// Takes settings back to their defaults; no keys are all.
    public func resetSettings(_ keys: [String] = [], of identifier: WidgetIdentifier) async throws {
        try await mapping { try await center.resetSettings(identifier: identifier.rawValue, names: keys) }
    }

    /// Tells why a widget is or is not fresh: `Message` is one English sentence, the other keys are its grounds.
    public func explain(_ identifier: WidgetIdentifier) async throws -> [String: DBusValue] {
        try await mapping { try await center.explain(identifier: identifier.rawValue) }
    }

    /// All arranged widgets in order, with or without content.
    public func arrangement() async throws -> [WidgetIdentifier] {
        try await mapping { try await center.arrangement }.compactMap { WidgetIdentifier(rawValue: $0) }
    }

    /// What the center allows: bytes, counts and µs by name.
    public func limits() async throws -> [String: UInt64] {
        try await mapping { try await center.limits }.compactMapValues { value in
            if case .uint64(let number) = value.unwrapped { number } else { nil }
        }
    }

    /// Tells that this connection shows Today from now on.
    public func beginViewing(_ options: ViewingOptions = ViewingOptions()) async throws {
        try await mapping { try await center.beginViewing(options: options.dictionary) }
    }

    /// Tells that this connection shows Today no longer.
    public func endViewing() async throws {
        try await mapping { try await center.endViewing() }
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
            throw CenterError(.unknownWidget, "there is no widget \(identifier.rawValue.quoted)")
        }
    }

    private func mapping<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as RemoteError { throw CenterError(error) ?? error as any Error }
    }
}
