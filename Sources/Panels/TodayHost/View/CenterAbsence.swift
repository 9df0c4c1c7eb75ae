public import DBus
internal import TodayModel

/// The reason why no center is available.
public enum CenterAbsence: Hashable, Sendable, CustomStringConvertible {
    /// The center isn't running.
    case notRunning
    /// The center is starting.
    case starting
    /// Another instance of the center is taking over.
    case replaced
    /// The bus can't start the center, for a reason in the bus's words.
    case cannotStart(String)
    /// The bus didn't start the center in time.
    case startTimedOut
    /// The center's widgets can't be read, for a reason in a sentence without a period.
    case unreadable(String)
    /// The bus refuses to report changes of the center.
    case notFollowed
    /// The connection to the session bus has ended.
    case disconnected
    /// The session bus can't be reached, for a reason in the words of the error.
    case notConnected(String)
    /// The connection to the center of another machine has ended.
    case hostLost(String)
    /// The session bus of another machine can't be reached.
    case hostUnreachable(SSHFailure)

    /// Creates the reason why a bus can't be reached.
    package init(_ error: any Error) {
        if let failure = (error as? ConnectionError)?.sshFailure {
            self = .hostUnreachable(failure)
        } else {
            self = .notConnected("\(error)")
        }
    }

    /// Whether another machine is away.
    var isOfOtherMachine: Bool {
        switch self {
        case .hostLost, .hostUnreachable: true
        default: false
        }
    }

    /// The reason in English, for logs and scripts: a sentence without a period.
    public var description: String {
        switch self {
        case .notRunning: "Today isn’t running"
        case .starting: "it is starting"
        case .replaced: "another instance of Today is taking over"
        case .cannotStart(let reason): "Today can’t start: \(reason)"
        case .startTimedOut: "Today can’t start: the session bus didn’t answer in time"
        case .unreadable(let reason): "can’t read Today’s widgets: \(reason)"
        case .notFollowed: "can’t follow Today’s changes"
        case .disconnected: "lost the connection to the session bus"
        case .notConnected(let reason): reason
        case .hostLost(let host): "lost the connection to \(host)"
        case .hostUnreachable(let failure): failure.description
        }
    }

    /// The reason for users, in their language: a sentence without a period.
    public var sentence: String {
        switch self {
        // Translators: these sentences have no period, because others stand around them. ‘Today’ is the name of the
        // service.
        case .notRunning: tr("Today isn’t running")
        case .starting: tr("Today is starting")
        case .replaced: tr("Another instance of Today is taking over")
        case .cannotStart(let reason): tr("Today can’t start: {reason}", ["reason": reason])
        case .startTimedOut: tr("Today can’t start: the session bus didn’t answer in time")
        case .unreadable(let reason): tr("Can’t read Today’s widgets: {reason}", ["reason": reason])
        case .notFollowed: tr("Can’t follow Today’s changes")
        case .disconnected: tr("The connection to the session bus was lost")
        case .notConnected(let reason): tr("Can’t connect to the session bus: {reason}", ["reason": reason])
        case .hostLost(let host): tr("The connection to {host} was lost", ["host": host])
        case .hostUnreachable(let failure): failure.sentence
        }
    }
}
