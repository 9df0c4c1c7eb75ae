public import DBus
public import DBusTesting
public import NotificationCenter
internal import PlayedCenter
internal import TodayModel

/// A center for tests of widgets and apps: it records calls, refuses calls on request, keeps App Groups, and calls
/// providers.
///
/// ```swift
/// let bus = try await PrivateBus.start()
/// let center = try await ScriptedCenter.start(on: bus)
/// try await NCWidgetController(on: bus).setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
/// #expect(await center.calls == [.setHasContent("org.example.List", false)])
/// ```
///
/// It doesn't schedule updates, start programs or store content; to test these, use the real center.
public actor ScriptedCenter {
    /// A call to the center.
    public enum Call: Equatable, Sendable {
        /// `RegisterWidget`, with the received definition.
        case registerWidget(String, [String: NCValue])
        /// `UnregisterWidget`.
        case unregisterWidget(String)
        /// `UpdateWidget`.
        case updateWidget(String, NCWidgetChanges)
        /// `SetHasContent`.
        case setHasContent(String, Bool)
        /// `OpenURL`, with its activation token.
        case openURL(String, String, token: String?)
        /// `AddInstance`, with its settings.
        case addInstance(String, [String: NCValue])
        /// `RemoveInstance`.
        case removeInstance(String)
        /// `SetSettings`.
        case setSettings(String, [String: NCValue])
        /// `ResetSettings`.
        case resetSettings(String, [String])
    }

    /// The connection that owns the names of the center.
    public nonisolated var connection: Connection { center.connection }
    public nonisolated var unownedExecutor: UnownedSerialExecutor { center.unownedExecutor }
    private let center: PlayedCenter

    /// The calls so far, including refused ones.
    public var calls: [Call] { center.calls.value.compactMap { Call($0) } }

    private init(_ center: PlayedCenter) { self.center = center }

    /// Starts a center on a bus.
    ///
    /// - Parameters:
    ///   - bus: the bus.
    ///   - groups: its App Groups, with their values.
    /// - Throws: An error if the bus already has a center.
    public static func start(
        on bus: PrivateBus, groups: [String: [String: NCValue]] = [:]
    ) async throws -> ScriptedCenter {
        let values = groups.mapValues { $0.mapValues(\.groupValue) }
        let center = try await PlayedCenter.start(on: bus, groups: values, isLenient: true)
        await center.open { _ in true }
        return ScriptedCenter(center)
    }

    /// Ends the center as a crash would. You can then start another one.
    public func stop() async { await center.stop() }

    // MARK: Script

    /// Refuses the next calls with these errors, one for each call.
    public func refuse(_ errors: NCError...) {
        center.assumeIsolated { $0.refusals += errors.map { (nil, RemoteError($0)) } }
    }

    /// Sets the URLs that a program can open; initially all.
    public func open(where condition: @escaping @Sendable (String) -> Bool) {
        center.assumeIsolated { $0.open(where: condition) }
    }

    // MARK: App Groups

    /// Adds an App Group, or replaces the values of a group without a signal.
    public func addGroup(_ name: String, _ values: [String: NCValue] = [:]) async throws {
        try await center.addGroup(name, values.mapValues(\.groupValue))
    }

    /// Removes an App Group, as when the last definition that names it is removed.
    public func removeGroup(_ name: String) async { await center.removeGroup(name) }

    /// The values of an App Group.
    public func values(ofGroup name: String) -> [String: NCValue] {
        center.assumeIsolated { $0.values(ofGroup: name) }.compactMapValues { NCValue($0) }
    }

    /// Changes values of an App Group as another program would, and notifies the programs that follow it.
    public func change(group name: String, set values: [String: NCValue] = [:], remove keys: [String] = []) async throws
    {
        let values = values.mapValues(\.groupValue)
        try await center.change(group: TodayBus.path(ofGroup: name), set: values, remove: keys)
    }
}

extension ScriptedCenter.Call {
    fileprivate init?(_ call: PlayedCall) {
        let values = call.values.compactMapValues { NCValue($0) }
        switch call.member {
        case CenterMember.registerWidget: self = .registerWidget(call.identifier, values)
        case CenterMember.unregisterWidget: self = .unregisterWidget(call.identifier)
        case CenterMember.updateWidget:
            guard let changes = try? NCWidgetChanges(call.values) else { return nil }
            self = .updateWidget(call.identifier, changes)
        case CenterMember.setHasContent: self = .setHasContent(call.identifier, call.flag)
        case CenterMember.openURL:
            self = .openURL(call.identifier, call.text, token: values["activation-token"]?.string)
        case CenterMember.addInstance: self = .addInstance(call.identifier, values["Settings"]?.dictionary ?? [:])
        case CenterMember.removeInstance: self = .removeInstance(call.identifier)
        case CenterMember.setSettings: self = .setSettings(call.identifier, values)
        case CenterMember.resetSettings: self = .resetSettings(call.identifier, call.names)
        default: return nil
        }
    }
}

extension RemoteError {
    /// The form of a failure on the bus.
    fileprivate init(_ error: NCError) {
        let name: ErrorName =
            switch error.code {
            case .noCenter: .serviceUnknown
            case .disconnected: .noReply
            case .timedOut: .timeout
            case .notSupported: .notSupported
            case .unknownGroup: .unknownObject
            case .invalidValue: .invalidArgs
            case .other: .failed
            default: CenterError.Code.allCases.first { NCError.Code($0) == error.code }?.errorName ?? .failed
            }
        self.init(name, error.message)
    }
}
