internal import DBus
internal import DBusTesting
internal import TodayModel

/// A center that is played: it has the widgets that a role gives it, notes what it is asked for, and does nothing by itself.
actor StageCenter {
    nonisolated let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    /// What it was asked for, in order.
    nonisolated let calls = WatchedValue<[StageCall]>([])
    /// What was read of it, in order.
    nonisolated let readings = WatchedValue<[StageReading]>([])

    var widgets: [ObjectPath: StageWidget] = [:]
    private var paths: [String: ObjectPath] = [:]
    var arrangement: [String] = []
    var today: [String] = []
    var stateError = ""
    /// The App Groups, by their objects.
    var groups: [ObjectPath: StageGroup] = [:]
    /// Runs when the objects have been read for the first time, and the answer has been sent.
    private var afterFirstReading: (@Sendable (isolated StageCenter) -> Void)?
    private var hasToldObjects = false
    /// What becomes of a tap, by its action.
    private var taps: [String: TapAnswer] = [:]

    /// What becomes of a tap.
    enum TapAnswer: Sendable {
        /// The error `ActionFailed`, with this message.
        case fails(String)
        /// It is answered when this is told.
        case waits(WatchedValue<Bool>)
    }

    private init(_ connection: Connection) { self.connection = connection }

    /// Starts a center on a bus.
    ///
    /// - Parameters:
    ///   - widgets: what it has, all arranged and shown in this order.
    ///   - afterFirstReading: runs on the center when its objects have been read for the first time.
    /// - Throws: when the bus has a center already.
    static func start(
        on bus: PrivateBus, _ widgets: [StageWidget] = [],
        afterFirstReading: (@Sendable (isolated StageCenter) -> Void)? = nil
    ) async throws -> StageCenter {
        let center = StageCenter(try await bus.connect())
        try await center.open(widgets, afterFirstReading)
        for name in [TodayBus.appsName, TodayBus.name] {
            // The bus may still be taking leave of a former one.
            _ = try await withDeadline(.seconds(10)) { [connection = center.connection] in
                try await connection.owners(of: name).first { $0 == nil }
            }
            try await center.connection.requestName(name, .doNotQueue)
        }
        return center
    }

    private func open(
        _ widgets: [StageWidget], _ afterFirstReading: (@Sendable (isolated StageCenter) -> Void)?
    ) async throws {
        self.afterFirstReading = afterFirstReading
        for widget in widgets {
            try await export(widget)
            arrangement.append(widget.identifier)
        }
        today = arrangement
        let note: @Sendable (MethodCall) -> Void = { [weak self] call in self?.assumeIsolated { $0.note(reading: call) }
        }
        await connection.setCallFilter(
            CallFilter { call in
                note(call)
                return .allowed
            })
        await connection.exportObjectManager(at: TodayBus.path)
        try await connection.export(Self.center, of: self, at: TodayBus.path)
        try await connection.export(Self.apps, of: self, at: TodayBus.appsPath)
    }

    /// Ends it as a crash would. Another one may be started then.
    func stop() async { await connection.close() }

    private func note(reading call: MethodCall) {
        guard call.interface == .objectManager || call.interface == .properties else { return }
        readings.change { $0.append(StageReading(member: call.member, sender: call.sender, path: call.path)) }
        switch call.member {
        case "GetManagedObjects":
            hasToldObjects = true
            // The call is answered where it is read; what comes here comes after that.
            Task { objectsWereRead() }
        // What is asked next is answered after it, however busy the machine is.
        case "GetAll" where hasToldObjects: objectsWereRead()
        default: break
        }
    }

    private func objectsWereRead() { afterFirstReading.take()?(self) }

    // MARK: The widgets

    /// The object of a widget.
    ///
    /// - Parameter isOdd: whether it says nothing of the widget, so that who takes it apart finds nothing.
    private func path(of identifier: String, isOdd: Bool = false) -> ObjectPath {
        if let path = paths[identifier] { return path }
        let odd = ObjectPath(rawValue: "\(TodayBus.path)/widget/w\(paths.count + 1)")
        let path = isOdd ? odd ?? .root : TodayBus.widgetsPath.appending(escaping: identifier)
        paths[identifier] = path
        return path
    }

    private func export(_ widget: StageWidget) async throws {
        let path = path(of: widget.identifier, isOdd: widget.hasOddPath)
        widgets[path] = widget
        try await connection.export(
            widget.settings == nil ? Self.firstWidget : Self.secondWidget, of: self, at: path)
    }

    /// Adds a widget, arranged last.
    ///
    /// - Parameter isShown: whether `Today` names it.
    func add(_ widget: StageWidget, isShown: Bool = true) async throws {
        try await export(widget)
        arrangement.append(widget.identifier)
        if isShown { today.append(widget.identifier) }
        await tellOrder()
    }

    /// Adds several widgets, arranged last and shown, of which the order tells at once.
    func add(_ widgets: [StageWidget]) async throws {
        for widget in widgets {
            try await export(widget)
            arrangement.append(widget.identifier)
            today.append(widget.identifier)
        }
        await tellOrder()
    }

    /// Takes a widget away.
    func remove(_ identifier: String) async {
        arrangement.removeAll { $0 == identifier }
        today.removeAll { $0 == identifier }
        await tellOrder()
        let path = path(of: identifier)
        await connection.unexport(path)
        widgets[path] = nil
    }

    /// Changes what is shown, and in which order.
    func show(_ identifiers: [String]) async {
        today = identifiers
        await tellOrder()
    }

    /// Changes a widget, and tells of these properties in one signal.
    func change(
        _ identifier: String, _ members: MemberName..., by body: @Sendable (inout StageWidget) -> Void
    ) {
        let path = path(of: identifier)
        guard var widget = widgets[path] else { return }
        widget.revision += 1
        body(&widget)
        widgets[path] = widget
        connection.assumeIsolated { $0.emitPropertiesChanged(path, TodayBus.widget, members + ["Revision"]) }
    }

    /// Has a widget show other content, which is valid.
    func show(_ json: String, in identifier: String) throws {
        let content = try Content.parse(json: json)
        change(identifier, "Content") { $0.content = content }
    }

    /// Says why what changes is not stored; empty when it is.
    func setStateError(_ reason: String) async {
        stateError = reason
        await connection.emitPropertiesChanged(TodayBus.path, TodayBus.center, ["StateStored", "StateError"])
    }

    private func tellOrder() async {
        await connection.emitPropertiesChanged(TodayBus.path, TodayBus.center, ["Arrangement", "Today"])
    }

    /// Sends `PropertiesChanged` of a widget's object in the name of somebody else, or of another interface.
    ///
    /// - Parameter receiver: the only connection that gets it; nil is every connection that listens.
    func forge(
        _ identifier: String, _ interface: InterfaceName, _ values: [String: DBusValue],
        by connection: Connection? = nil, to receiver: BusName? = nil
    ) async throws {
        try await (connection ?? self.connection).emit(
            path(of: identifier), .properties, "PropertiesChanged", to: receiver, interface.rawValue, values, [String]()
        )
    }

    // MARK: What it answers

    /// Says what becomes of taps with an action.
    func answer(_ action: String, with answer: TapAnswer) { taps[action] = answer }

    func note(_ call: StageCall) { calls.change { $0.append(call) } }

    func answer(tap call: StageCall) async throws {
        note(call)
        switch taps[call.text] {
        case nil: break
        case .fails(let message): throw CenterError(.actionFailed, message)
        case .waits(let isDone): try await isDone.wait { $0 }
        }
    }

    /// The object of a widget that is registered here.
    func registered(_ call: StageCall) async throws -> ObjectPath {
        note(call)
        for group in (try? WidgetDefinition(call.values))?.appGroups ?? [] { try await addGroup(group) }
        if paths[call.identifier] == nil {
            try await add(StageWidget(call.identifier, call.identifier, text: ""))
        }
        return path(of: call.identifier)
    }
}
