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
    /// Those that the center has not ended yet.
    private var remaining: Set<ObjectPath> = []

    /// Why a provider cannot start.
    struct StartError: Error, CustomStringConvertible { let description: String }

    init(over link: CenterLink = .shared, endsOnRequest: Bool = true) {
        self.link = link
        self.endsOnRequest = endsOnRequest
    }

    /// Provides widgets of a program until they are told to end. Returns the exit status.
    func run(_ places: [ProviderPlace]) async throws -> CInt {
        for place in places { try await add(place.type.init(), place.identifier, at: place.path) }
        return try await run(as: places.map(\.identifier.rawValue)) { try await self.takeNames(of: places, on: $0) }
    }

    /// Goes on until it is told to end. Returns the exit status.
    ///
    /// - Parameters:
    ///   - names: whom the end of the bus is told of.
    ///   - takeNames: makes the widgets known.
    func run(as names: [String], _ takeNames: (Connection) async throws -> Void) async throws -> CInt {
        let signals = StopSignals { self.end(0) }
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
        withExtendedLifetime(signals) {}
        return status
    }

    /// Provides one more widget.
    func add(_ widget: any NCWidgetProviding, _ identifier: WidgetIdentifier, at path: ObjectPath) async throws {
        let session = WidgetSession(
            widget, identifier: identifier, services: ContextServices(link, for: identifier), life: life)
        let endpoint = ProviderEndpoint(session) {
            guard self.endsOnRequest else { return }
            session.expire()
            self.remaining.remove(path)
            if self.remaining.isEmpty { self.life.end(0) }
        } onCall: {
            self.remaining.insert(path)
        }
        try await link.connection().export(ProviderEndpoint.interface, of: endpoint, at: path)
        sessions[path] = session
    }

    /// Provides a widget no longer.
    func remove(_ path: ObjectPath) async {
        guard let session = sessions.removeValue(forKey: path) else { return }
        remaining.remove(path)
        session.expire()
        try? await link.connection().unexport(path)
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
        for place in taken { await connection.unexport(place.path) }
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
