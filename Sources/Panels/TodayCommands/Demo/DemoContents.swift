internal import TodayPlatform

/// Gives the example widgets something to show, as their user would: with the apps that they belong to.
enum DemoContents {
    private static let commands = [
        ["shared-list", "add", "Milk", "Rye bread", "Apples"],
        ["simple-timer", "start", "5min", "--detach"],
    ]
    /// How long an app may take.
    private static let limit = Duration.seconds(10)

    /// Runs the apps, as far as they are installed; one that fails leaves its widget with nothing to show.
    static func make(_ installation: Installation, ending: Ending) async throws {
        for command in commands {
            guard !ending.hasCome, let program = installation.program(command[0]) else { continue }
            let request = ChildProcess.Request([program] + command.dropFirst())
            let app = try await RunningProcess.start(request, limit: limit)
            ending.onEnd { app.end() }
            _ = await app.exit()
        }
    }
}
