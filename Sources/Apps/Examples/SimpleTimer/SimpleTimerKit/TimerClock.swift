public import NotificationCenter

/// What the timer counts by. Tests have one that they advance.
@WidgetActor
public protocol TimerClock: AnyObject, Sendable {
    /// This moment, by the wall clock: the app and the widget have to agree on it.
    var now: Timestamp { get }

    /// Calls `body` once, when `wait` has passed; not when the alarm has gone.
    func alarm(after wait: Duration, _ body: @escaping @WidgetActor @Sendable () -> Void) -> TimerAlarm
}

/// Something that will be called. It is not when this object has gone.
@WidgetActor
public final class TimerAlarm {
    private let cancel: @Sendable () -> Void
    /// Makes an alarm; `cancel` is called when it goes.
    public init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
    deinit { cancel() }
}

/// The clock of the system.
@WidgetActor
public final class SystemTimerClock: TimerClock {
    /// Makes a clock.
    public init() {}

    public var now: Timestamp { .now }

    public func alarm(after wait: Duration, _ body: @escaping @WidgetActor @Sendable () -> Void) -> TimerAlarm {
        // It counts while the machine is suspended, as the wall clock does.
        let task = Task {
            try await Task.sleep(for: wait, clock: .continuous)
            body()
        }
        return TimerAlarm { task.cancel() }
    }
}
