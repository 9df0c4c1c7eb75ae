internal import DBus
internal import TodayModel

/// The widgets of a process on the bus, from the connection to the end.
@WidgetActor
final class WidgetProvider {
    private let link: CenterLink
    /// Whether the process ends when the center has ended all its widgets.
    private let endsOnRequest: Bool
    private let life = ProgramLife()
    private var sessions: [ObjectPath: WidgetSession] = [:]
    /// The widgets that allow several instances, by path.
    private var makers: [ObjectPath: InstanceMaker] = [:]
    /// The subscriptions to removals of those instances.
    private var removals: [ObjectPath: Connection.Subscription] = [:]
    /// The widgets that the center has not ended yet.
    private var remaining: Set<ObjectPath> = []

    /// The reason why a provider can't start.
    struct StartError: Error, CustomStringConvertible { let description: String }

    private struct InstanceMaker {
        let identifier: WidgetIdentifier
        let make: @WidgetActor (_ identifier: String) -> any NCWidgetProviding
    }

    init(over link: CenterLink = .shared, endsOnRequest: Bool = true) {
        self.link = link
        self.endsOnRequest = endsOnRequest
    }

    /// Provides the widgets of a program until it is asked to end. Returns the exit status.
    func run(_ places: [ProviderPlace]) async throws -> CInt {
        for place in places {
            try await add(place.type.init(), place.identifier, at: place.path) { _ in place.type.init() }
        }
        return try await run(as: places.map(\.identifier.rawValue)) { try await self.acquireNames(of: places, on: $0) }
    }

    /// Runs until asked to end. Returns the exit status.
    ///
    /// - Parameters:
    ///   - names: The names for the message about the end of the bus.
    ///   - acquireNames: Acquires the bus names of the widgets.
    func run(as names: [String], _ acquireNames: (Connection) async throws -> Void) async throws -> CInt {
        WidgetActor.shared.loop.onStopSignal { Task { @WidgetActor in self.end(0) } }
        let connection = try await link.connection()
        await connection.onClose { reason in
            guard reason == .disconnected else { return }
            Task { @WidgetActor in
                for name in names { StandardError.print("\(name): lost the connection to the session bus") }
                self.life.end(1)
            }
        }
        try await acquireNames(connection)
        let status = await life.ended
        for session in sessions.values { session.widget.widgetWillTerminate() }
        await connection.close()
        return status
    }

    /// Provides another widget.
    ///
    /// - Parameter makeInstance: Makes the widget of a further instance when the center first calls it; nil if the
    ///   widget has only one instance.
    func add(
        _ widget: any NCWidgetProviding, _ identifier: WidgetIdentifier, at path: ObjectPath,
        makeInstance: (@WidgetActor (_ identifier: String) -> any NCWidgetProviding)? = nil
    ) async throws {
        let endpoint = ProviderEndpoint {
            try self.session(called: $0)
        } onEnd: {
            self.ended($0)
        }
        let connection = try await link.connection()
        try await connection.export(ProviderEndpoint.interface, of: endpoint, at: path)
        if let makeInstance {
            makers[path] = InstanceMaker(identifier: identifier, make: makeInstance)
            try await connection.exportChildren(
                ProviderEndpoint.interface, of: endpoint, below: InstancePath.parent(of: path)
            ) { InstancePath.number($0) != nil }
        }
        sessions[path] = session(of: widget, identifier)
    }

    private func session(of widget: any NCWidgetProviding, _ identifier: WidgetIdentifier) -> WidgetSession {
        WidgetSession(widget, identifier: identifier, services: ContextServices(link, for: identifier), life: life)
    }

    /// Returns the session of an object that the center calls. The first call to a further instance creates its
    /// session.
    private func session(called path: ObjectPath) throws -> WidgetSession {
        if sessions[path] == nil { sessions[path] = instance(at: path) }
        guard let session = sessions[path] else {
            throw RemoteError(.unknownObject, "unknown widget at \(path)")
        }
        remaining.insert(path)
        return session
    }

