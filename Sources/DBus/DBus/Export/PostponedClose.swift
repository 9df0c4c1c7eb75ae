/// A close requested by a handler: the connection ends when the handler has replied.
struct PostponedClose {
    /// How long to drain at the end.
    let limit: Duration
    /// The asynchronous handler to wait for; nil for the one that runs where the call is read.
    let handler: UInt64?
    /// The timer that ends the wait for an asynchronous handler.
    let timer: EventLoop.Timer?
}

/// The asynchronous handler that a task runs.
struct HandlerTask: Sendable {
    let connection: ObjectIdentifier
    let number: UInt64

    /// Also set in tasks that the handler starts, which may outlive it.
    @TaskLocal static var current: HandlerTask?
}

extension Connection {
    /// Records that a handler of the connection closes it. Returns false outside of a handler.
    func postponeClose(_ limit: Duration) -> Bool {
        if postponedClose != nil { return true }
        if synchronousHandlers > 0 {
            postponedClose = PostponedClose(limit: limit, handler: nil, timer: nil)
            return true
        }
        guard let task = HandlerTask.current, task.connection == ObjectIdentifier(self), handlers.contains(task.number)
        else { return false }
        // The handler may itself wait for the end of the connection, which waits for the handler.
        let timer = loop.schedule(at: .now + limit) { [weak self] in
            self?.assumeIsolated { $0.handlerEnded(task.number) }
        }
        postponedClose = PostponedClose(limit: limit, handler: task.number, timer: timer)
        return true
    }

    /// Records a handler's reply: an asynchronous handler has a number, one that runs where the call is read has none.
    func handlerEnded(_ number: UInt64?) {
        guard let postponed = postponedClose, postponed.handler == number, number != nil || synchronousHandlers == 0
        else { return }
        postponedClose = nil
        if let timer = postponed.timer { loop.cancel(timer) }
        finish(drainingFor: postponed.limit)
    }
}
