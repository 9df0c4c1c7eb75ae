/// Why the timer was not started or stopped.
public enum SimpleTimerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It counts already, and goes on.
    case alreadyRunning
    /// There is nothing to stop.
    case notRunning
    /// A time outside one microsecond to one day.
    case invalidDuration(Duration)

    public var description: String {
        switch self {
        case .alreadyRunning: "the timer is running already"
        case .notRunning: "the timer is not running"
        case .invalidDuration(let duration): "the timer cannot count \(duration): the time is not within a day"
        }
    }
}
