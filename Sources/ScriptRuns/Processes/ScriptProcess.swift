package import DBus
internal import Glibc
package import Platform

/// A process of a script, with what it writes and reads. `@unchecked`: on the loop's thread alone.
///
/// It leads a session of its own. Whatever of it is in its process group ends with it, and what has left that as well when
/// it is killed.
package final class ScriptProcess: @unchecked Sendable {
    /// What is started.
    package struct Launch: Sendable {
        package var arguments: [String]
        package var environment: [String: String]
        package var directory: String
        /// Whether it has a pipe as its standard input; else that is empty.
        package var takesInput = false

        /// Makes one that has no standard input.
        package init(arguments: [String], environment: [String: String], directory: String) {
            self.arguments = arguments
            self.environment = environment
            self.directory = directory
        }
    }

    /// The variable by which what a run has started is told from others.
    package static let mark = "TODAYCENTER_SCRIPT_RUN"

    private let process: ChildProcess
    private let loop: EventLoop
    private let markValue: String
    private let ending: CInt
    private var output: CInt
    private var error: CInt
    private var input: CInt
    private var watches: [CInt: DescriptorWatch] = [:]
    private var errorTail: [UInt8] = []
    private var hasEnded = false
    private let onOutput: @Sendable ([UInt8]) -> Void
    private let onEnd: @Sendable (ChildProcess.Exit, [UInt8]) -> Void

    /// How much of the end of its standard error is kept.
    private static let errorBytes = 8 << 10

    /// Starts a process. On the loop's thread, which lives as long as this process.
    ///
    /// - Parameters:
    ///   - onOutput: told of what it writes, on the loop's thread.
    ///   - onEnd: told once how it has ended, and of the end of its standard error.
    package static func start(
        _ launch: Launch, on loop: EventLoop, onOutput: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable (ChildProcess.Exit, [UInt8]) -> Void
    ) throws(ChildProcess.SpawnError) -> ScriptProcess {
        let name = launch.arguments.first ?? ""
        var pipes: [Pipe] = []
        func pipe() throws(ChildProcess.SpawnError) -> Pipe {
            guard let pipe = Pipe() else {
                let code = errno
                for pipe in pipes { pipe.close() }
                throw ChildProcess.SpawnError(program: name, code: code)
            }
            pipes.append(pipe)
            return pipe
        }
        let output = try pipe()
        let error = try pipe()
        let input = launch.takesInput ? try pipe() : nil
        var request = ChildProcess.Request(launch.arguments, environment: launch.environment)
        let markValue = String(UInt64.random(in: 1 ... .max), radix: 16)
        request.environment[mark] = markValue
        request.directory = launch.directory
        request.ownSession = true
        request.input = input?.read
        request.output = output.write
        request.error = error.write
        let process: ChildProcess
        do { process = try ChildProcess.spawn(request) } catch {
            for pipe in pipes { pipe.close() }
            throw error
        }
        close(output.write)
        close(error.write)
        if let input { close(input.read) }
        guard let ending = process.openDescriptor() else {
            process.signal(SIGKILL, group: true)
            _ = process.wait()
            for descriptor in [output.read, error.read] + (input.map { [$0.write] } ?? []) { close(descriptor) }
            throw ChildProcess.SpawnError(program: name, code: EMFILE)
        }
        return ScriptProcess(
            process, loop, markValue, ending, output.read, error.read, input?.write ?? -1, onOutput, onEnd)
    }

    private init(
        _ process: ChildProcess, _ loop: EventLoop, _ markValue: String, _ ending: CInt, _ output: CInt, _ error: CInt,
        _ input: CInt, _ onOutput: @escaping @Sendable ([UInt8]) -> Void,
        _ onEnd: @escaping @Sendable (ChildProcess.Exit, [UInt8]) -> Void
    ) {
        self.process = process
        self.loop = loop
        self.markValue = markValue
        self.ending = ending
        self.output = output
        self.error = error
        self.input = input
        self.onOutput = onOutput
        self.onEnd = onEnd
        for descriptor in [output, error, input] where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        // The watches keep it until it has ended.
        watches[output] = DescriptorWatch(output, on: loop) { self.readOutput(once: true) }
        watches[error] = DescriptorWatch(error, on: loop) { self.readError(once: true) }
        watches[ending] = DescriptorWatch(ending, on: loop) { self.end() }
    }

    package var id: Int32 { process.id }

    /// Writes a line to its standard input. What it does not read in time is lost.
    package func write(line: String) {
        guard input >= 0 else { return }
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(input, bytes, bytes.count)
    }

    /// Asks it to end.
    package func terminate() { if !hasEnded { process.signal(SIGTERM, group: true) } }

    /// Kills it and all that it has started.
    package func kill() {
        if hasEnded { return }
        // Who is stopped starts nothing more while the others are looked for.
        process.signal(SIGSTOP, group: true)
        let descendants = ProcessChildren.all(below: process.id)
        process.signal(SIGKILL, group: true)
        for descendant in descendants { Glibc.kill(descendant, SIGKILL) }
        // What had lost its parent before is a child of the one that looks after this process.
        for orphan in ProcessChildren.all(below: getppid()) where orphan != getpid() {
            if ProcessChildren.hasVariable(Self.mark, markValue, orphan) { Glibc.kill(orphan, SIGKILL) }
        }
    }

    // MARK: What it writes

    private func readOutput(once: Bool) {
        output = drain(output, once: once) { onOutput(Array($0)) }
    }

    private func readError(once: Bool) {
        error = drain(error, once: once) { bytes in
            errorTail += bytes
            if errorTail.count > Self.errorBytes { errorTail.removeFirst(errorTail.count - Self.errorBytes) }
        }
    }

    /// Reads what is there. Returns -1 when the other side is closed.
    private func drain(_ descriptor: CInt, once: Bool, _ body: (UnsafeRawBufferPointer) -> Void) -> CInt {
        guard descriptor >= 0 else { return -1 }
        return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            // A flood ends with the process; what is in the pipe then is no more than this.
            for _ in 0..<(once ? 1 : 64) {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 {
                    body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    continue
                }
                if count < 0, errno == EAGAIN || errno == EINTR { return descriptor }
                watches.removeValue(forKey: descriptor)?.cancel()
                close(descriptor)
                return -1
            }
            return descriptor
        }
    }

    private func end() {
        // While it is not collected, its number is that of its group, and of no other.
        process.signal(SIGKILL, group: true)
        guard let exit = process.reap() else { return }
        hasEnded = true
        readOutput(once: false)
        readError(once: false)
        for watch in watches.values { watch.cancel() }
        watches = [:]
        for descriptor in [output, error, input, ending] where descriptor >= 0 { close(descriptor) }
        (output, error, input) = (-1, -1, -1)
        onEnd(exit, errorTail)
    }
}

private struct Pipe {
    let read: CInt
    let write: CInt

    init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (read, write) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func close() {
        Glibc.close(read)
        Glibc.close(write)
    }
}
