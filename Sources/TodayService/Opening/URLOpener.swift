internal import DBus
internal import Processes

/// Hands URLs to the desktop.
struct URLOpener: Sendable {
    let environment: [String: String]
    /// How long the desktop has to say whether it found a program.
    let limit: Duration

    /// Opens a URL with the desktop's handler for its scheme. Returns whether a program took it within ``limit``.
    ///
    /// - Parameter token: an activation token, which lets the program raise its window.
    func open(_ url: String, token: String?, on loop: EventLoop) async throws -> Bool {
        var request = ChildProcess.Request(["gio", "open", url], environment: environment)
        if let token {
            request.environment["XDG_ACTIVATION_TOKEN"] = token
            request.environment["DESKTOP_STARTUP_ID"] = token
        }
        request.output = 2
        let exit = try await run(request, on: loop)
        return exit == .status(0)
    }

    private func run(_ request: ChildProcess.Request, on loop: EventLoop) async throws -> ChildProcess.Exit {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try SpawnedProcess.start(request, on: loop, limit: limit) { continuation.resume(returning: $1) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
