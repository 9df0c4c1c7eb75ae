/// The messages that have arrived but aren't handled yet: a queue for each sender, served in turn. Pure: the cost of
/// serving is an argument.
///
/// The sender that was served least comes next. After an idle time, a sender counts as served as little as the
/// least-served one. So a sender waits for its own messages, and for at most one of each other sender, however many
/// those have sent. (Start-time fair queuing.)
struct Inbox<Item> {
    /// The reason why a message is rejected.
    enum Refusal: Equatable {
        /// The number of waiting calls of the sender.
        case tooManyCalls(Int)
        /// The number of waiting bytes of the sender, including the message.
        case tooManyBytes(Int)
    }

    private enum State {
        case idle, ready, served
        /// Nothing is served until ``resume(_:)``.
        case held
    }

    private final class Queue {
        let sender: BusName
        var items: [(item: Item, bytes: Int)] = []
        /// The number of finished items.
        var start = 0
        var bytes = 0
        /// The number of calls whose handlers haven't answered yet.
        var unanswered = 0
        var state = State.idle
        /// The virtual time of its turn.
        var turn: UInt64 = 0
        /// Whether many items have waited, and the queue hasn't been empty since.
        var isBacklogged = false

        init(_ sender: BusName) { self.sender = sender }

        var count: Int { items.count - start }
    }

    private struct Ready {
        let queue: Queue
        let turn: UInt64
        var isBacklogged: Bool
    }

    /// The length from which a queue is backlogged, until it is empty: its sender doesn't wait for each reply before
    /// the next call.
    static var backlogLength: Int { 8 }

    /// The memory of a message besides its bytes.
    static var overhead: Int { 512 }

    /// The queues of earlier senders. A few empty ones are kept, in case their senders return.
    private var queues: [BusName: Queue] = [:]
    private static var mostIdle: Int { 16 }
    /// The queue of the latest message: often the next one has the same sender.
    private var latest: Queue?
    /// The queues that can be served, in no order; the array is short.
    private var ready: [Ready] = []
    private var serving: Queue?
    /// The turn of the queue that was served last.
    private var clock: UInt64 = 0
    private var bytes = 0
    private var waiting = 0
    /// The number of calls in progress.
    private(set) var atWork = 0

    /// Whether no message waits and no call is in progress.
    var isEmpty: Bool { waiting == 0 && atWork == 0 }

    /// Whether something can be served.
    var isReady: Bool { !ready.isEmpty }

    /// Whether something outside of backlogged queues can be served.
    var isOtherReady: Bool { ready.contains { !$0.isBacklogged } }

    /// Whether something in a backlogged queue can be served.
    var isBacklogReady: Bool { ready.contains { $0.isBacklogged } }

    /// Whether the message being served is from a backlogged queue.
    var isServingBacklog: Bool { serving?.isBacklogged == true }

    /// Whether messages of a sender wait.
    func holds(_ sender: BusName) -> Bool { count(of: sender) > 0 }

    /// Returns how many messages of a sender wait.
    func count(of sender: BusName) -> Int { queues[sender]?.count ?? 0 }

    /// The senders whose messages are held.
    var heldSenders: [BusName] { queues.values.filter { $0.state == .held }.map(\.sender) }

    // MARK: Arriving

    /// Appends a call to the queue of its sender, unless that exceeds a limit.
    mutating func addCall(_ item: Item, of sender: BusName, bytes size: Int, _ limits: CallLimits) -> Refusal? {
        let queue = queue(of: sender)
        if queue.count >= limits.calls { return .tooManyCalls(queue.count) }
        let size = size + Self.overhead
        // If the total is too large, each sender gets an equal share.
        let most =
            bytes + size > limits.totalBytes
            ? min(limits.bytes, limits.totalBytes / max(1, queues.values.count { $0.count > 0 || $0 === queue }))
            : limits.bytes
        if queue.count > 0, queue.bytes + size > most { return .tooManyBytes(queue.bytes + size) }
        add(item, to: queue, size)
        return nil
    }

    /// Appends a message other than a call to the queue of its sender.
    mutating func add(_ item: Item, of sender: BusName) { add(item, to: queue(of: sender), Self.overhead) }

    private mutating func queue(of sender: BusName) -> Queue {
        if let latest, latest.sender == sender { return latest }
        let queue = queues[sender] ?? Queue(sender)
        queues[sender] = queue
        latest = queue
        return queue
    }

