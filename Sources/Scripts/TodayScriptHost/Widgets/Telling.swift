internal import NotificationCenter

/// What is told to the center of one widget: one after the other, from when it knows the widget on.
@WidgetActor
final class Telling {
    private var last: Task<Void, Never>?
    /// Who waits until the center knows the widget; nil when it does.
    private var waiting: [CheckedContinuation<Void, Never>]? = []

    /// The center knows the widget.
    func begin() {
        let waiters = waiting.take() ?? []
        for waiter in waiters { waiter.resume() }
    }

    /// Tells one thing more, when all before it has been told.
    func add(_ tell: @escaping @WidgetActor () async -> Void) {
        let previous = last
        last = Task {
            await previous?.value
            if waiting != nil { await withCheckedContinuation { waiting?.append($0) } }
            await tell()
        }
    }

    /// Waits until all is told.
    func finish() async { await last?.value }
}
