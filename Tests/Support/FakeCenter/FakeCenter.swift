public import DBus
public import DBusTesting
public import TodayModel

/// A center for tests: it answers by the contract, from what the test puts into it.
public actor FakeCenter {
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    var widgets: [ObjectPath: WidgetProperties] = [:]
    var arrangement: [String] = []
    var today: [String] = []

    /// What `PerformUpdate` answers, by identifier; `no-data` if there is nothing.
    var results: [String: @Sendable (inout WidgetProperties) async -> UpdateResult] = [:]
    /// The options of every `BeginViewing`, and nil for every `EndViewing`.
    public private(set) var viewing: [ViewingOptions?] = []
    private var viewingWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The URLs it was asked to open, and their tokens. It opens `https:` only.
    public internal(set) var opened: [String] = []
    /// The dictionary of every accepted `UpdateWidget`.
    public internal(set) var pushed: [[String: DBusValue]] = []
    /// The definition that each widget was registered with last.
    public internal(set) var definitions: [String: [String: DBusValue]] = [:]
    /// The actions that were invoked: widget, name, type and value of the parameter, platform data.
    public internal(set) var actions: [String] = []
    /// Returns when actions that were invoked may be answered.
    var answering: @Sendable () async -> Void = {}
    /// What `Explain` answers, by identifier.
    var explanations: [String: [String: DBusValue]] = [:]
    /// What somebody else arranges just before the next calls of `Arrange`.
    var interferences: [[WidgetIdentifier]] = []
    /// The values of App Groups.
    var groups: [ObjectPath: [String: DBusValue]] = [:]
    /// Who is told of changes of them.
    var groupReaders: [ObjectPath: Set<BusName>] = [:]
    /// Why changes are not stored; nil while they are.
    var stateTrouble: StateTrouble?
    /// What was set and reset.
    public internal(set) var settingsCalls: [String] = []
    /// What `SetSettings` refuses with.
    var settingsRefusal: CenterError?
    /// What `BeginViewing` refuses with.
    var viewingRefusal: CenterError?

    private init(_ connection: Connection) { self.connection = connection }

    /// Starts a center with these widgets on a bus, arranged in that order.
    public static func start(on bus: PrivateBus, _ widgets: [WidgetProperties] = []) async throws -> FakeCenter {
        try await start(over: try await bus.connect(), widgets)
    }

    /// Starts a center with these widgets over a connection of its own.
    public static func start(
        over connection: Connection, _ widgets: [WidgetProperties] = []
    ) async throws -> FakeCenter {
        let center = FakeCenter(connection)
        try await center.export(widgets)
        try await center.connection.requestName(TodayBus.name, .doNotQueue)
        return center
    }

    private func export(_ widgets: [WidgetProperties]) async throws {
        for widget in widgets { await add(widget, announcing: false) }
        await connection.exportObjectManager(at: TodayBus.path)
        try await connection.export(Self.center, of: self, at: TodayBus.path)
    }

    /// Ends it as a crash would.
    public func stop() async { await connection.close() }

    // MARK: What the test changes

    /// Adds a widget, arranged last.
    public func add(_ widget: WidgetProperties) async { await add(widget, announcing: true) }

    private func add(_ widget: WidgetProperties, announcing: Bool) async {
        let path = TodayBus.path(of: widget.identifier)
        widgets[path] = widget
        try? await connection.export(Self.widget, of: self, at: path)
        arrangement.append(widget.identifier.rawValue)
        if widget.hasContent { today.append(widget.identifier.rawValue) }
        if announcing { await announceOrder() }
    }

    public func remove(_ identifier: WidgetIdentifier) async {
        arrangement.removeAll { $0 == identifier.rawValue }
        today.removeAll { $0 == identifier.rawValue }
        await announceOrder()
        let path = TodayBus.path(of: identifier)
        await connection.unexport(path)
        widgets[path] = nil
    }

    /// Changes a widget, and tells of `members` in one signal.
    public func change(
        _ identifier: WidgetIdentifier, _ members: [WidgetMember], _ body: @Sendable (inout WidgetProperties) -> Void
    ) async {
        let path = TodayBus.path(of: identifier)
        guard var widget = widgets[path] else { return }
        body(&widget)
        widgets[path] = widget
        await connection.emitPropertiesChanged(path, TodayBus.widget, members.map(\.memberName))
    }

    /// Changes the order.
    public func arrange(_ identifiers: [WidgetIdentifier], today: [WidgetIdentifier]) async {
        arrangement = identifiers.map(\.rawValue)
        self.today = today.map(\.rawValue)
        await announceOrder()
    }

    func announceOrder() async {
        await connection.emitPropertiesChanged(
            TodayBus.path, TodayBus.center, [CenterMember.arrangement, CenterMember.today])
    }

    /// Sends `PropertiesChanged` of a widget's object with any values.
    public func sendChange(_ identifier: WidgetIdentifier, _ values: [String: DBusValue]) async throws {
        try await connection.emit(
            TodayBus.path(of: identifier), .properties, "PropertiesChanged", TodayBus.widget.rawValue, values,
            [String]())
    }

    public func sendUpdated(_ identifier: String, _ result: String, _ details: [String: DBusValue]) async throws {
        try await connection.emit(Self.widgetUpdated, at: TodayBus.path, identifier, result, details)
    }

    /// Says what an update of a widget does.
    public func onUpdate(
        of identifier: WidgetIdentifier, _ body: @escaping @Sendable (inout WidgetProperties) async -> UpdateResult
    ) {
        results[identifier.rawValue] = body
    }

    /// Has actions answered only when this has returned.
    public func answerActions(after body: @escaping @Sendable () async -> Void) { answering = body }

    /// Says what `Explain` answers for a widget.
    public func explain(_ identifier: WidgetIdentifier, _ explanation: [String: DBusValue]) {
        explanations[identifier.rawValue] = explanation
    }

    /// Has somebody else arrange the widgets just before the next call of `Arrange`; several in their order.
    public func interfere(_ arrangements: [WidgetIdentifier]...) { interferences += arrangements }

    /// Says whether changes are stored, as the center does.
    public func setStateTrouble(_ trouble: StateTrouble?) async {
        let isNew = (trouble == nil) != (stateTrouble == nil)
        stateTrouble = trouble
        await connection.emitPropertiesChanged(
            TodayBus.path, TodayBus.center, (isNew ? [CenterMember.stateStored] : []) + [CenterMember.stateError])
    }

    public func refuseSettings(_ error: CenterError?) { settingsRefusal = error }

    public func refuseViewing(_ error: CenterError?) { viewingRefusal = error }

    // MARK: Who views

    func note(viewing options: ViewingOptions?) {
        viewing.append(options)
        let count = viewing.count
        let ready = viewingWaiters.filter { $0.count <= count }
        viewingWaiters.removeAll { $0.count <= count }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits until there were so many calls of `BeginViewing` and `EndViewing`.
    public func waitForViewingCalls(_ count: Int) async {
        if viewing.count >= count { return }
        await withCheckedContinuation { viewingWaiters.append((count, $0)) }
    }
}
