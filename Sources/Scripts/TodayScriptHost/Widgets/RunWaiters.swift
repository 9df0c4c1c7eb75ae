internal import DBus
internal import NotificationCenter

/// Those who wait for a run to end, or for a stream to show something.
@WidgetActor
final class RunWaiters {
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var last = 0

    /// How long an update waits for a run; its result is pushed when it takes longer.
    static let patience = Duration.seconds(15)

    var isEmpty: Bool { waiters.isEmpty }

    /// Waits for a while. Returns false when nothing has come.
    func wait() async -> Bool {
        last += 1
        let (number, loop) = (last, WidgetActor.shared.loop)
        let timer = loop.schedule(at: .now + Self.patience) { [weak self] in
            Task { @WidgetActor in self?.waiters.removeValue(forKey: number)?.resume(returning: false) }
        }
        defer { loop.cancel(timer) }
        return await withCheckedContinuation { waiters[number] = $0 }
    }

    /// Tells all of them whether there is a result.
    func answer(_ hasResult: Bool) {
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: hasResult) }
    }
}
