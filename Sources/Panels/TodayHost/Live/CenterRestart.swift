/// When the bus is asked to start a center again that exited, which matters where no systemd restarts it: a second after its
/// name lost its owner, and then less and less often. Pure.
struct CenterRestart {
    private var delay = Self.firstDelay
    private var cameAt: ContinuousClock.Instant?

    private static let firstDelay = RetryDelay(longest: 60_000)
    /// A center that exits sooner than this counts as one that fails at every start.
    private static let stable = Duration.seconds(60)

    /// A center has come.
    mutating func came(at now: ContinuousClock.Instant) { cameAt = now }

    /// The center exited, or could not be started. Returns how long to wait until the bus is asked for one.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration {
        if let cameAt = cameAt.take(), now - cameAt >= Self.stable { delay = Self.firstDelay }
        return .milliseconds(Int64(delay.next()))
    }
}
