package import DBus
internal import Glibc
package import TodayPlatform

/// A script's process with its output and input. `@unchecked`: used only on the loop's thread.
///
/// Nothing that it starts outlives it, or this process. A supervisor ensures this, even if this process is killed.
package final class ScriptProcess: @unchecked Sendable {
    /// The parameters of a start.
    package struct Launch: Sendable {
        package var arguments: [String]
        package var environment: [String: String]
        package var directory: String
        /// Whether its standard input is a pipe; otherwise it is empty.
        package var hasInputPipe = false

        /// Makes parameters without a standard input.
        package init(arguments: [String], environment: [String: String], directory: String) {
            self.arguments = arguments
            self.environment = environment
            self.directory = directory
        }
    }

    private var process: RunningProcess?
    private let loop: EventLoop
    private var output: CInt
    private var error: CInt
    private var input: CInt
    private var watches: [CInt: DescriptorWatch] = [:]
    private var errorTail: [UInt8] = []
    /// The rest of the last line written to it that it hasn't read yet.
    private var unwritten: ArraySlice<UInt8> = []
    private let onOutput: @Sendable ([UInt8]) -> Void
    private let onEnd: @Sendable (ChildProcess.Exit, [UInt8]) -> Void

    /// The number of bytes kept from the end of its standard error.
    private static let errorBytes = 8 << 10

    /// Starts a process. Call it on the loop's thread, which lives as long as this process.
    ///
    /// - Parameters:
    ///   - onOutput: Receives its output, on the loop's thread.
    ///   - onEnd: Receives, once, how it ended and the last part of its standard error.
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
        let input = launch.hasInputPipe ? try pipe() : nil
        var request = ChildProcess.Request(launch.arguments, environment: launch.environment)
        request.directory = launch.directory
        request.isSupervised = true
        request.input = input?.read
        request.output = output.write
        request.error = error.write
        let script = ScriptProcess(loop, output.read, error.read, input?.write ?? -1, onOutput, onEnd)
        do { script.process = try RunningProcess.start(request, on: loop) { script.end($1) } } catch {
            for pipe in pipes { pipe.close() }
            throw error
        }
        close(output.write)
        close(error.write)
        if let input { close(input.read) }
        script.watchOutput()
        return script
    }

    private init(
        _ loop: EventLoop, _ output: CInt, _ error: CInt, _ input: CInt,
        _ onOutput: @escaping @Sendable ([UInt8]) -> Void,
        _ onEnd: @escaping @Sendable (ChildProcess.Exit, [UInt8]) -> Void
    ) {
        self.loop = loop
        self.output = output
        self.error = error
        self.input = input
        self.onOutput = onOutput
        self.onEnd = onEnd
    }

    private func watchOutput() {
        for descriptor in [output, error, input] where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        // The watches keep it alive until it ends.
        watches[output] = DescriptorWatch(output, on: loop) { self.readOutput(once: true) }
        watches[error] = DescriptorWatch(error, on: loop) { self.readError(once: true) }
    }

    /// The process id; 0 once it has ended.
    package var id: Int32 { process?.id ?? 0 }

    /// Writes a line to its standard input. While the pipe is full of unread earlier lines, the line is dropped. A line
    /// is never written in part.
    package func write(line: String) {
        guard input >= 0, unwritten.isEmpty else { return }
        unwritten = Array((line + "\n").utf8)[...]
        writeRest()
    }

    private func writeRest() {
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count > 0 {
                unwritten = unwritten.dropFirst(count)
            } else if errno == EAGAIN {
                if watches[input] == nil {
                    watches[input] = DescriptorWatch(input, on: loop, for: .writing) { self.writeRest() }
                }
                return
            } else if errno != EINTR {
                // The process has closed its standard input.
                unwritten = []
            }
        }
        watches.removeValue(forKey: input)?.cancel()
    }

    /// Asks its process group to end, and kills it after a delay.
    package func terminate() { process?.end() }

    /// Kills the process and everything that it has started. It has ended when they have ended.
    package func kill() { process?.kill() }

    // MARK: Output

    private func readOutput(once: Bool) {
        output = drain(output, once: once) { onOutput(Array($0)) }
    }

    private func readError(once: Bool) {
        error = drain(error, once: once) { bytes in
            errorTail += bytes
            if errorTail.count > Self.errorBytes { errorTail.removeFirst(errorTail.count - Self.errorBytes) }
        }
    }

    /// Reads the available data. Returns -1 if the other side is closed.
    private func drain(_ descriptor: CInt, once: Bool, _ body: (UnsafeRawBufferPointer) -> Void) -> CInt {
        guard descriptor >= 0 else { return -1 }
        return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            // A flood of output stops with the process; the pipe then holds at most this much.
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

    private func end(_ exit: ChildProcess.Exit) {
        process = nil
        readOutput(once: false)
        readError(once: false)
        for watch in watches.values { watch.cancel() }
        watches = [:]
        for descriptor in [output, error, input] where descriptor >= 0 { close(descriptor) }
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
