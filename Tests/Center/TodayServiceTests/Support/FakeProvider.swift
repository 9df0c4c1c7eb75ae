import DBus
import TodayModel

/// A provider in this process, which answers as the test says.
actor FakeProvider {
    typealias Changes = [String: DBusValue]

    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let update: @Sendable (Changes) async throws -> (String, Changes)
    private let action: @Sendable (String, [DBusValue]) async throws -> Changes
    private let begin: (@Sendable () async -> Void)?

    /// The members that were called, with the details that distinguish the calls.
    nonisolated let record = Recorder<String>()
    nonisolated var calls: [String] { record.elements }

    private init(
        _ loop: EventLoop, _ update: @escaping @Sendable (Changes) async throws -> (String, Changes),
        _ action: @escaping @Sendable (String, [DBusValue]) async throws -> Changes,
        _ begin: (@Sendable () async -> Void)?
    ) {
        self.loop = loop
        self.update = update
        self.action = action
        self.begin = begin
    }

    /// Exports a provider at a path.
    ///
    /// - Parameter begin: runs before `BeginRequest` is answered; nil is a provider without that method.
    @discardableResult
    static func export(
        on connection: Connection, at path: ObjectPath,
        update: @escaping @Sendable (Changes) async throws -> (String, Changes) = { _ in ("no-data", [:]) },
        action: @escaping @Sendable (String, [DBusValue]) async throws -> Changes = { _, _ in [:] },
        begin: (@Sendable () async -> Void)? = nil
    ) async throws -> FakeProvider {
        let provider = FakeProvider(connection.loop, update, action, begin)
        try await connection.export(interface, of: provider, at: path)
        return provider
    }

    private func recordCall(_ call: String) { record.record(call) }

    private static let interface = Interface<FakeProvider>(TodayBus.provider) {
        Method.async("BeginRequest", in: ["context"], out: ["changes"]) {
            (it: isolated FakeProvider, _: MethodCall, _: Changes) async throws -> Changes in
            guard let begin = it.begin else { throw RemoteError(.unknownMethod, "there is no BeginRequest") }
            it.recordCall("BeginRequest")
            await begin()
            it.recordCall("BeginRequest answered")
            return [:]
        }
        Method.async("PerformUpdate", in: ["context"], out: ["result", "changes"]) {
            (it: isolated FakeProvider, _: MethodCall, context: Changes) async throws -> (String, Changes) in
            it.recordCall("PerformUpdate \(context["Reason"]?.text ?? "")")
            return try await it.update(context)
        }
        Method.async("InvokeAction", in: ["action", "parameter", "platform_data"], out: ["changes"]) {
            (it: isolated FakeProvider, _: MethodCall, action: String, parameter: [DBusValue], _: Changes)
                async throws -> Changes in
            it.recordCall("InvokeAction \(action)")
            return try await it.action(action, parameter)
        }
        Method("DisplayModeChanged", in: ["mode", "maximum_size"], out: ["changes"]) {
            (it: isolated FakeProvider, mode: String, size: Size) -> Changes in
            it.recordCall("DisplayModeChanged \(mode) \(size.width)x\(size.height)")
            return [:]
        }
        Method("Appear") { (it: isolated FakeProvider) in it.recordCall("Appear") }
        Method("Disappear") { (it: isolated FakeProvider) in it.recordCall("Disappear") }
        Method("EndRequest") { (it: isolated FakeProvider) in it.recordCall("EndRequest") }
    }
}

extension TestCenter {
    /// Registers a widget whose provider is the client's connection.
    @discardableResult
    func register(
        _ identifier: WidgetIdentifier, by other: CenterClient? = nil,
        update: @escaping @Sendable ([String: DBusValue]) async throws -> (String, [String: DBusValue]) = { _ in
            ("no-data", [:])
        },
        action: @escaping @Sendable (String, [DBusValue]) async throws -> [String: DBusValue] = { _, _ in [:] },
        definition change: (inout WidgetDefinition) -> Void = { _ in }
    ) async throws -> FakeProvider {
        let client = other ?? client
        let path = ObjectPath(unchecked: "/provider/" + identifier.rawValue.replacing(".", with: "_"))
        let provider = try await FakeProvider.export(on: client.connection, at: path, update: update, action: action)
        var definition = WidgetDefinition()
        definition.objectPath = path
        change(&definition)
        try await client.registerWidget(identifier, definition)
        return provider
    }
}

extension DBusValue {
    /// The string that a value is; nil for any other.
    var text: String? { if case .string(let text) = unwrapped { text } else { nil } }
}
