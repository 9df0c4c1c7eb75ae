public import NotificationCenter

/// A timer that counts down and reports each second.
///
/// ```swift
/// let timer = SimpleTimer()
/// try timer.start(.seconds(90)) { left in print(left) } onStop: { reason in print(reason) }
/// ```
@WidgetActor
public final class SimpleTimer {
    /// The way in which a countdown ended.
    public enum StopReason: Hashable, Sendable {
        /// It reached zero.
        case finished
        /// It was stopped earlier.
        case interrupted
    }

    /// The longest countdown: one day.
    public nonisolated static let maximumDuration = Duration.seconds(maximumSeconds)
    nonisolated static let maximumSeconds = 86400.0

    private struct Run {
        let countdown: Countdown
        let onTick: @WidgetActor (Duration) -> Void
        let onStop: @WidgetActor (StopReason) -> Void
        /// The last reported number of whole seconds.
        var reported: Int64
        var alarm: TimerAlarm?
    }

    private let clock: any TimerClock
    private var run: Run?

    /// Makes a timer that isn't running.
    public init(clock: any TimerClock = SystemTimerClock()) { self.clock = clock }

    /// The current countdown; nil if the timer isn't running.
    public var countdown: Countdown? { run?.countdown }

    /// The time left; nil if the timer isn't running.
    public var timeLeft: Duration? { run?.countdown.timeLeft(at: clock.now) }

    /// Counts down from `duration`.
    ///
    /// - Parameters:
    ///   - duration: More than zero, at most ``maximumDuration``.
    ///   - onTick: Called for each whole second that is left, at its beginning, but not for zero. Seconds that pass
    ///     while the process can't run are skipped.
    ///   - onStop: Called once, at the end.
    /// - Throws: ``SimpleTimerError/alreadyRunning``, ``SimpleTimerError/invalidDuration(_:)``; the timer is then
    ///   unchanged.
    public func start(
        _ duration: Duration, onTick: @escaping @WidgetActor (Duration) -> Void = { _ in },
        onStop: @escaping @WidgetActor (StopReason) -> Void = { _ in }
    ) throws(SimpleTimerError) {
        if run != nil { throw .alreadyRunning }
        guard duration >= .microseconds(1), duration <= Self.maximumDuration else { throw .invalidDuration(duration) }
        begin(Countdown(duration, from: clock.now), onTick, onStop)
    }

    /// Continues a countdown that began elsewhere. If it has finished in the meantime, it stops at once.
    ///
    /// - Throws: ``SimpleTimerError/alreadyRunning``.
    public func resume(
        _ countdown: Countdown, onTick: @escaping @WidgetActor (Duration) -> Void = { _ in },
        onStop: @escaping @WidgetActor (StopReason) -> Void = { _ in }
    ) throws(SimpleTimerError) {
        if run != nil { throw .alreadyRunning }
        begin(countdown, onTick, onStop)
    }

    /// Stops before the end: `onStop` receives `interrupted`.
    ///
    /// - Throws: ``SimpleTimerError/notRunning``.
    public func stop() throws(SimpleTimerError) {
        guard let run else { throw .notRunning }
        self.run = nil
        run.onStop(.interrupted)
    }

    /// Stops without calling `onStop`, so that another process can continue. Returns the countdown; nil if the timer
    /// isn't running.
    public func suspend() -> Countdown? {
        defer { run = nil }
        return run?.countdown
    }

    // MARK: Counting

    private func begin(
        _ countdown: Countdown, _ onTick: @escaping @WidgetActor (Duration) -> Void,
        _ onStop: @escaping @WidgetActor (StopReason) -> Void
    ) {
        let seconds = countdown.timeLeft(at: clock.now).wholeSeconds
        run = Run(countdown: countdown, onTick: onTick, onStop: onStop, reported: seconds)
        proceed()
    }

    /// Reports the seconds left, and waits for the next second.
    private func proceed() {
        guard let current = run else { return }
        let left = current.countdown.timeLeft(at: clock.now)
        if left == .zero {
            run = nil
            return current.onStop(.finished)
        }
        let seconds = left.wholeSeconds
        if seconds != current.reported {
            run?.reported = seconds
            current.onTick(.seconds(seconds))
            // The callback may have stopped or restarted the timer.
            guard run?.countdown == current.countdown, run?.reported == seconds else { return }
        }
        run?.alarm = clock.alarm(after: left - .seconds(seconds - 1)) { [weak self] in self?.proceed() }
    }
}

extension Duration {
    /// The seconds of a countdown, rounded up as in panels.
    public var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }

    /// The time as `m:ss`, and from one hour on as `h:mm:ss`, rounded up as in panels.
    public var timerText: String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, seconds) = (wholeSeconds / 3600, wholeSeconds / 60 % 60, wholeSeconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
    }
}
