/// Decides how long the backlogged queues of an ``Inbox`` rest while other senders make one call at a time. Pure: the
/// time is an argument, in nanoseconds.
///
/// The connections of a loop share it, as they share the bus.
///
/// A sender with many concurrent calls could occupy the whole bus, which forwards each call and each reply. Other
/// senders would wait in the bus, where no order can be kept. So while other senders are active, the backlogged queues
/// are served for a moment, then rest for about twice as long.
struct Pacing {
    /// How long a single call counts as activity of another sender.
    private static let activityTime: UInt64 = 100_000_000
    /// How long the backlogged queues are served before they rest.
    private static let turn: UInt64 = 80_000
    /// The minimum rest.
    private static let rest: UInt64 = 300_000
    /// The number of calls in progress that are likely to be answered together, so that the bus must forward all their
    /// replies.
    private static let manyAtWork = 32
    /// The minimum rest in that case.
    private static let longRest: UInt64 = 2_000_000
    /// While the bus reads a reply that is too large to be read at once, all senders wait. To affect few calls of the
    /// others, the backlogged queues then rest this many times as long as the reading took, up to `mostRest`.
    private static let restPerReading: UInt64 = 20
    private static let mostRest: UInt64 = 30_000_000

    /// How long serving a backlogged queue of another connection counts.
    private static let memory: UInt64 = 10_000_000

    /// The end of the pacing period; 0 if none is active.
    private var pacedUntil: UInt64 = 0
    /// The used part of the backlogged queues' turn.
    private var used: UInt64 = 0
    /// The time since when the bus has been reading replies to a backlogged queue.
    private var readingSince: UInt64?
    /// The connection whose backlogged queue was served last, and the time.
    private var lastBacklog: (connection: ObjectIdentifier, time: UInt64)?
    /// The end of the backlogged queues' rest.
    private(set) var restsUntil: UInt64 = 0

    /// Whether other senders make single calls while backlogged queues wait.
    func isPacing(at now: UInt64) -> Bool { now < pacedUntil }

    /// Whether the backlogged queues must wait. Call it when the bus has read all replies.
    ///
    /// - Parameter atWork: the number of calls in progress, whose replies come later.
    mutating func isResting(at now: UInt64, atWork: Int) -> Bool {
        guard isPacing(at: now) else {
            (used, readingSince, restsUntil) = (0, nil, 0)
            return false
        }
        var rest: UInt64 = 0
        if let since = readingSince.take() { rest = min((now - since) * Self.restPerReading, Self.mostRest) }
        if rest > 0 || used >= Self.turn {
            rest = max(rest, 2 * used, atWork < Self.manyAtWork ? Self.rest : Self.longRest)
            restsUntil = now + rest
            used = 0
        }
        return now < restsUntil
    }

    /// Records that a message of a backlogged queue was served, at `cost`.
    mutating func servedBacklogged(on connection: ObjectIdentifier, cost: UInt64, isReplyRead: Bool, at now: UInt64) {
        lastBacklog = (connection, now)
        guard isPacing(at: now) else { return }
        used += cost
        if !isReplyRead { readingSince = now }
    }

    /// Records that another message was served.
    ///
    /// - Parameter besideBacklog: whether backlogged queues of the same connection wait.
    mutating func servedOther(on connection: ObjectIdentifier, besideBacklog: Bool, at now: UInt64) {
        if besideBacklog || lastBacklog.map({ $0.connection != connection && now - $0.time < Self.memory }) == true {
            pacedUntil = now + Self.activityTime
        }
    }
}
