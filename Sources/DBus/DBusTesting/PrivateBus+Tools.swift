extension PrivateBus {
    /// Starts a program that uses this bus.
    package func start(_ arguments: [String], with variables: [String: String] = [:]) async throws -> ToolRun {
        try await ToolRun.start(arguments, environment: environment.merging(variables) { $1 })
    }

    /// Starts a program that uses this bus.
    package func start(_ arguments: String..., with variables: [String: String] = [:]) async throws -> ToolRun {
        try await start(arguments, with: variables)
    }

    /// Runs a program that uses this bus until it ends.
    package func run(_ arguments: [String], with variables: [String: String] = [:]) async throws -> ToolRun.Output {
        try await start(arguments, with: variables).finished()
    }

    /// Runs a program that uses this bus until it ends.
    package func run(_ arguments: String..., with variables: [String: String] = [:]) async throws -> ToolRun.Output {
        try await run(arguments, with: variables)
    }
}
