internal import DBus
internal import TodayServiceRules

/// Makes work wait for its turn, as ``Turns`` decides. On the thread of its loop.
actor Turnstile<Party: Hashable & Sendable> {
    typealias Ticket = Turns<Party>.Ticket

    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var turns: Turns<Party>
    /// The waiting work, resumed with true when it is admitted.
    private var waiters: [Ticket: CheckedContinuation<Bool, Never>] = [:]

    init(_ bounds: Turns<Party>.Bounds, on loop: EventLoop) {
        turns = Turns(bounds)
        self.loop = loop
    }

    /// Waits for a slot. The caller has to ``leave(_:)`` the slot when its work ends.
    ///
    /// - Parameter deadline: the end of the wait; nil for no limit.
    /// - Returns: nil if the deadline passed first.
    /// - Throws: `Turns.Full` at once if too much work waits.
    func enter(_ party: Party, until deadline: MonotonicTime? = nil) async throws(Turns<Party>.Full) -> Ticket? {
        let (ticket, isAtWork) = try turns.enter(party)
        if isAtWork { return ticket }
        let timer = deadline.map { deadline in
            loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.waitTimedOut(ticket) } }
        }
        let isAdmitted = await withCheckedContinuation { waiters[ticket] = $0 }
        if let timer { loop.cancel(timer) }
        return isAdmitted ? ticket : nil
    }

    /// Frees a slot.
    func leave(_ ticket: Ticket) { admit(turns.leave(ticket)) }

    /// Gives away the slot of work that doesn't end; its party gains no slot from it.
    func setAside(_ ticket: Ticket) { admit(turns.setAside(ticket)) }

    private func admit(_ tickets: [Ticket]) {
        for ticket in tickets { waiters.removeValue(forKey: ticket)?.resume(returning: true) }
    }

    private func waitTimedOut(_ ticket: Ticket) {
        guard let waiter = waiters.removeValue(forKey: ticket) else { return }
        _ = turns.leave(ticket)
        waiter.resume(returning: false)
    }
}
