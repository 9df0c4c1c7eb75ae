internal import DBus

/// Calls that their callers don't wait for. They run one after another, in the order in which they were added. Failures
/// are reported on standard error.
final class PendingCalls: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)
    private let report: @Sendable (String) -> Void

    /// - Parameter report: Reports failures.
    init(report: @escaping @Sendable (String) -> Void = { StandardError.print($0) }) { self.report = report }

    /// Adds a call, which runs after all earlier ones.
    ///
    /// - Parameter what: The name of the call in a failure report.
    func add(_ what: String, _ call: @escaping @Sendable () async throws -> Void) {
        last.withLock { last in
            let previous = last
            last = Task { [report] in
                await previous?.value
                do { try await call() } catch { report("\(what): \(error)") }
            }
        }
    }

    /// Waits until all calls added so far have been answered.
    func finish() async { await last.withLock { $0 }?.value }
}
