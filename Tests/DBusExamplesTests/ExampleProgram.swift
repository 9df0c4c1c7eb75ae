import DBusTesting
import Foundation
import Platform

/// Programs that are built beside the tests.
enum ExampleProgram {
    static func path(_ name: String) -> String {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: test).deletingLastPathComponent().appending(path: name).path
    }
}

extension PrivateBus {
    /// Starts an example that says when it can be called, and waits until it does.
    func startExample(_ name: String, input: String = "/dev/null") async throws -> ToolRun {
        let run = try await start("/bin/sh", "-c", "exec \"$0\" <>\"$1\"", ExampleProgram.path(name), input)
        _ = try await run.output { $0.hasPrefix("ready") }
        return run
    }
}
