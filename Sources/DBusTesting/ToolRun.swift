internal import Dispatch
internal import Glibc
package import Processes
internal import Synchronization

/// A program that a test has started, and what it has written so far.
package final class ToolRun: Sendable {
    /// What a program that has ended leaves behind.
    package struct Output: Hashable, Sendable, CustomStringConvertible {
        package let exit: ChildProcess.Exit
        package let output: String
        package let error: String

        package var description: String { "\(exit)\n\(output)\(error)" }
    }

    private struct State {
        var output: [UInt8] = []
        var error: [UInt8] = []
        var exit: ChildProcess.Exit?
        /// Both pipes and the process.
        var running = 3
        var waiters: [(isMet: @Sendable (borrowing State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        var text: String { String(decoding: output, as: UTF8.self) }
        var errorText: String { String(decoding: error, as: UTF8.self) }
    }

    private let state = Mutex(State())
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
        run.collect(output.read) { $0.output += $1 }
        run.collect(error.read) { $0.error += $1 }
        DispatchQueue.global().async {
            let exit = run.process.wait()
            run.change {
                $0.exit = exit
                $0.running -= 1
            }
        }
        return run
    }

    private static func makePipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PrivateBus.StartError(description: "no pipe can be made: errno \(errno)")
        }
        return (ends[0], ends[1])
    }

    private func collect(_ descriptor: CInt, _ append: @escaping @Sendable (inout State, ArraySlice<UInt8>) -> Void) {
        DispatchQueue.global().async { [self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count <= 0 { break }
                change { append(&$0, buffer[..<count]) }
            }
            close(descriptor)
            change { $0.running -= 1 }
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

    /// Sends a signal. Only while the program runs.
    package func signal(_ number: Int32) { process.signal(number) }

    /// Waits until what was written to standard output fulfils `predicate`, and returns it.
    ///
    /// - Throws: ``DeadlineExceeded``, also when the program ends without it.
    @discardableResult
    package func output(
        within limit: Duration = .seconds(20), where predicate: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await withDeadline(limit) {
            await self.wait { predicate($0.text) || $0.running == 0 }
            let text = self.state.withLock { $0.text }
            guard predicate(text) else { throw DeadlineExceeded(limit: limit) }
            return text
        }
    }

    /// Waits until the program has ended, and everything it wrote was read.
    package func finished(within limit: Duration = .seconds(20)) async throws -> Output {
        try await withDeadline(limit) {
            await self.wait { $0.running == 0 }
            return self.state.withLock {
                Output(exit: $0.exit ?? .status(-1), output: $0.text, error: $0.errorText)
            }
        }
    }
}