    private mutating func add(_ item: Item, to queue: Queue, _ size: Int) {
        queue.items.append((item, size))
        queue.bytes += size
        bytes += size
        waiting += 1
        if !queue.isBacklogged, queue.count >= Self.backlogLength {
            queue.isBacklogged = true
            if queue.state == .ready, let index = ready.firstIndex(where: { $0.queue === queue }) {
                ready[index].isBacklogged = true
            }
        }
        if queue.state == .idle { makeReady(queue) }
    }

    private mutating func makeReady(_ queue: Queue) {
        queue.turn = max(queue.turn, clock)
        queue.state = .ready
        ready.append(Ready(queue: queue, turn: queue.turn, isBacklogged: queue.isBacklogged))
    }

    // MARK: Serving

    /// Returns the next sender and its message. The message stays in the queue until ``removeNext()`` or ``hold()``.
    ///
    /// - Parameter skippingBacklogged: whether to skip backlogged queues.
    mutating func next(skippingBacklogged: Bool = false) -> (sender: BusName, item: Item)? {
        guard let queue = serving ?? nextReady(skippingBacklogged: skippingBacklogged) else { return nil }
        clock = max(clock, queue.turn)
        queue.state = .served
        serving = queue
        return (queue.sender, queue.items[queue.start].item)
    }

    private mutating func nextReady(skippingBacklogged: Bool) -> Queue? {
        var first: Int?
        for index in ready.indices where !(skippingBacklogged && ready[index].isBacklogged) {
            if let known = first, ready[known].turn <= ready[index].turn { continue }
            first = index
        }
        return first.map { ready.remove(at: $0).queue }
    }

    /// Removes the message that ``next(skippingBacklogged:)`` returned.
    mutating func removeNext() {
        guard let queue = serving else { return }
        remove(from: queue)
    }

    /// Holds the message that ``next(skippingBacklogged:)`` returned, and all later ones of its sender.
    mutating func hold() {
        serving?.state = .held
        serving = nil
    }

    /// Records the cost of serving, in any unit, and ends the turn.
    mutating func finish(cost: UInt64) {
        guard let queue = serving else { return }
        serving = nil
        queue.turn = max(queue.turn, clock) + cost
        if queue.count > 0 { makeReady(queue) } else { rest(queue) }
    }

    /// Resumes serving the held messages of a sender.
    mutating func resume(_ sender: BusName) {
        guard let queue = queues[sender], queue.state == .held else { return }
        if queue.count > 0 { makeReady(queue) } else { rest(queue) }
    }

    /// Returns the first held message of a sender.
    func firstHeld(of sender: BusName) -> Item? {
        queues[sender].flatMap { $0.state == .held ? $0.items[$0.start].item : nil }
    }

    /// Removes the first held message of a sender.
    mutating func removeFirstHeld(of sender: BusName) {
        guard let queue = queues[sender], queue.state == .held else { return }
        remove(from: queue)
        if queue.count == 0 { rest(queue) }
    }

    /// Removes and returns all held messages of a sender.
    mutating func removeHeld(of sender: BusName) -> [Item] {
        guard let queue = queues[sender], queue.state == .held else { return [] }
        let items = queue.items[queue.start...].map(\.item)
        while queue.count > 0 { remove(from: queue) }
        rest(queue)
        return items
    }

    private mutating func remove(from queue: Queue) {
        let size = queue.items[queue.start].bytes
        queue.bytes -= size
        bytes -= size
        waiting -= 1
        queue.start += 1
        // Finished items are removed when they are at least as many as the waiting ones.
        if 2 * queue.start >= queue.items.count {
            queue.items.removeFirst(queue.start)
            queue.start = 0
        }
    }

    private mutating func rest(_ queue: Queue) {
        queue.state = .idle
        queue.isBacklogged = false
        forgetIfIdle(queue)
    }

    private mutating func forgetIfIdle(_ queue: Queue) {
        guard queues.count > Self.mostIdle, queue.state == .idle, queue.unanswered == 0 else { return }
        queues[queue.sender] = nil
        if latest === queue { latest = nil }
    }

    // MARK: Answering later

    /// Records that a handler of the sender's call has started, and will answer later.
    mutating func startAnswering(_ sender: BusName) {
        queue(of: sender).unanswered += 1
        atWork += 1
    }

    mutating func finishAnswering(_ sender: BusName) {
        guard let queue = queues[sender], queue.unanswered > 0 else { return }
        queue.unanswered -= 1
        atWork -= 1
        forgetIfIdle(queue)
    }

    /// Returns how many calls of a sender are in progress.
    func unanswered(of sender: BusName) -> Int { queues[sender]?.unanswered ?? 0 }
}
