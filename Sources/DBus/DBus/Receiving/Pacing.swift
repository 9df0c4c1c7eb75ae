/// How long the deep queues of an ``Inbox`` step back while somebody else asks for one thing at a time. Pure: it is told
/// the time, in nanoseconds.
///
/// The connections of a loop share it, as they share the bus.
///
/// Who keeps many calls under way could have all of the bus, which passes on each call and each reply, and whoever asks
/// meanwhile would wait in the bus where no order can be kept. So while there is such a one, the deep queues are served
/// for a moment and then rest for about twice as long.
struct Pacing {
    /// It counts for so long that somebody has asked for one thing at a time.
    private static let attention: UInt64 = 100_000_000
    /// How long the deep queues are served before they rest.
    private static let turn: UInt64 = 80_000
    /// How long they rest at least.
    private static let rest: UInt64 = 300_000
    /// So many calls at work are likely to be answered all at once, and then the bus has to pass on their replies.
    private static let manyAtWork = 32
    /// How long the deep queues rest then at least.
    private static let longRest: UInt64 = 2_000_000
    /// While the bus takes a reply that is too large to be taken at once, nobody gets anything. So that this happens to few
    /// of the others' calls, they rest so many times as long as that took, and so long at most.
    private static let restAfterTaking: UInt64 = 20
    private static let mostRest: UInt64 = 30_000_000

    /// How long a deep queue of another connection counts that was served.
    private static let memory: UInt64 = 10_000_000

    /// Until when there is somebody who asks for one thing at a time; 0 when there is nobody.
    private var pacedUntil: UInt64 = 0
    /// What the deep queues have had of their turn.
    private var used: UInt64 = 0
    /// Since when the bus has to take what a deep queue was answered.
    private var takingSince: UInt64?
    /// On which connection something of a deep queue was served, and when.
    private var latestDeep: (connection: ObjectIdentifier, time: UInt64)?
    /// Until when the deep queues rest.
    private(set) var restsUntil: UInt64 = 0

    /// Whether somebody asks for one thing at a time while deep queues wait.
    func isPacing(at now: UInt64) -> Bool { now < pacedUntil }

    /// Whether the deep queues have to wait. Asked when the bus has taken what was answered.
    ///
    /// - Parameter atWork: how many calls are being worked on, whose replies come later.
    mutating func isResting(at now: UInt64, atWork: Int) -> Bool {
        guard isPacing(at: now) else {
            (used, takingSince, restsUntil) = (0, nil, 0)
            return false
        }
        var rest: UInt64 = 0
        if let since = takingSince.take() { rest = min((now - since) * Self.restAfterTaking, Self.mostRest) }
        if rest > 0 || used >= Self.turn {
            rest = max(rest, 2 * used, atWork < Self.manyAtWork ? Self.rest : Self.longRest)
            restsUntil = now + rest
            used = 0
        }
        return now < restsUntil
    }

    /// Something of a deep queue was served, which took `cost`.
    mutating func servedDeep(on connection: ObjectIdentifier, cost: UInt64, isTaken: Bool, at now: UInt64) {
        latestDeep = (connection, now)
        guard isPacing(at: now) else { return }
        used += cost
        if !isTaken { takingSince = now }
    }

    /// Something else was served.
    ///
    /// - Parameter besideDeep: whether deep queues of the same connection wait.
    mutating func servedShallow(on connection: ObjectIdentifier, besideDeep: Bool, at now: UInt64) {
        if besideDeep || latestDeep.map({ $0.connection != connection && now - $0.time < Self.memory }) == true {
            pacedUntil = now + Self.attention
        }
    }
}
