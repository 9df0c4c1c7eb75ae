internal import Glibc
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
            var request = ChildProcess.Request([program] + command.dropFirst())
            request.ownGroup = true
            try await run(request, ending)
        }
    }

    /// Waits for the end of an app, and sees to it.
    private static func run(_ request: ChildProcess.Request, _ ending: Ending) async throws {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        let child = try await SupervisedChild.start(request) { _ in continuation.finish() }
        ending.onEnd { child.signal(SIGTERM) }
        let late = Task {
            try await Task.sleep(for: limit)
            child.signal(SIGKILL)
        }
        for await _ in ended {}
        late.cancel()
    }
}
