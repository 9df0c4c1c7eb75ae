internal import NotificationCenter

/// The reports about one widget to the center, one after the other. They wait until the center has registered the widget.
@WidgetActor
final class ReportQueue {
    private var last: Task<Void, Never>?
    /// The reports that wait for the registration; nil once the center has registered the widget.
    private var waiting: [CheckedContinuation<Void, Never>]? = []

    /// Sends the waiting reports: the center has registered the widget.
    func resume() {
        let waiters = waiting.take() ?? []
        for waiter in waiters { waiter.resume() }
    }

    /// Adds a report, which runs after all earlier ones.
    func add(_ report: @escaping @WidgetActor () async -> Void) {
        let previous = last
        last = Task {
            await previous?.value
            if waiting != nil { await withCheckedContinuation { waiting?.append($0) } }
            await report()
        }
    }

    /// Waits until all reports are sent.
    func finish() async { await last?.value }
}
