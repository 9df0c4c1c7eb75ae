/// Calls that wait at the gate, by sender and in their order. On the loop's thread only.
struct HeldCalls {
    private struct Queue {
        var calls: [(call: MethodCall, message: Message)] = []
        /// How many of them are done.
        var start = 0
        var timer: EventLoop.Timer?
    }

    private var queues: [BusName: Queue] = [:]

    var isEmpty: Bool { queues.isEmpty }
    var senders: [BusName] { Array(queues.keys) }

    func holds(_ sender: BusName) -> Bool { queues[sender] != nil }

    func count(of sender: BusName) -> Int { queues[sender].map { $0.calls.count - $0.start } ?? 0 }

    func first(of sender: BusName) -> (call: MethodCall, message: Message)? {
        queues[sender].map { $0.calls[$0.start] }
    }

    /// Adds a call behind the others. Returns whether it is the first one.
    mutating func add(_ call: MethodCall, _ message: Message, of sender: BusName) -> Bool {
        let isFirst = queues[sender] == nil
        queues[sender, default: Queue()].calls.append((call, message))
        return isFirst
    }

    mutating func setTimer(_ timer: EventLoop.Timer, of sender: BusName) { queues[sender]?.timer = timer }

    /// Takes the first call out. With the last one the sender goes, and its timer is returned, to be cancelled.
    mutating func removeFirst(of sender: BusName) -> EventLoop.Timer? {
        guard let queue = queues[sender] else { return nil }
        guard queue.start + 1 == queue.calls.count else {
            queues[sender]?.start += 1
            return nil
        }
        queues[sender] = nil
        return queue.timer
    }

    /// Takes everything out, and returns the timers, to be cancelled.
    mutating func finish() -> [EventLoop.Timer] {
        defer { self = HeldCalls() }
        return queues.values.compactMap(\.timer)
    }
}
