internal import DBus
internal import TodayServiceRules

/// Lets work wait for its turn, as ``Turns`` has it. On the thread of its loop.
actor Turnstile<Party: Hashable & Sendable> {
    typealias Ticket = Turns<Party>.Ticket

    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var turns: Turns<Party>
    /// Who waits, with true when it is let in.
    private var waiters: [Ticket: CheckedContinuation<Bool, Never>] = [:]

    init(_ bounds: Turns<Party>.Bounds, on loop: EventLoop) {
        turns = Turns(bounds)
        self.loop = loop
    }

    /// Waits for a place. Whoever gets one has to ``leave(_:)`` it.
    ///
    /// - Parameter deadline: how long to wait; nil is as long as it takes.
    /// - Returns: nil when the deadline has passed before.
    /// - Throws: `Turns.Full` at once when too many wait.
    func enter(_ party: Party, until deadline: MonotonicTime? = nil) async throws(Turns<Party>.Full) -> Ticket? {
        let (ticket, isAtWork) = try turns.enter(party)
        if isAtWork { return ticket }
        let timer = deadline.map { deadline in
            loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.giveUp(ticket) } }
        }
        let isLetIn = await withCheckedContinuation { waiters[ticket] = $0 }
        if let timer { loop.cancel(timer) }
        return isLetIn ? ticket : nil
    }

    /// Frees a place.
    func leave(_ ticket: Ticket) { letIn(turns.leave(ticket)) }

    /// Gives away the place of work that does not end; its party gets no other for it.
    func setAside(_ ticket: Ticket) { letIn(turns.setAside(ticket)) }

    private func letIn(_ tickets: [Ticket]) {
        for ticket in tickets { waiters.removeValue(forKey: ticket)?.resume(returning: true) }
    }

    private func giveUp(_ ticket: Ticket) {
        guard let waiter = waiters.removeValue(forKey: ticket) else { return }
        _ = turns.leave(ticket)
        waiter.resume(returning: false)
    }
}
