import DBus
import DBusTesting
import Glibc
import TodayModel

/// A real `todayd`, and a client beside it that outlives it.
struct RunningDaemon {
    let bus: PrivateBus
    let client: CenterClient
    let process: ToolRun
    /// The variables that differ from the environment of the bus.
    let variables: [String: String]

    /// Starts the daemon, and returns when it owns its name.
    ///
    /// - Parameters:
    ///   - wrapper: a command line that runs the one after it.
    ///   - variables: what differs from the bus's own environment.
    static func start(
        on bus: PrivateBus, _ client: CenterClient, wrapper: [String] = [], with variables: [String: String] = [:]
    ) async throws -> RunningDaemon {
        let owners = Recorder<Bool>()
        let watch = try await client.connection.watchOwner(of: TodayBus.name) { owners.record($0 != nil) }
        let process = try await bus.start(
            wrapper + [try Programs.path("todayd"), "--log-level=info"],
            with: ["PROVIDER_LOG": bus.folder + "/provider.log"].merging(variables) { $1 })
        try await owners.wait { $0.last == true }
        await client.connection.cancel(watch)
        return RunningDaemon(bus: bus, client: client, process: process, variables: variables)
    }

    /// Kills the daemon, and returns when it is gone from the bus.
    @discardableResult
    func kill() async throws -> ToolRun.Output {
        let owners = Recorder<Bool>()
        let watch = try await client.connection.watchOwner(of: TodayBus.name) { owners.record($0 != nil) }
        process.signal(SIGKILL)
        let output = try await process.finished()
        try await owners.wait { $0.last == false }
        await client.connection.cancel(watch)
        return output
    }

    /// Ends the daemon in order.
    @discardableResult
    func end() async throws -> ToolRun.Output {
        process.signal(SIGTERM)
        return try await process.finished(within: .seconds(60))
    }

    /// The same place with a new daemon.
    func again(wrapper: [String] = []) async throws -> RunningDaemon {
        try await Self.start(on: bus, client, wrapper: wrapper, with: variables)
    }
}
