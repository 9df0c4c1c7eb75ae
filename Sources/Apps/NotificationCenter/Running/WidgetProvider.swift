internal import DBus
internal import TodayModel

/// The widgets of a process on the bus, from the connection to the end.
@WidgetActor
final class WidgetProvider {
    private let link: CenterLink
    /// Whether it ends when the center has ended all of its widgets.
    private let endsOnRequest: Bool
    private let life = ProgramLife()
    private var sessions: [ObjectPath: WidgetSession] = [:]
    /// The widgets that there may be several instances of, by their paths.
    private var makers: [ObjectPath: InstanceMaker] = [:]
    /// Where it hears that one of those is removed.
    private var removals: [ObjectPath: Connection.Subscription] = [:]
    /// Those that the center has not ended yet.
    private var remaining: Set<ObjectPath> = []

    /// Why a provider cannot start.
    struct StartError: Error, CustomStringConvertible { let description: String }

    private struct InstanceMaker {
        let identifier: WidgetIdentifier
        let make: @WidgetActor (_ identifier: String) -> any NCWidgetProviding
    }

    init(over link: CenterLink = .shared, endsOnRequest: Bool = true) {
        self.link = link
        self.endsOnRequest = endsOnRequest
    }

    /// Provides widgets of a program until they are told to end. Returns the exit status.
    func run(_ places: [ProviderPlace]) async throws -> CInt {
        for place in places {
            try await add(place.type.init(), place.identifier, at: place.path) { _ in place.type.init() }
        }
        return try await run(as: places.map(\.identifier.rawValue)) { try await self.takeNames(of: places, on: $0) }
    }

    /// Goes on until it is told to end. Returns the exit status.
    ///
    /// - Parameters:
    ///   - names: whom the end of the bus is told of.
    ///   - takeNames: makes the widgets known.
    func run(as names: [String], _ takeNames: (Connection) async throws -> Void) async throws -> CInt {
        WidgetActor.shared.loop.onStopSignal { Task { @WidgetActor in self.end(0) } }
        let connection = try await link.connection()
        await connection.onClose { reason in
            guard reason == .disconnected else { return }
            Task { @WidgetActor in
                for name in names { StandardError.print("\(name): the bus has gone away") }
                self.life.end(1)
            }
        }
        try await takeNames(connection)
        let status = await life.ended
        for session in sessions.values { session.widget.widgetWillTerminate() }
        await connection.close()
        return status
    }

    /// Provides one more widget.
    ///
    /// - Parameter makeInstance: makes the widget of a further instance, when the center first calls that; nil when there
    ///   is but one.
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

    /// The session of an object that the center calls. That of a further instance is made by its first call.
    private func session(called path: ObjectPath) throws -> WidgetSession {
        if sessions[path] == nil { sessions[path] = instance(at: path) }
        guard let session = sessions[path] else {
            throw RemoteError(.unknownObject, "there is no widget at \(path) any more")
        }
        remaining.insert(path)
        return session
    }

    private func instance(at path: ObjectPath) -> WidgetSession? {
        guard let number = InstancePath.number(path.lastElement), let first = path.parent?.parent,
            let maker = makers[first]
        else { return nil }
        let identifier = maker.identifier.instance(number)
        Task { await forgetWhenRemoved(identifier, at: path) }
        return session(of: maker.make(identifier.rawValue), identifier)
    }

    /// Lets an instance go when the center says that it was removed; no other ever has its number.
    private func forgetWhenRemoved(_ identifier: WidgetIdentifier, at path: ObjectPath) async {
        let rule = MatchRule(
            sender: TodayBus.name, path: TodayBus.path, interface: .objectManager, member: "InterfacesRemoved",
            arguments: [0: .path(TodayBus.path(of: identifier).rawValue)])
        guard let connection = try? await link.connection() else { return }
        removals[path] = try? await connection.subscribe(rule) { [weak self] _ in
            Task { @WidgetActor in await self?.end(path, on: connection) }
        }
        // It may have gone before the bus knew.
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

    /// Provides a widget no longer, with all its instances.
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

    /// Takes the names of all places. Of several, one that another process provides already is left to that.
    ///
    /// - Throws: ``StartError`` when none is left.
    private func takeNames(of places: [ProviderPlace], on connection: Connection) async throws {
        var taken: [ProviderPlace] = []
        for place in places where try await !connection.takes(place.busName) { taken.append(place) }
        if taken.count == places.count, let place = taken.first {
            await connection.close()
            throw StartError(
                description: "the name \(place.busName) is taken: is the widget \(place.identifier) running already?")
        }
        for place in taken {
            await connection.unexport(place.path)
            await connection.unexport(InstancePath.parent(of: place.path))
        }
    }

    /// Ends all of them.
    func end(_ status: CInt) {
        for session in sessions.values { session.expire() }
        life.end(status)
    }
}

extension Connection {
    /// Takes a name, which this process may have already. Returns false when another one has it.
    func takes(_ name: BusName) async throws -> Bool {
        do { try await requestName(name, .doNotQueue) } catch is NameTakenError { return false }
        return true
    }
}

/// Where the objects of a widget's further instances are; see `ObjectPath.ofInstance(_:)`.
private enum InstancePath {
    /// The node whose children they are.
    static func parent(of path: ObjectPath) -> ObjectPath { path.appending(escaping: "instance") }

    /// The number of an instance that the last element of a path is; nil for what is none.
    static func number(_ element: Substring) -> Int? {
        guard let number = Int(element), (2...WidgetIdentifier.greatestInstance).contains(number),
            "\(number)" == element
        else { return nil }
        return number
    }
}
