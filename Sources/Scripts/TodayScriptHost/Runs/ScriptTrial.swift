internal import DBus
internal import TodayModel
package import TodayScripts

/// A run of a script without a bus, for its author: shows the resulting widget.
package struct ScriptTrial: Sendable {
    /// The result of one run, or of one update of a stream.
    package struct Result: Sendable {
        /// The output; nil if the run failed before it was complete.
        package let output: ScriptOutput?
        /// The reason for a failure, for users; nil if the run succeeded.
        package let failure: String?
        /// The resulting view; nil without output.
        package let view: ScriptView?
        /// Whether the run has ended.
        package let hasEnded: Bool

        fileprivate init(output: ScriptOutput?, failure: String?, view: ScriptView?, hasEnded: Bool) {
            self.output = output
            self.failure = failure
            self.view = view
            self.hasEnded = hasEnded
        }

        /// Makes the result of a run that was abandoned.
        package init(failure: String) {
            self.init(output: nil, failure: failure, view: nil, hasEnded: true)
        }
    }

    package let file: ScriptFile

    package init(_ file: ScriptFile) { self.file = file }

    /// Runs it once. When this returns, all processes of the run have ended, even if the task was canceled.
    ///
    /// - Parameter report: Receives the result, or each update of a stream; returns whether the run continues.
    package func run(_ environment: ScriptEnvironment, _ report: (Result) -> Bool) async {
        let (results, sink) = AsyncStream.makeStream(of: Result.self)
        let runner = TrialRunner()
        await runner.start(file, environment, sink)
        for await result in results where !report(result) { break }
        await runner.stop()
    }
}

private actor TrialRunner {
    /// The loop that starts processes. They die with the thread that started them.
    private static let loop = EventLoop(name: "scripts")

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

    private var run: ScriptRun?

    func start(
        _ file: ScriptFile, _ environment: ScriptEnvironment, _ sink: AsyncStream<ScriptTrial.Result>.Continuation
    ) {
        let name = file.title
        @Sendable func yield(_ output: ScriptOutput?, _ failure: String?, hasEnded: Bool) {
            sink.yield(
                ScriptTrial.Result(
                    output: output, failure: failure, view: output.map { ScriptView($0, name: name) },
                    hasEnded: hasEnded))
            if hasEnded { sink.finish() }
        }
        do {
            run = try ScriptRun.start(file, environment, on: Self.loop) { news in
                switch news {
                case .update(let output): yield(output, output.failure, hasEnded: false)
                case .ended(let output, let failure): yield(output, failure, hasEnded: true)
                }
            }
        } catch { yield(nil, error.description, hasEnded: true) }
    }

    func stop() async {
        guard let run = run.take() else { return }
        await withCheckedContinuation { continuation in run.kill { continuation.resume() } }
    }
}
