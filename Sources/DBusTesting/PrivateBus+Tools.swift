internal import Processes

extension PrivateBus {
    /// Starts a program that uses this bus.
    package func start(_ arguments: String..., with variables: [String: String] = [:]) async throws -> ToolRun {
        try await ToolRun.start(arguments, environment: environment.merging(variables) { $1 })
    }

    /// Runs a program that uses this bus to its end.
    package func run(_ arguments: String..., with variables: [String: String] = [:]) async throws -> ToolRun.Output {
        try await ToolRun.start(arguments, environment: environment.merging(variables) { $1 }).finished()
    }
}
