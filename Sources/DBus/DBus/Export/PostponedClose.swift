/// That a handler has closed its connection: it ends when the handler has replied.
struct PostponedClose {
    /// How long to drain then.
    let limit: Duration
    /// The asynchronous handler that is waited for; nil is the one that runs where the call is read.
    let handler: UInt64?
    /// Ends the wait for an asynchronous handler.
    let timer: EventLoop.Timer?
}

/// The asynchronous handler that a task runs.
struct HandlerTask: Sendable {
    let connection: ObjectIdentifier
    let number: UInt64

    /// Also in the tasks that the handler starts, which may go on after it.
    @TaskLocal static var current: HandlerTask?
}

extension Connection {
    /// Notes that the connection is to be closed, when a handler of it asks for that. Returns false for anybody else.
    func postponeClose(_ limit: Duration) -> Bool {
        if postponedClose != nil { return true }
        if synchronousHandlers > 0 {
            postponedClose = PostponedClose(limit: limit, handler: nil, timer: nil)
            return true
        }
        guard let task = HandlerTask.current, task.connection == ObjectIdentifier(self), handlers.contains(task.number)
        else { return false }
        // It may wait for the very end that waits for it.
        let timer = loop.schedule(at: .now + limit) { [weak self] in
            self?.assumeIsolated { $0.handlerEnded(task.number) }
        }
        postponedClose = PostponedClose(limit: limit, handler: task.number, timer: timer)
        return true
    }

    /// A handler has replied: an asynchronous one with a number, or one that runs where the call is read.
    func handlerEnded(_ number: UInt64?) {
        guard let postponed = postponedClose, postponed.handler == number, number != nil || synchronousHandlers == 0
        else { return }
        postponedClose = nil
        if let timer = postponed.timer { loop.cancel(timer) }
        finish(drainingFor: postponed.limit)
    }
}
