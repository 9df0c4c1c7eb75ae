internal import DBus
internal import Logging
internal import TodayModel

/// What every part of the service works with: its connections, its clocks, its log.
package struct ServiceContext: Sendable {
    /// The connection of the center's own name, and of all that the service asks of others.
    let connection: Connection
    /// The connection of the name for apps.
    let apps: Connection
    /// The connection over which the bus is asked who calls.
    let inquiries: Connection
    let logger: Logger
    let clock: ServiceClock
    let timing: ServiceTiming
    /// What providers are started with, besides the variable that names their widget.
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

    /// Uses the center's connection. On its thread only.
    func onConnection<Result: Sendable>(_ body: (isolated Connection) throws -> Result) rethrows -> Result {
        try connection.assumeIsolated(body)
    }

    /// Uses the connection for apps. On its thread only.
    func onApps<Result: Sendable>(_ body: (isolated Connection) throws -> Result) rethrows -> Result {
        try apps.assumeIsolated(body)
    }

    /// Tells the log in one line what a provider said or did.
    func log(_ level: Logger.Level, _ identifier: WidgetIdentifier, _ text: String) {
        logger.log(level: level, "\(ForeignText.logLine("\(identifier): \(text)"))")
    }
}
