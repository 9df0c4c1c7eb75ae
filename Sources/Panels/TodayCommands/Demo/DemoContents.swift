internal import TodayPlatform

/// Gives the example widgets something to show as a user would: with the apps that they belong to.
enum DemoContents {
    private static let commands = [
        ["shared-list", "add", "Milk", "Rye bread", "Apples"],
        ["simple-timer", "start", "5min", "--detach"],
    ]
    /// The longest time for an app.
    private static let limit = Duration.seconds(10)

    /// Runs the apps that are installed. If an app fails, its widget has nothing to show.
    static func make(_ installation: Installation, ending: Ending) async throws {
        for command in commands {
            guard !ending.hasEnded, let program = installation.program(command[0]) else { continue }
            let request = ChildProcess.Request([program] + command.dropFirst())
            let app = try await RunningProcess.start(request, limit: limit)
            ending.onEnd { app.end() }
            _ = await app.exit()
        }
    }
}
