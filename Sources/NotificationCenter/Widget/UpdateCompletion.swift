internal import Synchronization

/// Turns the first call of a completion handler into the end of an asynchronous call. When the handler goes away
/// without a call, that call throws instead of waiting for ever.
private final class UpdateCompletion: Sendable {
    private let continuation: Mutex<CheckedContinuation<NCUpdateResult, any Error>?>

    init(_ continuation: CheckedContinuation<NCUpdateResult, any Error>) { self.continuation = Mutex(continuation) }

    func finish(_ result: Result<NCUpdateResult, any Error>) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(with: result)
    }

    deinit { finish(.failure(NCWidgetError("the widget let go of the completion handler without calling it"))) }
}

extension NCWidgetProviding {
    func updateByCompletionHandler() async throws -> NCUpdateResult {
        try await withCheckedThrowingContinuation { continuation in
            let completion = UpdateCompletion(continuation)
            widgetPerformUpdate { completion.finish(.success($0)) }
        }
    }
}
