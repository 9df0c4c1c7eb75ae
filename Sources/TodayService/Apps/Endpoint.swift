internal import DBus
internal import TodayProtocol

/// Which of the service's two names somebody talks to, and so which of its two connections the service answers over.
///
/// A sandbox lets a client talk with the names that it was given, and with nobody else: the service has to call a
/// provider from the connection whose name the provider used.
package enum Endpoint: Hashable, Sendable {
    /// `org.todaycenter.NotificationCenter1`.
    case center
    /// `org.todaycenter.Apps1`.
    case apps
}

extension Center {
    /// The connection of an endpoint. Both live on the same thread.
    nonisolated func connection(of endpoint: Endpoint) -> Connection {
        switch endpoint {
        case .center: connection
        case .apps: apps
        }
    }

    /// Which name a call came over.
    nonisolated func endpoint(of call: MethodCall) -> Endpoint { call.connection === apps ? .apps : .center }

    /// Uses the connection for apps, which lives on the same thread.
    func onApps<Result: Sendable>(_ body: (isolated Connection) throws -> Result) rethrows -> Result {
        try apps.assumeIsolated(body)
    }
}