    private func instance(at path: ObjectPath) -> WidgetSession? {
        guard let number = InstancePath.number(path.lastElement), let first = path.parent?.parent,
            let maker = makers[first]
        else { return nil }
        let identifier = maker.identifier.instance(number)
        Task { await endWhenRemoved(identifier, at: path) }
        return session(of: maker.make(identifier.rawValue), identifier)
    }

    /// Releases an instance when the center reports its removal. Its number is never used again.
    private func endWhenRemoved(_ identifier: WidgetIdentifier, at path: ObjectPath) async {
        let rule = MatchRule(
            sender: TodayBus.name, path: TodayBus.path, interface: .objectManager, member: "InterfacesRemoved",
            arguments: [0: .path(TodayBus.path(of: identifier).rawValue)])
        guard let connection = try? await link.connection() else { return }
        removals[path] = try? await connection.subscribe(rule) { [weak self] _ in
            Task { @WidgetActor in await self?.end(path, on: connection) }
        }
        // It may have been removed before the bus knew the subscription.
        if sessions[path] == nil, let subscription = removals.removeValue(forKey: path) {
            await connection.cancel(subscription)
        }
    }

    private func ended(_ path: ObjectPath) {
        guard endsOnRequest else { return }
        sessions[path]?.expire()
        remaining.remove(path)
        if remaining.isEmpty { life.end(0) }
    }

    /// Stops providing a widget, with all its instances.
    func remove(_ path: ObjectPath) async {
        let instances = InstancePath.parent(of: path)
        let connection = try? await link.connection()
        if makers.removeValue(forKey: path) != nil { await connection?.unexport(instances) }
        for path in [path] + sessions.keys.filter({ $0.parent == instances }) { await end(path, on: connection) }
    }

    private func end(_ path: ObjectPath, on connection: Connection?) async {
        if let subscription = removals.removeValue(forKey: path) { await connection?.cancel(subscription) }
        guard let session = sessions.removeValue(forKey: path) else { return }
        remaining.remove(path)
        session.expire()
        await connection?.unexport(path)
        session.widget.widgetWillTerminate()
    }

    /// Acquires the names of all places. If another process already provides one of several widgets, that one is
    /// skipped.
    ///
    /// - Throws: ``StartError`` if none is left.
    private func acquireNames(of places: [ProviderPlace], on connection: Connection) async throws {
        var unavailable: [ProviderPlace] = []
        for place in places where try await !connection.acquire(place.busName) { unavailable.append(place) }
        if unavailable.count == places.count, let place = unavailable.first {
            await connection.close()
            throw StartError(
                description: "the name \(place.busName) is taken: is the widget \(place.identifier) already running?")
        }
        for place in unavailable {
            await connection.unexport(place.path)
            await connection.unexport(InstancePath.parent(of: place.path))
        }
    }

    /// Ends all widgets.
    func end(_ status: CInt) {
        for session in sessions.values { session.expire() }
        life.end(status)
    }
}

extension Connection {
    /// Acquires a name, which this process may already own. Returns false if another process owns it.
    func acquire(_ name: BusName) async throws -> Bool {
        do { try await requestName(name, .doNotQueue) } catch is NameTakenError { return false }
        return true
    }
}

/// The paths of a widget's further instances; see `ObjectPath.ofInstance(_:)`.
private enum InstancePath {
    /// Returns the parent node of the instances.
    static func parent(of path: ObjectPath) -> ObjectPath { path.appending(escaping: "instance") }

    /// Returns the instance number in the last element of a path; nil if it isn't one.
    static func number(_ element: Substring) -> Int? {
        guard let number = Int(element), (2...WidgetIdentifier.greatestInstance).contains(number),
            "\(number)" == element
        else { return nil }
        return number
    }
}
