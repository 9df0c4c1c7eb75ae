internal import CTodaySystem
internal import TodayCLibrary

/// A process of ssh(1) that libdbus starts for a `unixexec:` address.
///
/// libdbus neither reports its process id, nor collects it, nor separates its error output. So the shell that becomes
/// ssh writes its id and the errors into a pipe of this process, which it opens below `/proc`. A thread reads the pipe,
/// and collects ssh when it ends.
final class SSHRun: Sendable {
    private struct State {
        /// Set from the start of the process until it is collected.
        var id: pid_t?
        var mustEnd = false
        /// The end of the pipe for ssh. It stays open here until ssh has opened it.
        var writing: CInt
    }

    /// The server address that starts ssh.
    let address: String
    private let destination: SSHDestination
    private let state: Locked<State>
    private let failures: AsyncStream<SSHFailure>

    init(_ destination: SSHDestination) throws(ConnectionError) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ConnectionError(.cannotConnect, "cannot create a pipe: \(String(cString: strerror(errno)))")
        }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.destination = destination
        address = destination.address(errors: "/proc/\(getpid())/fd/\(writing)")
        state = Locked(State(writing: writing))
        let (failures, sink) = AsyncStream.makeStream(of: SSHFailure.self)
        self.failures = failures
        let hasStarted = WorkThread.start {
            if let failure = self.follow(reading) { sink.yield(failure) }
            sink.finish()
            close(reading)
        }
        if !hasStarted {
            close(reading)
            closeWriting()
            throw ConnectionError(.cannotConnect, "cannot start a thread")
        }
    }

    /// Waits until ssh has ended, and returns the reason; nil if it is still running after `limit`, or if it never ran.
    func failure(within limit: Duration) async -> SSHFailure? {
        await withTaskGroup(of: SSHFailure?.self) { group in
            group.addTask { [failures] in
                for await failure in failures { return failure }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Returns the failure of a connection for which the other machine took too long.
    func noAnswer(within limit: Duration) -> SSHFailure {
        SSHFailure(of: destination, .unreachable("no answer within \(limit)"))
    }

    /// Ends ssh. Without this, it ends when the connection is closed and it has delivered the last messages.
    func end() {
        state.withLock { state in
            state.mustEnd = true
            if let id = state.id { kill(id, SIGTERM) }
        }
        // A shell that didn't start no longer opens it.
        closeWriting()
    }

    private func closeWriting() {
        state.withLock { state in
            if state.writing >= 0 { close(state.writing) }
            state.writing = -1
        }
    }

    /// Reads the pipe and collects the process. Returns nil if the process didn't start.
    private func follow(_ reading: CInt) -> SSHFailure? {
        var first: [UInt8] = []
        var byte: UInt8 = 0
        while first.count < 20, read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { first.append(byte) }
        closeWriting()
        guard let id = pid_t(String(decoding: first, as: UTF8.self)) else { return nil }
        state.withLock { state in
            state.id = id
            if state.mustEnd { kill(id, SIGTERM) }
        }
        let process = csystem_pidfd_open(id)
        defer { if process >= 0 { close(process) } }
        var (text, status) = ([UInt8](), CInt(0))
        var entries = [
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process, events: Int16(POLLIN), revents: 0),
        ]
        // Another process may hold the pipe longer than ssh runs.
        while true {
            guard poll(&entries, 2, -1) >= 0 else { continue }
            if entries[0].revents != 0 { append(reading, to: &text) ? () : (entries[0].fd = -1) }
            let isAtEnd = entries[1].revents != 0 || entries[0].fd < 0
            if isAtEnd, entries[0].revents & Int16(POLLIN) == 0 { break }
        }
        collect(id, &status)
        return SSHFailure(
            of: destination, status: status, text: String(decoding: text, as: UTF8.self), hasSSH: Self.hasSSH)
    }

    /// Reads what has arrived, and keeps the end of it. Returns false at the end of the pipe.
    private func append(_ reading: CInt, to text: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(reading, &buffer, buffer.count)
        if count <= 0 { return false }
        text = (text + buffer[..<count]).suffix(1024)
        return true
    }

    /// Waits for the end of the process and collects it.
    private func collect(_ id: pid_t, _ status: inout CInt) {
        var info = siginfo_t()
        // Leaves the id reserved, so that end() can't hit another process.
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        state.withLock { state in
            _ = csystem_reap(id, &status)
            state.id = nil
        }
    }

    /// Whether `PATH` has ssh.
    private static var hasSSH: Bool {
        let folders = environment("PATH") ?? "/usr/bin:/bin"
        return folders.split(at: ":").contains { access("\($0)/ssh", X_OK) == 0 }
    }
}
