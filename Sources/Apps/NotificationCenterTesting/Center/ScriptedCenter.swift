public import DBus
public import DBusTesting
public import NotificationCenter
internal import TodayModel

/// A center for tests of widgets and apps: it notes what it is asked for, refuses what the test says, keeps App Groups,
/// and calls providers.
///
/// ```swift
/// let bus = try await PrivateBus.start()
/// let center = try await ScriptedCenter.start(on: bus)
/// try await NCWidgetController(on: bus).setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
/// #expect(await center.calls == [.setHasContent("org.example.List", false)])
/// ```
///
/// It has no schedule, starts nobody and keeps nothing on disk; whether a widget and the center go together is a matter
/// for the real one.
public actor ScriptedCenter {
    /// What the center was asked for.
    public enum Call: Equatable, Sendable {
        /// `RegisterWidget`, with the definition as it came.
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

    /// The connection that has the names of the center.
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// What it was asked for so far, refused calls included.
    public private(set) var calls: [Call] = []
    private var refusals: [NCError] = []
    private var addedInstances: [String: Int] = [:]
    private var opens: @Sendable (String) -> Bool = { _ in true }
    var groups: [ObjectPath: ScriptedGroup] = [:]

    private init(_ connection: Connection) { self.connection = connection }

    /// Starts a center on a bus.
    ///
    /// - Parameters:
    ///   - bus: the bus.
    ///   - groups: the App Groups there are, with their values.
    /// - Throws: when the bus has a center already.
    public static func start(
        on bus: PrivateBus, groups: [String: [String: NCValue]] = [:]
    ) async throws -> ScriptedCenter {
        let center = ScriptedCenter(try await bus.connect())
        for (name, values) in groups { try await center.addGroup(name, values) }
        try await center.export()
        for name in [TodayBus.appsName, TodayBus.name] {
            try await center.connection.requestName(name, .doNotQueue)
        }
        return center
    }

    /// Ends it as a crash would. Another one may be started then.
    public func stop() async { await connection.close() }

    // MARK: Script

    /// Refuses the next call, and with several of them the ones after it, with these errors.
    public func refuse(_ errors: NCError...) { refusals += errors }

    /// Says which URLs there is a program for; at first all.
    public func open(where condition: @escaping @Sendable (String) -> Bool) { opens = condition }

    // MARK: Answers

    private func export() async throws {
        try await connection.export(Self.apps, of: self, at: TodayBus.appsPath)
        try await connection.export(Self.center, of: self, at: TodayBus.path)
    }

    func note(_ call: Call) throws {
        calls.append(call)
        try refuseIfTold()
    }

    func refuseIfTold() throws {
        if !refusals.isEmpty { throw RemoteError(refusals.removeFirst()) }
    }

    private static let apps = Interface<ScriptedCenter>(TodayBus.apps) {
        Method(CenterMember.registerWidget) {
            (it: isolated ScriptedCenter, identifier: String, definition: [String: DBusValue]) throws -> ObjectPath in
            try it.note(.registerWidget(identifier, definition.compactMapValues { NCValue($0) }))
            return TodayBus.path.appending(escaping: identifier)
        }
        Method(CenterMember.unregisterWidget) { (it: isolated ScriptedCenter, identifier: String) throws in
            try it.note(.unregisterWidget(identifier))
        }
        Method(CenterMember.updateWidget) {
            (it: isolated ScriptedCenter, identifier: String, changes: [String: DBusValue]) throws -> UInt64 in
            try it.note(.updateWidget(identifier, try NCWidgetChanges(changes)))
            return UInt64(it.calls.count)
        }
        Method(CenterMember.setHasContent) { (it: isolated ScriptedCenter, identifier: String, flag: Bool) throws in
            try it.note(.setHasContent(identifier, flag))
        }
        Method(CenterMember.openURL) {
            (it: isolated ScriptedCenter, identifier: String, url: String, options: [String: DBusValue]) throws -> Bool
            in
            let token = options["activation-token"].flatMap { NCValue($0) }?.string
            try it.note(.openURL(identifier, url, token: token))
            return it.opens(url)
        }
    }
}

extension ScriptedCenter {
    private static let center = Interface<ScriptedCenter>(TodayBus.center) {
        Method(CenterMember.addInstance) {
            (it: isolated ScriptedCenter, identifier: String, options: [String: DBusValue]) throws -> String in
            let settings = options["Settings"].flatMap { NCValue($0) }?.dictionary
            try it.note(.addInstance(identifier, settings ?? [:]))
            return it.nextInstance(of: identifier)
        }
        Method(CenterMember.removeInstance) { (it: isolated ScriptedCenter, identifier: String) throws in
            try it.note(.removeInstance(identifier))
        }
        Method(CenterMember.setSettings) {
            (it: isolated ScriptedCenter, identifier: String, values: [String: DBusValue]) throws in
            try it.note(.setSettings(identifier, values.compactMapValues { NCValue($0) }))
        }
        Method(CenterMember.resetSettings) { (it: isolated ScriptedCenter, identifier: String, keys: [String]) throws in
            try it.note(.resetSettings(identifier, keys))
        }
    }

    private func nextInstance(of identifier: String) -> String {
        let widget = String(identifier.unicodeScalars.prefix { $0 != "#" })
        let number = addedInstances[widget, default: 1] + 1
        addedInstances[widget] = number
        return "\(widget)#\(number)"
    }
}

extension RemoteError {
    /// How the center says a failure over the bus.
    fileprivate init(_ error: NCError) {
        let name: ErrorName =
            switch error.code {
            case .noCenter: .serviceUnknown
            case .disconnected: .noReply
            case .timedOut: .timeout
            case .notSupported: .notSupported
            case .unknownGroup: .unknownObject
            case .invalidValue: .invalidArgs
            default: Self.names[error.code] ?? .failed
            }
        self.init(name, error.message)
    }

    private static let names = Dictionary(
        uniqueKeysWithValues: [
            (NCError.Code.unknownWidget, CenterError.Code.unknownWidget), (.invalidIdentifier, .invalidIdentifier),
            (.invalidDefinition, .invalidDefinition), (.invalidContent, .invalidContent), (.invalidURL, .invalidURL),
            (.invalidSetting, .invalidSetting),
            (.notAuthorized, .notAuthorized), (.alreadyRegistered, .alreadyRegistered),
            (.limitExceeded, .limitExceeded), (.notStored, .notStored),
        ].map { ($0, $1.errorName) })
}
