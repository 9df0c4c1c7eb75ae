internal import DBus

/// How long a program goes on: until it is told to end, and what is under way then has been done.
@WidgetActor
package final class ProgramLife {
    private var status: Int32?
    private var work = 0
    private var waiter: CheckedContinuation<Int32, Never>?
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var timer: EventLoop.Timer?
    /// How long work under way may take after the end was asked for.
    private let patience: Duration

    package nonisolated init(patience: Duration = .seconds(2)) { self.patience = patience }

    /// Waits until nothing is under way.
    package func waitUntilIdle() async {
        if work > 0 { await withCheckedContinuation { idleWaiters.append($0) } }
    }

    /// Asks for the end. The first call decides the status.
    package func end(_ status: Int32) {
        if self.status != nil { return }
        self.status = status
        timer = WidgetActor.shared.loop.schedule(at: .now + patience) { Task { @WidgetActor in self.finish() } }
        finishIfIdle()
    }

    /// Something begins that should be done before the end.
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
