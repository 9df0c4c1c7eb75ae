import NotificationCenter
import SimpleTimerKit
import Synchronization

/// A clock that a test advances.
@WidgetActor
final class FakeTimerClock: TimerClock {
    private(set) var now = Timestamp(microseconds: 1_000_000_000)
    private var alarms: [Int: (at: Timestamp, body: @WidgetActor @Sendable () -> Void)] = [:]
    private var lastNumber = 0
    private let cancelled = Cancelled()

    /// How many alarms are set.
    var pending: Int { alarms.keys.count { !cancelled.contains($0) } }

    func alarm(after wait: Duration, _ body: @escaping @WidgetActor @Sendable () -> Void) -> TimerAlarm {
        lastNumber += 1
        alarms[lastNumber] = (now + wait, body)
        return TimerAlarm { [cancelled, lastNumber] in cancelled.insert(lastNumber) }
    }

    /// Lets time pass, and calls what is due at its moment.
    func advance(_ duration: Duration) {
        let end = now + duration
        while let (number, next) = alarms.filter({ !cancelled.contains($0.key) }).min(by: { $0.value.at < $1.value.at }
        ),
            next.at <= end
        {
            alarms[number] = nil
            now = max(now, next.at)
            next.body()
        }
        now = end
    }

    /// Lets time pass in which nothing can run, as in a machine that is suspended, and then calls what is overdue.
    func jump(_ duration: Duration) {
        now = now + duration
        advance(.zero)
    }
}

/// The alarms that have gone, from whatever thread.
private final class Cancelled: Sendable {
    private let numbers = Mutex<Set<Int>>([])
    func insert(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }
    func contains(_ number: Int) -> Bool { numbers.withLock { $0.contains(number) } }
}
