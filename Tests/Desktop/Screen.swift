import DBusTesting
import Platform

/// An X server of one test's own, which draws into memory.
package final class Screen: Sendable {
    /// For the variable `DISPLAY`.
    package let display: String
    private let server: ToolRun

    private init(display: String, server: ToolRun) {
        self.display = display
        self.server = server
    }

    /// Starts a server on a display that nobody uses, and returns when it listens. Every user of this machine may draw on
    /// it, as a compositor does that refuses to run for root.
    package static func start(width: Int = 900, height: Int = 800) async throws -> Screen {
        let server = try await ToolRun.start(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
                "-noreset", "-ac",
            ], environment: Environment.current)
        let number = try await server.output { $0.hasSuffix("\n") }
        return Screen(display: ":" + number.filter { !$0.isWhitespace }, server: server)
    }

    /// Ends the server.
    package func stop() async throws {
        server.signal(15)
        _ = try await server.finished()
    }
}
