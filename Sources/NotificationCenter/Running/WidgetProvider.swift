internal import DBus
internal import Glibc
internal import TodayModel

/// A widget on the bus, from its connection to its end.
@WidgetActor
final class WidgetProvider {
    private enum State {
        case starting
        case running(CheckedContinuation<CInt, Never>)
        /// The exit status is known.
        case ended(CInt)
    }

    private let type: any NCWidgetProviding.Type
    private let place: ProviderPlace
    private var state = State.starting

    /// Why a provider cannot start.
    struct StartError: Error, CustomStringConvertible { let description: String }

    init(_ type: any NCWidgetProviding.Type, at place: ProviderPlace) {
        self.type = type
        self.place = place
    }

    /// Provides the widget until it is told to end. Returns the exit status.
    func run(on address: BusAddress = .session) async throws -> CInt {
        let signals = StopSignals { self.end(0) }
        let connection = try await Connection.open(address, on: WidgetActor.shared.loop)
        await connection.onClose { reason in
            guard reason == .disconnected else { return }
            Task { @WidgetActor in
                StandardError.print("\(self.place.identifier): the bus has gone away")
                self.end(1)
            }
        }
        let session = WidgetSession(type.init(), identifier: place.identifier, connection: connection)
        let endpoint = ProviderEndpoint(session) { self.end(0) }
        try await connection.export(ProviderEndpoint.interface, of: endpoint, at: place.path)
        do { try await connection.requestName(place.busName, .doNotQueue) } catch is NameTakenError {
            await connection.close()
            throw StartError(
                description: "the name \(place.busName) is taken: is the widget \(place.identifier) running already?")
        }
        let status = await ended
        session.widget.widgetWillTerminate()
        await connection.close()
        withExtendedLifetime(signals) {}
        return status
    }

    /// Waits for the end.
    private var ended: CInt {
        get async {
            await withCheckedContinuation { continuation in
                switch state {
                case .ended(let status): continuation.resume(returning: status)
                case .starting, .running: state = .running(continuation)
                }
            }
        }
    }

    /// Ends the provider. What comes first decides the status.
    private func end(_ status: CInt) {
        switch state {
        case .starting: state = .ended(status)
        case .running(let continuation):
            state = .ended(status)
            continuation.resume(returning: status)
        case .ended: break
        }
    }
}
