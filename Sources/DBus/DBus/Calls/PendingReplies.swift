/// The calls that wait for a reply. Pure: it only decides which waiter gets which result.
///
/// Each waiter leaves exactly once, by the first of: its reply, its deadline, its cancellation, the end of the
/// connection. After the end, no waiter can be added.
struct PendingReplies<Waiter> {
    private enum State {
        case open([UInt32: Waiter])
        case closed
    }

    private var state: State = .open([:])

    /// The number of calls that wait.
    var count: Int {
        switch state {
        case .open(let waiters): waiters.count
        case .closed: 0
        }
    }

    /// Adds the waiter for the call with this serial. Returns false after the end; the caller then notifies the waiter.
    mutating func add(_ waiter: Waiter, serial: UInt32) -> Bool {
        switch state {
        case .open(var waiters):
            state = .closed  // drops the second reference, so that the change happens in place
            waiters[serial] = waiter
            state = .open(waiters)
            return true
        case .closed:
            return false
        }
    }

    /// Removes and returns the waiter; nil if it has left.
    mutating func remove(serial: UInt32) -> Waiter? {
        switch state {
        case .open(var waiters):
            state = .closed
            let waiter = waiters.removeValue(forKey: serial)
            state = .open(waiters)
            return waiter
        case .closed:
            return nil
        }
    }

    /// Ends it, and returns all remaining waiters in the order of their calls.
    mutating func close() -> [Waiter] {
        switch state {
        case .open(let waiters):
            state = .closed
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        case .closed:
            return []
        }
    }
}
