import DBusTesting
import Foundation
import Testing
import TodayPlatform

/// Runs a body in a process of its own, as what it changes would change all tests: the environment, signals, the process's end.
///
/// The process runs the calling test again, alone, and ends with the body: with status 0, or 1 after an error. An exit test
/// of Swift Testing does the same, and its thread then polls `waitid` without a pause for as long as any child of any test is
/// a zombie, on one of two cores.
///
/// - Returns: how the process ended, and what the body wrote to standard error.
func inOwnProcess(
    _ test: String = #function, file: String = #fileID, _ body: () async throws -> Void
) async throws -> (exit: ChildProcess.Exit, error: String) {
    let mark = "DBUS_TESTS_OWN_PROCESS"
    let suite = file.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    let (name, log) = ("\(suite)/\(test)", ProcessInfo.processInfo.environment[mark])
    if let log {
        // The earlier output of the test runner isn't part of the body's.
        dup2(open(log, O_WRONLY | O_CREAT | O_TRUNC, 0o600), STDERR_FILENO)
        do { try await body() } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            _exit(1)
        }
        _exit(0)
    }
    let path = NSTemporaryDirectory() + "/own-process-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let filter = "^DBusTests\\." + name.replacing("(", with: "\\(").replacing(")", with: "\\)")
    let environment = ProcessInfo.processInfo.environment.merging(
        [mark: path, "SWIFT_BACKTRACE": "enable=no"]) { _, new in new }
    let run = try await ToolRun.start(
        [CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", filter], environment: environment)
    let output = try await run.finished(within: .seconds(120))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return (output.exit, text)
}
