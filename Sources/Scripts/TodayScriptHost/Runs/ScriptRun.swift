package import DBus
internal import Glibc
internal import TodayModel
internal import TodayPlatform
package import TodayScripts

/// One run of a script, from its start to its end. `@unchecked`: used only on the loop's thread.
package final class ScriptRun: @unchecked Sendable {
    /// An event of a run.
    package enum News: Sendable {
        /// A stream has new output to show.
        case update(ScriptOutput)
        /// It has ended.
        ///
        /// - Parameters:
        ///   - output: The output to show; nil if it has nothing new.
        ///   - failure: The reason for a failure, for users; nil if the run succeeded.
        case ended(ScriptOutput?, failure: String?)
    }

    /// The reason why a script can't be started, for users.
    package struct StartError: Error, CustomStringConvertible {
        package let description: String
    }

    private let file: ScriptFile
    private let loop: EventLoop
    private let report: @Sendable (News) -> Void
    private var stream: ScriptStream
    private var process: ScriptProcess?
    private var timer: EventLoop.Timer?
    /// The reason why it was killed.
    private var reason: String?
    private var isStopped = false
    private var hasEnded = false
    private var onEnd: (@Sendable () -> Void)?

    /// Starts a script. Like all methods, call it on the loop's thread.
    ///
    /// - Parameters:
    ///   - action: The tap that causes the run.
    ///   - report: Receives the events of the run, on the loop's thread.
    /// - Throws: ``StartError``.
    package static func start(
        _ file: ScriptFile, _ environment: ScriptEnvironment, action: ScriptAction? = nil, on loop: EventLoop,
        report: @escaping @Sendable (News) -> Void
    ) throws(StartError) -> ScriptRun {
        if let refusal = file.refusal ?? file.danger { throw StartError(description: refusal) }
        let run = ScriptRun(file, loop, report)
        try run.start(environment, action)
        return run
    }

    private init(_ file: ScriptFile, _ loop: EventLoop, _ report: @escaping @Sendable (News) -> Void) {
        self.file = file
        self.loop = loop
        self.report = report
        let hasInterval =
            switch file.schedule.rhythm {
            case .interval, .cron: true
            case .once, .stream: false
            }
        stream = ScriptStream(header: file.header, hasInterval: hasInterval)
    }

    /// Whether it is a stream, which doesn't end by itself.
    package var isStream: Bool { stream.isStream }

    private func start(_ environment: ScriptEnvironment, _ action: ScriptAction?) throws(StartError) {
        let session = SessionEnvironment.variables(from: Environment.current)
        var launch: ScriptProcess.Launch
        switch file.header.start(ending: file.name.ending, lookup: ScriptFile.lookup) {
        case .itself:
            launch = ScriptProcess.Launch(arguments: [file.path], environment: [:], directory: file.folder)
            launch.environment = environment.variables(header: file.header, values: file.values, action: action)
        case .interpreter(let path, let arguments, let variables):
            launch = ScriptProcess.Launch(
                arguments: [path] + arguments + [file.path], environment: [:], directory: file.folder)
            launch.environment = environment.variables(
                header: file.header,
                interpreter: variables.mapValues { Shebang.expanded($0, by: session) },
                values: file.values, action: action)
        case .missing(let program):
            throw StartError(description: ScriptStart.missing(program).failure ?? "")
        }
        launch.environment.merge(session) { own, _ in own }
        launch.hasInputPipe = stream.isStream
        for folder in [environment.cacheFolder, environment.dataFolder] where file.usesFolders {
            UserFolders.make(folder)
        }
        do {
            process = try ScriptProcess.start(
                launch, on: loop, onOutput: { self.receive($0) }, onEnd: { self.end($0, $1) })
        } catch { throw StartError(description: "\(error)") }
        if !stream.isStream {
            let limit = file.header.timeout
            timer = loop.schedule(at: .now + .milliseconds(Int64(limit.milliseconds))) {
                self.timer = nil
                self.kill(tr("stopped because it took longer than {limit}", ["limit": "\(limit)"]))
            }
        }
    }

    // MARK: Control

    /// Writes a line to a stream.
    package func write(line: String) { process?.write(line: line) }

    /// Ends it without further events.
    package func stop() {
        if hasEnded || isStopped { return }
        isStopped = true
        process?.terminate()
    }

    /// Kills it with everything that it has started, without further events.
    ///
    /// - Parameter onEnd: Called on the loop's thread when all its processes have ended.
    package func kill(onEnd: (@Sendable () -> Void)? = nil) {
        isStopped = true
        guard let process, !hasEnded else {
            onEnd?()
            return
        }
        self.onEnd = onEnd
        process.kill()
    }

    private func kill(_ reason: String) {
        if self.reason == nil { self.reason = reason }
        process?.kill()
    }

    // MARK: Results

    private func receive(_ bytes: [UInt8]) {
        if isStopped || reason != nil { return }
        stream.append(bytes)
        if stream.isStream, let timer = timer.take() { loop.cancel(timer) }
        if stream.isFlooding {
            let size = Language.bytes(UInt64(ScriptOutput.bytes), binary: true)
            return kill(tr("stopped because it printed more than {size}", ["size": size]))
        }
        if let update = stream.update() { report(.update(ScriptOutput(reading: update, header: file.header))) }
    }

    private func end(_ exit: ChildProcess.Exit, _ error: [UInt8]) {
        hasEnded = true
        process = nil
        if let timer = timer.take() { loop.cancel(timer) }
        onEnd.take()?()
        if isStopped { return }
        if let reason { return report(.ended(nil, failure: reason)) }
        let code =
            switch exit {
            case .status(let status): status
            case .signal(let number): 128 + number
            }
        let isUpdated = stream.isStream
        let output = ScriptOutput(reading: stream.finish(), header: file.header, exitCode: code)
        let failure = output.failure(exitCode: code, standardError: error)
        // The last output of a stream stays.
        report(.ended(isUpdated && output.isEmpty || failure != nil ? nil : output, failure: failure))
    }
}

extension ScriptFile {
    /// Whether it needs its own folders.
    fileprivate var usesFolders: Bool { header.hasMenuTags }
}
