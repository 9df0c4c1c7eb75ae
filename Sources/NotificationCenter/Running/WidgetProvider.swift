internal import DBus
internal import TodayModel

/// The widgets of a process on the bus, from the connection to the end.
@WidgetActor
final class WidgetProvider {
    private let places: [ProviderPlace]
    private let life = ProgramLife()
    private var sessions: [WidgetSession] = []
    /// Those that the center has not ended yet.
    private var remaining: Set<WidgetIdentifier> = []

    /// Why a provider cannot start.
    struct StartError: Error, CustomStringConvertible { let description: String }

    init(_ places: [ProviderPlace]) { self.places = places }

    /// Provides the widgets until they are told to end. Returns the exit status.
    func run(over link: CenterLink = .shared) async throws -> CInt {
        let signals = StopSignals { self.end() }
        let connection = try await link.connection()
        await connection.onClose { reason in
            guard reason == .disconnected else { return }
            Task { @WidgetActor in
                for place in self.places { StandardError.print("\(place.identifier): the bus has gone away") }
                self.life.end(1)
            }
        }
        for place in places { try await export(place, on: connection, link) }
        try await takeNames(on: connection)
        let status = await life.ended
        for session in sessions { session.widget.widgetWillTerminate() }
        await connection.close()
        withExtendedLifetime(signals) {}
        return status
    }

    private func export(_ place: ProviderPlace, on connection: Connection, _ link: CenterLink) async throws {
        let session = WidgetSession(
            place.type.init(), identifier: place.identifier, services: ContextServices(link, for: place.identifier),
            life: life)
        sessions.append(session)
        let endpoint = ProviderEndpoint(session) {
            session.expire()
            self.remaining.remove(place.identifier)
            if self.remaining.isEmpty { self.life.end(0) }
        } onCall: {
            self.remaining.insert(place.identifier)
        }
        try await connection.export(ProviderEndpoint.interface, of: endpoint, at: place.path)
    }

    /// Takes the names of all places. Of several, one that another process provides already is left to that.
    ///
    /// - Throws: ``StartError`` when none is left.
    private func takeNames(on connection: Connection) async throws {
        var taken: [ProviderPlace] = []
        for place in places where try await connection.requestName(place) == .taken { taken.append(place) }
        if taken.count == places.count, let place = taken.first {
            await connection.close()
            throw StartError(
                description: "the name \(place.busName) is taken: is the widget \(place.identifier) running already?")
        }
        for place in taken { await connection.unexport(place.path) }
    }

    /// Ends all of them.
    private func end() {
        for session in sessions { session.expire() }
        life.end(0)
    }
}

extension Connection {
    fileprivate enum Standing { case owned, taken }

    /// Takes the name of a place; another place of this process may have taken it before.
    fileprivate func requestName(_ place: ProviderPlace) async throws -> Standing {
        do { try await requestName(place.busName, .doNotQueue) } catch is NameTakenError { return .taken }
        return .owned
    }
}
