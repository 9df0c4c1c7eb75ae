internal import DBus
internal import Glibc
package import TodayPlatform

/// A program that a test has started, and its output so far.
package final class ToolRun: Sendable {
    /// The exit status and the output of a program that has ended.
    package struct Output: Hashable, Sendable, CustomStringConvertible {
        package let exit: ChildProcess.Exit
        package let output: String
        package let error: String

        package var description: String { "\(exit)\n\(output)\(error)" }
    }

    private struct State {
        var output: [UInt8] = []
        var error: [UInt8] = []
        /// Set when the process has ended and all its output was read.
        var exit: ChildProcess.Exit?
        var waiters: [(isMet: @Sendable (borrowing State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        var text: String { String(decoding: output, as: UTF8.self) }
        var errorText: String { String(decoding: error, as: UTF8.self) }
    }

    private let state = Locked(State())
    private let process: ChildProcess

    private init(_ process: ChildProcess) { self.process = process }

    /// Starts a program. It dies with the test process.
    package static func start(_ arguments: [String], environment: [String: String]) async throws -> ToolRun {
        try await withCheckedThrowingContinuation { continuation in
            SpawningThread.shared.run {
                continuation.resume(with: Result { try startBlocking(arguments, environment) })
            }
        }
    }

    private static func startBlocking(_ arguments: [String], _ environment: [String: String]) throws -> ToolRun {
        let output = try makePipe()
        let error = try makePipe()
        defer {
            close(output.write)
            close(error.write)
        }
        var request = ChildProcess.Request(arguments, environment: environment)
        request.output = output.write
        request.error = error.write
        let run: ToolRun
        do { run = ToolRun(try ChildProcess.spawn(request)) } catch {
            close(output.read)
            throw error
        }
        // Blocking threads don't belong in the cooperative pool, nor in Dispatch, which is slow to add threads.
        startThread {
            run.collect(output.read, error.read)
            close(output.read)
            close(error.read)
            let exit = run.process.wait()
            run.change { $0.exit = exit ?? .status(-1) }
        }
        return run
    }

    private static func makePipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PrivateBus.StartError(description: "cannot create a pipe: errno \(errno)")
        }
        return (ends[0], ends[1])
    }

    /// Reads both pipes until they end.
    private func collect(_ output: CInt, _ error: CInt) {
        var watched = [output, error].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while watched.contains(where: { $0.fd >= 0 }) {
            if poll(&watched, 2, -1) < 0 { continue }
            for index in watched.indices where watched[index].revents != 0 {
                let count = read(watched[index].fd, &buffer, buffer.count)
                if count <= 0 { watched[index].fd = -1 }
                let bytes = buffer[..<max(count, 0)]
                change { state in
                    if index == 0 { state.output += bytes } else { state.error += bytes }
                }
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let met = state.withLock { state in
            body(&state)
            var met: [CheckedContinuation<Void, Never>] = []
            var others = state.waiters
            state.waiters = []
            others.removeAll { waiter in
                guard waiter.isMet(state) else { return false }
                met.append(waiter.continuation)
                return true
            }
            state.waiters = others
            return met
        }
        for continuation in met { continuation.resume() }
    }

    private func wait(until isMet: @escaping @Sendable (borrowing State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetAlready = state.withLock { state in
                if isMet(state) { return true }
                state.waiters.append((isMet, continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }

    package var id: Int32 { process.id }

    /// The standard output so far.
    package var text: String { state.withLock { $0.text } }

    /// Whether the program runs, or a program that it started still holds its output.
    package var isRunning: Bool { state.withLock { $0.exit == nil } }

    /// Sends a signal. Call it only while the program runs.
    package func signal(_ number: Int32) { process.signal(number) }

    /// Waits until the standard output satisfies `predicate`, and returns it.
    ///
    /// - Throws: ``DeadlineExceeded``, also when the program ends before that.
    @discardableResult
    package func output(
        within limit: Duration = .seconds(60), where predicate: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await withDeadline(limit) {
            await self.wait { predicate($0.text) || $0.exit != nil }
            let text = self.state.withLock { $0.text }
            guard predicate(text) else { throw DeadlineExceeded(limit: limit) }
            return text
        }
    }

    /// Waits until the program has ended and all its output was read.
    package func finished(within limit: Duration = .seconds(60)) async throws -> Output {
        try await withDeadline(limit) {
            await self.wait { $0.exit != nil }
            return self.state.withLock {
                Output(exit: $0.exit ?? .status(-1), output: $0.text, error: $0.errorText)
            }
        }
    }
}

/// Waits until a process has ended, even one that another process started.
///
/// - Throws: ``DeadlineExceeded``.
package func end(of process: Int32, within limit: Duration = .seconds(60)) async throws {
    guard let descriptor = ChildProcess.existing(process).openDescriptor() else { return }
    try await withDeadline(limit) {
        await withCheckedContinuation { continuation in
            startThread {
                var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&watched, 1, -1) < 0 {}
                close(descriptor)
                continuation.resume()
            }
        }
    }
}
