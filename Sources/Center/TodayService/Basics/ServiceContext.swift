internal import DBus
internal import Logging
internal import TodayModel

/// The connections, clocks and log that every part of the service uses.
package struct ServiceContext: Sendable {
    /// The connection of the center's own name, which also carries the service's calls to others.
    let connection: Connection
    /// The connection of the name for apps.
    let apps: Connection
    /// The connection over which the service asks the bus about callers.
    let inquiries: Connection
    let logger: Logger
    let clock: ServiceClock
    let timing: ServiceTiming
    /// The environment of providers, besides the variable that names their widget.
    let environment: [String: String]

    /// The thread of all connections.
    var loop: EventLoop { connection.loop }

    /// The connection of an endpoint.
    func connection(of endpoint: Endpoint) -> Connection {
        switch endpoint {
        case .center: connection
        case .apps: apps
        }
    }

    /// Uses the center's connection. Only on its thread.
    func onConnection<Result: Sendable>(_ body: (isolated Connection) throws -> Result) rethrows -> Result {
        try connection.assumeIsolated(body)
    }

    /// Uses the connection for apps. Only on its thread.
    func onApps<Result: Sendable>(_ body: (isolated Connection) throws -> Result) rethrows -> Result {
        try apps.assumeIsolated(body)
    }

    /// Logs in one line what a provider reported or did.
    func log(_ level: Logger.Level, _ identifier: WidgetIdentifier, _ text: String) {
        logger.log(level: level, "\(ForeignText.logLine("\(identifier): \(text)"))")
    }
}
