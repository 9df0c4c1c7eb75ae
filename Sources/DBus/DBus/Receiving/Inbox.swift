/// What has arrived and was not handled yet: a queue for each sender, served in turn. Pure: it is told what serving cost.
///
/// Who has been served least is served next, and whoever has asked for nothing for a while counts as one who has been
/// served as little as anybody. So a sender waits for its own messages, and for one of each other's at most, however many
/// those have sent. (Start-time fair queuing.)
struct Inbox<Item> {
    /// Why a message is not taken.
    enum Refusal: Equatable {
        /// So many calls of the sender wait.
        case tooManyCalls(Int)
        /// So many bytes of the sender wait, with the message.
        case tooManyBytes(Int)
    }

    private enum State {
        case idle, ready, served
        /// Nothing is served until it is let on.
        case held
    }

    private final class Queue {
        let sender: BusName
        var items: [(item: Item, bytes: Int)] = []
        /// How many of the items are done.
        var start = 0
        var bytes = 0
        /// Calls whose handlers have not answered yet.
        var unanswered = 0
        var state = State.idle
        /// When it is its turn.
        var turn: UInt64 = 0
        /// Many have waited, and some of them still do.
        var isBacklogged = false

        init(_ sender: BusName) { self.sender = sender }

        var count: Int { items.count - start }
    }

    private struct Ready {
        let queue: Queue
        let turn: UInt64
        var isBacklogged: Bool
    }

    /// From so many that wait a queue is a deep one, until nothing is left in it: its sender does not wait for one reply
    /// before the next call.
    static var deep: Int { 8 }

    /// What a message takes in memory besides its bytes.
    static var overhead: Int { 512 }

    /// Those of senders who have been here; a few stay when they have nothing left, for when they come again.
    private var queues: [BusName: Queue] = [:]
    private static var mostIdle: Int { 16 }
    /// Whose message came last: often the next one is of the same.
    private var latest: Queue?
    /// Those that can be served, in no order: there are few.
    private var ready: [Ready] = []
    private var serving: Queue?
    /// The turn of whoever was served last.
    private var clock: UInt64 = 0
    private var bytes = 0
    private var waiting = 0
    /// How many calls are being worked on.
    private(set) var atWork = 0

    /// Whether nothing waits and nobody is at work.
    var isEmpty: Bool { waiting == 0 && atWork == 0 }

    /// Whether something can be served.
    var isReady: Bool { !ready.isEmpty }

    /// Whether something can be served that is not of a deep queue.
    var isShallowReady: Bool { ready.contains { !$0.isBacklogged } }

    /// Whether something of a deep queue can be served.
    var isDeepReady: Bool { ready.contains { $0.isBacklogged } }

    /// Whether what is served now is of a deep queue.
    var isServingDeep: Bool { serving?.isBacklogged == true }

    /// Whether messages of a sender wait.
    func holds(_ sender: BusName) -> Bool { count(of: sender) > 0 }

    /// How many messages of a sender wait.
    func count(of sender: BusName) -> Int { queues[sender]?.count ?? 0 }

    /// Whose messages are held.
    var heldSenders: [BusName] { queues.values.filter { $0.state == .held }.map(\.sender) }

    // MARK: Arriving

    /// Puts a call behind what waits of its sender, unless there is too much of that.
    mutating func addCall(_ item: Item, of sender: BusName, bytes size: Int, _ limits: CallLimits) -> Refusal? {
        let queue = queue(of: sender)
        if queue.count >= limits.calls { return .tooManyCalls(queue.count) }
        let size = size + Self.overhead
        // When there is too much of all together, each may have an equal part.
        let most =
            bytes + size > limits.totalBytes
            ? min(limits.bytes, limits.totalBytes / max(1, queues.values.count { $0.count > 0 || $0 === queue }))
            : limits.bytes
        if queue.count > 0, queue.bytes + size > most { return .tooManyBytes(queue.bytes + size) }
        add(item, to: queue, size)
        return nil
    }

    /// Puts what is no call behind what waits of its sender.
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
        if !queue.isBacklogged, queue.count >= Self.deep {
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

    /// Whose turn it is, and with what. It stays there until ``take()`` or ``hold()``.
    ///
    /// - Parameter skippingBacklogged: whether deep queues have to wait.
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

    /// Takes out what ``next(skippingBacklogged:)`` has given.
    mutating func take() {
        guard let queue = serving else { return }
        remove(from: queue)
    }

    /// Leaves what ``next(skippingBacklogged:)`` has given where it is, and all that comes behind it.
    mutating func hold() {
        serving?.state = .held
        serving = nil
    }

    /// Serving took so long, in any unit. The next one has its turn.
    mutating func finish(cost: UInt64) {
        guard let queue = serving else { return }
        serving = nil
        queue.turn = max(queue.turn, clock) + cost
        if queue.count > 0 { makeReady(queue) } else { rest(queue) }
    }

    /// Lets on what is held of a sender.
    mutating func resume(_ sender: BusName) {
        guard let queue = queues[sender], queue.state == .held else { return }
        if queue.count > 0 { makeReady(queue) } else { rest(queue) }
    }

    /// The first of what is held of a sender.
    func firstHeld(of sender: BusName) -> Item? {
        queues[sender].flatMap { $0.state == .held ? $0.items[$0.start].item : nil }
    }

    /// Takes out the first of what is held of a sender.
    mutating func removeFirstHeld(of sender: BusName) {
        guard let queue = queues[sender], queue.state == .held else { return }
        remove(from: queue)
        if queue.count == 0 { rest(queue) }
    }

    /// Takes out all that is held of a sender.
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
        // What is done is let go of when it is as much as what waits.
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

    /// A handler of the sender's has begun, and will answer later.
    mutating func beganAnswering(_ sender: BusName) {
        queue(of: sender).unanswered += 1
        atWork += 1
    }

    mutating func answered(_ sender: BusName) {
        guard let queue = queues[sender], queue.unanswered > 0 else { return }
        queue.unanswered -= 1
        atWork -= 1
        forgetIfIdle(queue)
    }

    /// How many calls of a sender are being worked on.
    func unanswered(of sender: BusName) -> Int { queues[sender]?.unanswered ?? 0 }
}
