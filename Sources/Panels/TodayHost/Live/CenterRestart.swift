/// When the bus is asked to start a center again that has gone, as where no systemd does that: a second after nobody owns its
/// name any more, and then less and less often. Pure.
struct CenterRestart {
    private var delay = Self.firstDelay
    private var cameAt: ContinuousClock.Instant?

    private static let firstDelay = RetryDelay(longest: 60_000)
    /// A center that goes sooner than this is taken for one that fails whenever it is started.
    private static let stable = Duration.seconds(60)

    /// There is a center.
    mutating func came(at now: ContinuousClock.Instant) { cameAt = now }

    /// There is none any more, or it could not be started. Returns how long to wait until the bus is asked for one.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration {
        if let cameAt = cameAt.take(), now - cameAt >= Self.stable { delay = Self.firstDelay }
        return .milliseconds(Int64(delay.next()))
    }
}
