internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayScriptHost
internal import TodayModel

/// One run of a command of the shell. `@unchecked`: on the loop's thread alone.
final class ShellRun: @unchecked Sendable {
    /// What has come of it.
    struct Result: Sendable {
        var output: [UInt8] = []
        /// Why it has failed, for people; nil when it has not.
        var failure: String?
    }

    private let loop: EventLoop
    private let limit: Int
    private let ended: @Sendable (Result) -> Void
    private var output: [UInt8] = []
    private var process: ScriptProcess?
    private var timer: EventLoop.Timer?
    /// Why it was killed.
    private var reason: String?

    /// Base64 and white space included, no valid content is longer.
    private static let maximumBytes = 8 * Limits.contentBytes

    /// Starts a command. On the loop's thread, as is everything else.
    ///
    /// - Parameters:
    ///   - limit: how many seconds it may take.
    ///   - ended: told once, on the loop's thread.
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
                launch, on: loop, onOutput: { self.take($0) }, onEnd: { self.end($0, $1) })
        } catch {
            ended(Result(failure: "\(error)"))
            return
        }
        timer = loop.schedule(at: .now + .seconds(limit)) {
            self.timer = nil
            self.kill("the command took longer than \(limit) s, and was ended")
        }
    }

    /// Ends it at once, with all that it has started.
    func kill(_ reason: String) {
        if self.reason == nil { self.reason = reason }
        process?.kill()
    }

    private func take(_ bytes: [UInt8]) {
        if reason != nil { return }
        output += bytes
        if output.count > Self.maximumBytes { kill("the command prints more than any content can be, and was ended") }
    }

    private func end(_ exit: ChildProcess.Exit, _ errors: [UInt8]) {
        process = nil
        if let timer = timer.take() { loop.cancel(timer) }
        let errors = String(decoding: errors, as: UTF8.self)
        // What it tells beside its output is for who has started this program.
        if !errors.isEmpty { try? Output.error.write(errors) }
        ended(Result(output: output, failure: reason ?? Self.failure(exit, errors.withoutLastLineFeed)))
    }

    private static func failure(_ exit: ChildProcess.Exit, _ errors: String) -> String? {
        switch exit {
        case .status(0): nil
        case .status where !errors.allSatisfy(\.isWhitespace): errors
        case .status(let status): "the command has failed with status \(status)"
        case .signal(let number): "the command was ended by signal \(number)"
        }
    }
}
