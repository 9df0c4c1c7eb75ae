public import NotificationCenter

/// A timer that counts down, and tells of each second.
///
/// ```swift
/// let timer = SimpleTimer()
/// try timer.start(.seconds(90)) { left in print(left) } onStop: { reason in print(reason) }
/// ```
@WidgetActor
public final class SimpleTimer {
    /// How a countdown came to its end.
    public enum StopReason: Hashable, Sendable {
        /// It is at zero.
        case finished
        /// It was stopped before.
        case interrupted
    }

    /// The longest countdown: one day.
    public nonisolated static let maximumDuration = Duration.seconds(maximumSeconds)
    nonisolated static let maximumSeconds = 86400.0

    private struct Run {
        let countdown: Countdown
        let onTick: @WidgetActor (Duration) -> Void
        let onStop: @WidgetActor (StopReason) -> Void
        /// The whole seconds that were told last.
        var told: Int64
        var alarm: TimerAlarm?
    }

    private let clock: any TimerClock
    private var run: Run?

    /// Makes a timer that does not run.
    public init(clock: any TimerClock = SystemTimerClock()) { self.clock = clock }

    /// The countdown that is under way; nil when the timer does not run.
    public var countdown: Countdown? { run?.countdown }

    /// What is left; nil when the timer does not run.
    public var timeLeft: Duration? { run?.countdown.timeLeft(at: clock.now) }

    /// Counts down from `duration`.
    ///
    /// - Parameters:
    ///   - duration: more than nothing, at most ``maximumDuration``.
    ///   - onTick: told of each whole second that is left, at its beginning; not of zero. Seconds that passed while
    ///     nothing could run are left out.
    ///   - onStop: called once, at the end.
    /// - Throws: ``SimpleTimerError/alreadyRunning``, ``SimpleTimerError/invalidDuration(_:)``; then nothing has changed.
    public func start(
        _ duration: Duration, onTick: @escaping @WidgetActor (Duration) -> Void = { _ in },
        onStop: @escaping @WidgetActor (StopReason) -> Void = { _ in }
    ) throws(SimpleTimerError) {
        if run != nil { throw .alreadyRunning }
        guard duration >= .microseconds(1), duration <= Self.maximumDuration else { throw .invalidDuration(duration) }
        begin(Countdown(duration, from: clock.now), onTick, onStop)
    }

    /// Goes on with a countdown that was begun elsewhere. One that has finished meanwhile stops at once.
    ///
    /// - Throws: ``SimpleTimerError/alreadyRunning``.
    public func resume(
        _ countdown: Countdown, onTick: @escaping @WidgetActor (Duration) -> Void = { _ in },
        onStop: @escaping @WidgetActor (StopReason) -> Void = { _ in }
    ) throws(SimpleTimerError) {
        if run != nil { throw .alreadyRunning }
        begin(countdown, onTick, onStop)
    }

    /// Stops before the end: `onStop` is told that it was interrupted.
    ///
    /// - Throws: ``SimpleTimerError/notRunning``.
    public func stop() throws(SimpleTimerError) {
        guard let run else { throw .notRunning }
        self.run = nil
        run.onStop(.interrupted)
    }

    /// Leaves the countdown to others, and tells nobody. Returns it; nil when the timer does not run.
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
        run = Run(countdown: countdown, onTick: onTick, onStop: onStop, told: seconds)
        proceed()
    }

    /// Tells what there is to tell, and waits for the next second.
    private func proceed() {
        guard let current = run else { return }
        let left = current.countdown.timeLeft(at: clock.now)
        if left == .zero {
            run = nil
            return current.onStop(.finished)
        }
        let seconds = left.wholeSeconds
        if seconds != current.told {
            run?.told = seconds
            current.onTick(.seconds(seconds))
            // It may have stopped the timer, and have started it anew.
            guard run?.countdown == current.countdown, run?.told == seconds else { return }
        }
        run?.alarm = clock.alarm(after: left - .seconds(seconds - 1)) { [weak self] in self?.proceed() }
    }
}

extension Duration {
    /// The seconds of a countdown, rounded up as panels do.
    public var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }

    /// `m:ss`, from one hour `h:mm:ss`, rounded up, as panels show it.
    public var timerText: String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, seconds) = (wholeSeconds / 3600, wholeSeconds / 60 % 60, wholeSeconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
    }
}
