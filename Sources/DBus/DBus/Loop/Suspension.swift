/// Suspends one task until a value arrives from an event loop.
///
/// A continuation always resumes on the global executor, and the task continues from there to its own executor: two
/// changes of thread for each reply. Here the task waits as a job of this actor, which is its own executor. The loop runs
/// the job: a task of the loop's thread continues at once, and any other changes threads only once.
actor Suspension<Value: Sendable>: SerialExecutor {
    private struct State {
        var job: UnownedJob?
        var value: Value?
    }

    private let state = Locked(State())
    private let loop: EventLoop

    init(on loop: EventLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    /// Stores the task that waits in ``value()``.
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isDue = state.withLock { state in
            if state.value == nil { state.job = job }
            return state.value != nil
        }
        if isDue { loop.enqueue(job) }
    }

    /// Waits for the value. Call it once.
    func value() -> Value {
        guard let value = state.withLock({ $0.value.take() }) else { fatalError("a task was resumed without a value") }
        return value
    }

    /// Resumes the task with a value. Call it once, on any thread.
    nonisolated func resume(returning value: Value) {
        let job = state.withLock { state in
            state.value = value
            return state.job.take()
        }
        if let job { loop.enqueue(job) }
    }
}

extension EventLoop {
    /// Suspends the task until the work that is queued now has run. Tasks resume in the order of their calls, unlike
    /// after `Task.yield`, which passes them through the threads of the global executor.
    func yield(isolation: isolated (any Actor)? = #isolation) async {
        let suspension = Suspension<Void>(on: self)
        perform { suspension.resume(returning: ()) }
        await suspension.value()
    }

    /// Suspends the task for a time. `Task.sleep` starts threads of libdispatch, which wake the process once a second from
    /// then on.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled.
    package func sleep(for duration: Duration, isolation: isolated (any Actor)? = #isolation) async throws {
        let (suspension, hasEnded) = (Suspension<Void>(on: self), Locked(false))
        let end = { @Sendable in
            let isFirst = hasEnded.withLock { ended in
                defer { ended = true }
                return !ended
            }
            if isFirst { suspension.resume(returning: ()) }
        }
        let timer = schedule(after: duration, end)
        await withTaskCancellationHandler {
            _ = isolation
            await suspension.value()
        } onCancel: {
            cancel(timer)
            end()
        }
        try Task.checkCancellation()
    }
}
