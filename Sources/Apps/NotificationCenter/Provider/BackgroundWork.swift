/// The work that a widget continues after an answer, and its state at the end of the process. Pure.
///
/// Work begins when no call is in progress. At the end of the process, handlers that have begun are called again with
/// `expired`; the others are called only with `expired`.
struct BackgroundWork {
    /// A call of a completion handler.
    struct Run: Hashable {
        let number: Int
        let isExpired: Bool
    }

    private var calls = 0
    private var waiting: [Int] = []
    private var running: [Int: Int] = [:]
    private var last = 0
    private(set) var hasExpired = false

    /// Whether no work is left.
    var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    /// Records that a call of the center is in progress.
    mutating func callBegan() { calls += 1 }

    /// Records the answer to a call. Returns the runs that begin now.
    mutating func callEnded() -> [Run] {
        calls -= 1
        return begin()
    }

    /// Adds a handler. Returns its number, and the runs that begin now.
    mutating func add() -> (number: Int, begins: [Run]) {
        last += 1
        if hasExpired {
            running[last, default: 0] += 1
            return (last, [Run(number: last, isExpired: true)])
        }
        waiting.append(last)
        return (last, begin())
    }

    /// Records the end of a handler's run. Returns whether all its runs have ended.
    mutating func ended(_ number: Int) -> Bool {
        running[number, default: 1] -= 1
        guard running[number] == 0 else { return false }
        running[number] = nil
        return true
    }

    /// Records that the process is about to end. Returns the runs that begin now.
    mutating func expire() -> [Run] {
        if hasExpired { return [] }
        hasExpired = true
        let expired = (Array(running.keys) + waiting).sorted()
        waiting = []
        for number in expired { running[number, default: 0] += 1 }
        return expired.map { Run(number: $0, isExpired: true) }
    }

    private mutating func begin() -> [Run] {
        guard calls == 0 else { return [] }
        defer { waiting = [] }
        for number in waiting { running[number, default: 0] += 1 }
        return waiting.map { Run(number: $0, isExpired: false) }
    }
}
