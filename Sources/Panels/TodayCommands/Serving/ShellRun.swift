internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayScriptHost
internal import TodayModel

/// One run of a shell command. `@unchecked`: it is used only on the loop's thread.
final class ShellRun: @unchecked Sendable {
    /// The result of the run.
    struct Result: Sendable {
        var output: [UInt8] = []
        /// The reason why it failed, for people; nil if it succeeded.
        var failure: String?
    }

    private let loop: EventLoop
    private let limit: Int
    private let ended: @Sendable (Result) -> Void
    private var output: [UInt8] = []
    private var process: ScriptProcess?
    private var timer: EventLoop.Timer?
    /// The reason why it was killed.
    private var reason: String?

    /// No valid content is longer, including base64 and white space.
    private static let maximumBytes = 8 * Limits.contentBytes

    /// Starts a command on the loop's thread, like all other work here.
    ///
    /// - Parameters:
    ///   - limit: the longest time for the command, in seconds.
    ///   - ended: called once, on the loop's thread.
    init(
        _ command: String, _ variables: [String: String], limit: Int, on loop: EventLoop,
        ended: @escaping @Sendable (Result) -> Void
    ) {
        self.loop = loop
        self.limit = limit
        self.ended = ended
        let launch = ScriptProcess.Launch(
            arguments: ["/bin/sh", "-c", command],
            environment: Environment.current.merging(variables) { $1 }, directory: ExecText.currentFolder)
        do {
            process = try ScriptProcess.start(
                launch, on: loop, onOutput: { self.append($0) }, onEnd: { self.end($0, $1) })
        } catch {
            ended(Result(failure: "\(error)"))
            return
        }
        timer = loop.schedule(at: .now + .seconds(limit)) {
            self.timer = nil
            self.kill("the command took longer than \(limit) s, so it was ended")
        }
    }

    /// Kills the command at once, with all processes that it started.
    func kill(_ reason: String) {
        if self.reason == nil { self.reason = reason }
        process?.kill()
    }

    private func append(_ bytes: [UInt8]) {
        if reason != nil { return }
        output += bytes
        if output.count > Self.maximumBytes {
            kill("the command printed more than any content can be, so it was ended")
        }
    }

    private func end(_ exit: ChildProcess.Exit, _ errors: [UInt8]) {
        process = nil
        if let timer = timer.take() { loop.cancel(timer) }
        let errors = String(decoding: errors, as: UTF8.self)
        // The error output of the command goes to the user of this program.
        if !errors.isEmpty { try? Output.error.write(errors) }
        ended(Result(output: output, failure: reason ?? Self.failure(exit, errors.withoutLastLineFeed)))
    }

    private static func failure(_ exit: ChildProcess.Exit, _ errors: String) -> String? {
        switch exit {
        case .status(0): nil
        case .status where !errors.allSatisfy(\.isWhitespace): errors
        case .status(let status): "the command failed with status \(status)"
        case .signal(let number): "the command was ended by signal \(number)"
        }
    }
}
