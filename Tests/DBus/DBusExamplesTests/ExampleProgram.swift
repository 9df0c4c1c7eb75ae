import DBusTesting
import DesktopTesting

extension PrivateBus {
    /// Starts an example that says when it can be called, and waits until it does.
    func startExample(_ name: String, input: String = "/dev/null") async throws -> ToolRun {
        let run = try await start("/bin/sh", "-c", "exec \"$0\" <>\"$1\"", try Programs.path(name), input)
        _ = try await run.output { $0.hasPrefix("ready") }
        return run
    }
}
