internal import DBus
internal import TodayModel
package import TodayScripts

/// Runs of a script without a bus, for its author: what a widget would show.
package struct ScriptTrial: Sendable {
    /// What one run, or one update of a stream, has come to.
    package struct Result: Sendable {
        /// What was printed; nil when the run has failed before that was complete.
        package let output: ScriptOutput?
        /// Why it has failed, for people; nil when it has not.
        package let failure: String?
        /// What would be shown; nil without output.
        package let view: ScriptView?
        /// Whether the run has ended.
        package let hasEnded: Bool

        fileprivate init(output: ScriptOutput?, failure: String?, view: ScriptView?, hasEnded: Bool) {
            self.output = output
            self.failure = failure
            self.view = view
            self.hasEnded = hasEnded
        }

        /// A run that was given up.
        package init(failure: String) {
            self.init(output: nil, failure: failure, view: nil, hasEnded: true)
        }
    }

    package let file: ScriptFile

    package init(_ file: ScriptFile) { self.file = file }

    /// Runs it once. When this returns, nothing of the run is left, also when the task was cancelled.
    ///
    /// - Parameter tell: is told of the one result, of a stream of each update; returns whether the run goes on.
    package func run(_ environment: ScriptEnvironment, _ tell: (Result) -> Bool) async {
        let (results, sink) = AsyncStream.makeStream(of: Result.self)
        let runner = TrialRunner()
        await runner.start(file, environment, sink)
        for await result in results where !tell(result) { break }
        await runner.stop()
    }
}

private actor TrialRunner {
    /// Where it starts processes, which die with the thread that has started them.
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
