internal import DBus

/// Turns the first call of a completion handler into the end of an asynchronous call.
///
/// If the handler is released without a call, the update fails instead of waiting forever. A second call, or a call
/// after the update was abandoned, is reported once and ignored.
final class UpdateCompletion: Sendable {
    private enum State {
        case waiting(CheckedContinuation<NCUpdateResult, any Error>)
        case finished(hasReported: Bool)
        case abandoned(hasReported: Bool)
    }

    private let state: Locked<State>
    private let report: @Sendable (String) -> Void

    init(_ continuation: CheckedContinuation<NCUpdateResult, any Error>, report: @escaping @Sendable (String) -> Void) {
        state = Locked(.waiting(continuation))
        self.report = report
    }

    /// Handles a call of the handler, on any thread.
    func finish(_ result: NCUpdateResult) {
        let (continuation, line) = state.withLock {
            state -> (CheckedContinuation<NCUpdateResult, any Error>?, String?) in
            switch state {
            case .waiting(let continuation):
                state = .finished(hasReported: false)
                return (continuation, nil)
            case .finished(let hasReported):
                state = .finished(hasReported: true)
                return (nil, hasReported ? nil : "the completion handler was called twice; the first call counts")
            case .abandoned(let hasReported):
                state = .abandoned(hasReported: true)
                return (nil, hasReported ? nil : "the completion handler was called too late; the update was canceled")
            }
        }
        if let line { report(line) }
        continuation?.resume(returning: result)
    }

    /// Abandons the update.
    func abandon() {
        let continuation = state.withLock { state -> CheckedContinuation<NCUpdateResult, any Error>? in
            guard case .waiting(let continuation) = state else { return nil }
            state = .abandoned(hasReported: false)
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    deinit {
        let error = NCWidgetError("the widget released the completion handler without calling it")
        if case .waiting(let continuation) = state.withLock({ $0 }) { continuation.resume(throwing: error) }
    }
}

extension NCWidgetProviding {
    func updateByCompletionHandler() async throws -> NCUpdateResult {
        let name = extensionContext?.widgetIdentifier ?? "\(Self.self)"
        let report = StandardError.printer
        let current = Locked<UpdateCompletionReference>(UpdateCompletionReference())
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let completion = UpdateCompletion(continuation) { report("\(name): \($0)") }
                let isCancelled = current.withLock { reference in
                    reference.completion = completion
                    return reference.isCancelled
                }
                if isCancelled { return completion.abandon() }
                widgetPerformUpdate { completion.finish($0) }
            }
        } onCancel: {
            current.withLock { reference in
                reference.isCancelled = true
                return reference.completion
            }?.abandon()
        }
    }
}

/// A reference to the completion of a canceled task. It is weak, because a strong one would hide that the widget
/// released the completion.
private struct UpdateCompletionReference {
    weak var completion: UpdateCompletion?
    var isCancelled = false
}
