/// The reason why the timer was not started or stopped.
public enum SimpleTimerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The timer is already running, and keeps running.
    case alreadyRunning
    /// The timer isn't running.
    case notRunning
    /// The time isn't between one microsecond and one day.
    case invalidDuration(Duration)

    public var description: String {
        switch self {
        case .alreadyRunning: "the timer is already running"
        case .notRunning: "the timer is not running"
        case .invalidDuration(let duration): "the timer can't count \(duration): the limit is one day"
        }
    }
}
