internal import DBus
internal import NotificationCenter

/// The updates and taps that wait for a run to end, or for a stream to show something.
@WidgetActor
final class RunWaiters {
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var last = 0

    /// The maximum time that an update waits for a run. If the run takes longer, its result is pushed.
    static let patience = Duration.seconds(15)

    var isEmpty: Bool { waiters.isEmpty }

    /// Waits until a moment at most. Returns false without a result.
    func wait(until end: MonotonicTime = .now + RunWaiters.patience) async -> Bool {
        last += 1
        let (number, loop) = (last, WidgetActor.shared.loop)
        let timer = loop.schedule(at: end) { [weak self] in
            Task { @WidgetActor in self?.waiters.removeValue(forKey: number)?.resume(returning: false) }
        }
        defer { loop.cancel(timer) }
        return await withCheckedContinuation { waiters[number] = $0 }
    }

    /// Resumes all waiters with whether a result exists.
    func answer(_ hasResult: Bool) {
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: hasResult) }
    }
}
