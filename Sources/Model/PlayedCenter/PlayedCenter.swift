package import DBus
package import DBusTesting
package import TodayModel

/// A center that is played: it answers by the contract, from the widgets and App Groups that it is given, and notes each
/// call. It schedules nothing, starts no program and stores nothing.
package actor PlayedCenter {
    package nonisolated let connection: Connection
    package nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    /// Whether calls may name any widget, and objects have properties of version 1 and of one that doesn't exist yet.
    let isLenient: Bool

    /// The calls so far, refused ones included.
    package nonisolated let calls = WatchedValue<[PlayedCall]>([])
    /// The calls so far that read objects or properties.
    package nonisolated let readings = WatchedValue<[PlayedCall]>([])

    package internal(set) var widgets: [ObjectPath: WidgetProperties] = [:]
    private var paths: [WidgetIdentifier: ObjectPath] = [:]
    /// The removed instances with their index in the arrangement, the newest last.
    package internal(set) var removed: [(widget: WidgetProperties, index: Int, at: Timestamp)] = []
    var arrangement: [String] = []
    var today: [String] = []
    var isViewed = false
    var groups: [ObjectPath: PlayedGroup] = [:]
    /// Why changes are not stored; nil while they are.
    package var stateTrouble: StateTrouble?

    /// Runs before a call is answered.
    package var beforeAnswers: @Sendable (isolated PlayedCenter, PlayedCall) async -> Void = { _, _ in }
    /// Errors of the next calls, of one method or of any.
    package var refusals: [(member: MemberName?, error: RemoteError)] = []
    private(set) var opens: @Sendable (String) -> Bool = { $0.hasPrefix("https:") }
    /// Updates by identifier; without one, the result is `no-data`.
    package var updates: [WidgetIdentifier: @Sendable (inout WidgetProperties) async -> UpdateResult] = [:]
    /// Answers of `Explain`.
    package var explanations: [WidgetIdentifier: [String: DBusValue]] = [:]
    /// Answers of `GetSample`.
    package var samples: [WidgetIdentifier: Content] = [:]
    /// The clock of the center, which registered content gets its time from.
    private(set) var clock: @Sendable () -> Timestamp = { .never }
    private var afterObjects: (@Sendable (isolated PlayedCenter) -> Void)?

    private init(_ connection: Connection, isLenient: Bool) {
        self.connection = connection
        self.isLenient = isLenient
    }

    /// Starts a center on a bus, with widgets that are arranged in this order.
    ///
    /// - Throws: when the bus has a center already.
    package static func start(
        on bus: PrivateBus, _ widgets: [WidgetProperties] = [], groups: [String: [String: DBusValue]] = [:],
        isLenient: Bool = false
    ) async throws -> PlayedCenter {
        try await start(over: try await bus.connect(), widgets, groups: groups, isLenient: isLenient)
    }

    /// Starts a center over a connection of its own.
    package static func start(
        over connection: Connection, _ widgets: [WidgetProperties] = [], groups: [String: [String: DBusValue]] = [:],
        isLenient: Bool = false, names: [BusName] = [TodayBus.appsName, TodayBus.name]
    ) async throws -> PlayedCenter {
        let center = PlayedCenter(connection, isLenient: isLenient)
        try await center.export(widgets)
        for (name, values) in groups { try await center.addGroup(name, values) }
        for name in names { try await connection.requestName(name, .doNotQueue) }
        return center
    }

    private func export(_ widgets: [WidgetProperties]) async throws {
        await connection.setCallFilter(
            CallFilter { [weak self] call in
                self?.assumeIsolated { $0.record(reading: call) }
                return .allowed
            })
        await connection.exportObjectManager(at: TodayBus.path)
        let apps = Interface<PlayedCenter>(TodayBus.apps) { return Self.forApps }
        try await connection.export(apps, of: self, at: TodayBus.appsPath)
        let center = Interface<PlayedCenter>(TodayBus.center) { [isLenient] in
            return Self.forApps + Self.forPanels + (isLenient ? Self.ofLaterVersion : [])
        }
        try await connection.export(center, of: self, at: TodayBus.path)
        await add(widgets)
    }

    private func record(reading call: MethodCall) {
        guard call.interface == .objectManager || call.interface == .properties else { return }
        // The objects are answered before the next reading, however busy the machine is.
        if afterObjects != nil, readings.value.contains(where: { $0.member == "GetManagedObjects" }) {
            afterObjects.take()?(self)
        }
        readings.change { $0.append(PlayedCall(call)) }
        // The call is answered where it is read, so the task runs after that.
        if call.member == "GetManagedObjects" { Task { afterObjects.take()?(self) } }
    }

    /// Runs `body` when the objects have been read for the first time, before another answer.
    package func afterObjects(_ body: @escaping @Sendable (isolated PlayedCenter) -> Void) { afterObjects = body }

    /// Sets the clock of the center.
    package func setClock(_ clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

    /// Sets which URLs a program opens.
    package func open(where condition: @escaping @Sendable (String) -> Bool) { opens = condition }

    /// Ends it as a crash would. Another one may be started then.
    package func stop() async { await connection.close() }

    func throwRefusal(of member: MemberName) throws {
        let index = refusals.firstIndex { $0.member == nil || $0.member == member }
        if let index { throw refusals.remove(at: index).error }
    }

    package func path(of widget: WidgetIdentifier) -> ObjectPath { paths[widget] ?? TodayBus.path(of: widget) }

    /// Adds widgets, arranged last.
    ///
    /// - Parameters:
    ///   - path: the object of a single widget, where it is not the usual one.
    ///   - version: the version of the contract whose properties the objects have.
    ///   - isShown: whether `Today` names those with content.
    package func add(
        _ added: [WidgetProperties], at path: ObjectPath? = nil, version: UInt32? = nil, isShown: Bool = true
    ) async {
        for widget in added {
            paths[widget.identifier] = path
            let path = self.path(of: widget.identifier)
            widgets[path] = widget
            let version = version ?? (isLenient ? 1 : TodayBus.version)
            try? await connection.export(Self.widget(version, hasLater: isLenient), of: self, at: path)
            arrangement.append(widget.identifier.rawValue)
            if isShown, widget.hasContent { today.append(widget.identifier.rawValue) }
        }
        emitOrder()
    }

    /// Adds a widget, arranged last.
    package func add(_ widget: WidgetProperties) async { await add([widget]) }

    package func remove(_ identifier: WidgetIdentifier) async {
        arrangement.removeAll { $0 == identifier.rawValue }
        today.removeAll { $0 == identifier.rawValue }
        emitOrder()
        let path = path(of: identifier)
        await connection.unexport(path)
        widgets[path] = nil
    }

    /// Changes a widget, and emits these properties in one signal.
    package func change(
        _ identifier: WidgetIdentifier, _ members: [WidgetMember], _ body: @Sendable (inout WidgetProperties) -> Void
    ) {
        let path = path(of: identifier)
        guard var widget = widgets[path] else { return }
        body(&widget)
        widgets[path] = widget
        connection.assumeIsolated { $0.emitPropertiesChanged(path, TodayBus.widget, members.map(\.memberName)) }
    }

    /// Changes the order.
    package func arrange(_ identifiers: [WidgetIdentifier]? = nil, today: [WidgetIdentifier]) {
        arrangement = identifiers?.map(\.rawValue) ?? arrangement
        self.today = today.map(\.rawValue)
        emitOrder()
    }

    private func emitOrder() { emit([CenterMember.arrangement, CenterMember.today]) }

    /// Emits properties of the center.
    package func emit(_ members: [MemberName]) {
        connection.assumeIsolated { $0.emitPropertiesChanged(TodayBus.path, TodayBus.center, members) }
    }

    /// Sends `PropertiesChanged` of a widget's object with any values.
    ///
    /// - Parameters:
    ///   - connection: the sender; by default the center.
    ///   - receiver: the only connection that gets it; nil is every connection that listens.
    package func sendChange(
        _ identifier: WidgetIdentifier, _ values: [String: DBusValue], of interface: InterfaceName = TodayBus.widget,
        by connection: Connection? = nil, to receiver: BusName? = nil
    ) async throws {
        try await (connection ?? self.connection).emit(
            path(of: identifier), .properties, "PropertiesChanged", to: receiver, interface.rawValue, values, [String]()
        )
    }

    package func sendUpdated(_ identifier: String, _ result: String, _ details: [String: DBusValue]) async throws {
        try await connection.emit(
            NotificationCenter1Interface.widgetUpdated, at: TodayBus.path, identifier, result, details)
    }
}
