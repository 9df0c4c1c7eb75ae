/// What a widget goes on with after an answer, and what is left to do of it at the end. Pure.
///
/// Work begins when no call is being answered any more. At the end of the process what has begun is told once more, that
/// its time is up, and what has not is told only that.
struct BackgroundWork {
    /// What a completion handler is told.
    struct Run: Hashable {
        let number: Int
        let isExpired: Bool
    }

    private var calls = 0
    private var waiting: [Int] = []
    private var running: [Int: Int] = [:]
    private var last = 0
    private(set) var hasExpired = false

    /// Whether nothing is left to do.
    var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    /// A call of the center is being answered.
    mutating func callBegan() { calls += 1 }

    /// It has been. Returns what begins now.
    mutating func callEnded() -> [Run] {
        calls -= 1
        return begin()
    }

    /// Adds a handler. Returns its number, and what begins now.
    mutating func add() -> (number: Int, begins: [Run]) {
        last += 1
        if hasExpired {
            running[last, default: 0] += 1
            return (last, [Run(number: last, isExpired: true)])
        }
        waiting.append(last)
        return (last, begin())
    }

    /// A run of a handler has ended. Returns whether the handler is done with.
    mutating func ended(_ number: Int) -> Bool {
        running[number, default: 1] -= 1
        guard running[number] == 0 else { return false }
        running[number] = nil
        return true
    }

    /// The end is near. Returns who is told.
    mutating func expire() -> [Run] {
        if hasExpired { return [] }
        hasExpired = true
        let told = (Array(running.keys) + waiting).sorted()
        waiting = []
        for number in told { running[number, default: 0] += 1 }
        return told.map { Run(number: $0, isExpired: true) }
    }

    private mutating func begin() -> [Run] {
        guard calls == 0 else { return [] }
        defer { waiting = [] }
        for number in waiting { running[number, default: 0] += 1 }
        return waiting.map { Run(number: $0, isExpired: false) }
    }
}
