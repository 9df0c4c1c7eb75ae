internal import DBus

/// The lifetime of a program: it runs until it is asked to end and its work in progress is done.
@WidgetActor
package final class ProgramLife {
    private var status: Int32?
    private var work = 0
    private var waiter: CheckedContinuation<Int32, Never>?
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var timer: EventLoop.Timer?
    /// The maximum time for work in progress after the request to end.
    private let patience: Duration

    package nonisolated init(patience: Duration = .seconds(2)) { self.patience = patience }

    /// Waits until no work is in progress.
    package func waitUntilIdle() async {
        if work > 0 { await withCheckedContinuation { idleWaiters.append($0) } }
    }

    /// Requests the end. The first call decides the status.
    package func end(_ status: Int32) {
        if self.status != nil { return }
        self.status = status
        timer = WidgetActor.shared.loop.schedule(at: .now + patience) { Task { @WidgetActor in self.finish() } }
        finishIfIdle()
    }

    /// Records the beginning of work that should finish before the end.
    func beginWork() { work += 1 }

    func endWork() {
        work -= 1
        finishIfIdle()
    }

    /// Waits for the end. Returns the exit status.
    package var ended: Int32 {
        get async {
            await withCheckedContinuation { continuation in
                waiter = continuation
                finishIfIdle()
            }
        }
    }

    private func finishIfIdle() {
        guard work == 0 else { return }
        for waiter in idleWaiters { waiter.resume() }
        idleWaiters = []
        finish()
    }

    private func finish() {
        guard let status, let waiter else { return }
        self.waiter = nil
        if let timer { WidgetActor.shared.loop.cancel(timer) }
        waiter.resume(returning: status)
    }
}
