/// How long the deep queues of an ``Inbox`` step back while somebody else asks for one thing at a time. Pure: it is told
/// the time, in nanoseconds.
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
    private static let rest: UInt64 = 200_000
    /// The longest time that one reply is thought to take the bus.
    private static let mostTaking: UInt64 = 10_000_000

    /// Until when there is somebody who asks for one thing at a time; 0 when there is nobody.
    private var pacedUntil: UInt64 = 0
    /// What the deep queues have had of their turn.
    private var used: UInt64 = 0
    /// Since when the bus has to take what a deep queue was answered.
    private var takingSince: UInt64?
    /// Until when the deep queues rest.
    private(set) var restsUntil: UInt64 = 0

    /// Whether somebody asks for one thing at a time while deep queues wait.
    func isPacing(at now: UInt64) -> Bool { now < pacedUntil }

    /// Whether the deep queues have to wait. Asked when the bus has taken what was answered.
    mutating func isResting(at now: UInt64) -> Bool {
        guard isPacing(at: now) else {
            self = Pacing()
            return false
        }
        if let since = takingSince.take() { used += min(now - since, Self.mostTaking) }
        if used >= Self.turn {
            restsUntil = now + max(Self.rest, 2 * used)
            used = 0
        }
        return now < restsUntil
    }

    /// Something of a deep queue was served, which took `cost`.
    mutating func servedDeep(cost: UInt64, isTaken: Bool, at now: UInt64) {
        guard isPacing(at: now) else { return }
        used += cost
        if !isTaken { takingSince = now }
    }

    /// Something else was served while deep queues wait.
    mutating func servedShallow(at now: UInt64) { pacedUntil = now + Self.attention }
}
