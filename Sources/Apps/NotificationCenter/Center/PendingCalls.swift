internal import DBus

/// Calls that their callers do not wait for. They are made one after the other, in the order in which they were asked
/// for, and what fails is told on standard error.
final class PendingCalls: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)
    private let tell: @Sendable (String) -> Void

    /// - Parameter tell: where failures are told.
    init(tell: @escaping @Sendable (String) -> Void = { StandardError.print($0) }) { self.tell = tell }

    /// Makes a call after those that were asked for before.
    ///
    /// - Parameter what: names the call where its failure is told.
    func add(_ what: String, _ call: @escaping @Sendable () async throws -> Void) {
        last.withLock { last in
            let previous = last
            last = Task { [tell] in
                await previous?.value
                do { try await call() } catch { tell("\(what): \(error)") }
            }
        }
    }

    /// Waits until all calls that were asked for so far have been answered.
    func finish() async { await last.withLock { $0 }?.value }
}
