internal import DBus
internal import TodayHost
internal import TodayModel

/// The unsuccessful end of a command: one line for people and a status for scripts.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    /// The exit statuses of `todayctl`.
    enum Status: Int32 {
        /// The reader of the output has closed it.
        case silent = 0
        case failed = 1
        /// `EX_USAGE` of sysexits.h; the argument parser exits with the same status.
        case usage = 64
        /// `EX_UNAVAILABLE` of sysexits.h: the bus or the center isn't running.
        case unavailable = 69
    }

    let status: Status
    /// A sentence without a period; empty if the command prints nothing.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    var description: String { message }
}

extension CommandFailure {
    /// Translates any error of a command for its user; nil for the errors of the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case OutputError.readerClosed: self.init(.silent, "")
        case let error as OutputError: self.init(.failed, tr("cannot write: {reason}", ["reason": "\(error)"]))
        case let error as ConnectionError: self.init(error)
        case let error as RemoteError: self.init(error)
        case let error as CenterError: self.init(.failed, ErrorText(error.message, kind: error.kind).line)
        case let refusal as Refusal: self.init(.failed, refusal.description)
        case let fault as Fault: self.init(.failed, fault.description)
        case let refusal as Arrangement.Refusal: self.init(refusal)
        case let error as MarshallingError: self.init(.failed, tr("cannot send this: {reason}", ["reason": "\(error)"]))
        default: return nil
        }
    }

    private init(_ error: ConnectionError) {
        switch error.code {
        case .cannotConnect:
            if let failure = error.sshFailure {
                self.init(.unavailable, failure.sentence)
            } else {
                self = .noCenter(.notConnected(error.message))
            }
        case .closed: self = .lostConnection
        default: self.init(.failed, tr("unexpected reply from todayd: {reason}", ["reason": error.message]))
        }
    }

    private init(_ error: RemoteError) {
        switch error.name {
        case .serviceUnknown, .nameHasNoOwner: self = .noCenter(.notRunning)
        case .noReply, .disconnected: self.init(.unavailable, tr("todayd stopped before replying"))
        case .unknownMethod, .unknownInterface:
            self.init(.failed, tr("todayd is too old or too new for this: {reason}", ["reason": error.message]))
        case _ where error.isServiceUnavailable: self = .noCenter(.cannotStart(error.message))
        default: self.init(.failed, error.message.isEmpty ? error.name.rawValue : error.message)
        }
    }

    /// Returns the failure for a missing center.
    static func noCenter(_ absence: CenterAbsence) -> CommandFailure {
        let host = CenterHost.current.map { $0.text + ": " } ?? ""
        return CommandFailure(.unavailable, host + absence.sentence)
    }

    /// Returns the failure for widgets that weren't updated in time.
    static func late(_ widgets: [WidgetIdentifier], within limit: Duration) -> CommandFailure {
        let names = widgets.map(\.rawValue).joined(separator: ", ")
        return CommandFailure(
            .failed,
            trn(
                "not updated within {count} second: {names}", "not updated within {count} seconds: {names}",
                Int(limit.components.seconds), ["names": names]))
    }

    /// The failure of a command that runs until the bus goes.
    static var lostConnection: CommandFailure {
        guard let host = CenterHost.current?.text else {
            return CommandFailure(.unavailable, tr("lost the connection to the session bus"))
        }
        return CommandFailure(.unavailable, tr("lost the connection to {host}", ["host": host]))
    }
}

extension CommandFailure {
    /// Names the option that gave the place.
    init(_ refusal: Arrangement.Refusal) {
        let message =
            switch refusal {
            case .notArranged(let identifier):
                tr(
                    "{identifier} isn't added; run 'todayctl add {identifier}' first",
                    ["identifier": identifier.rawValue])
            case .neighborNotArranged(let other, let place):
                tr("{option}: {identifier} isn't added", ["option": place.option, "identifier": other.rawValue])
            case .neighborIsMoved(let other, let place):
                tr(
                    "{option}: {identifier} is the widget to move",
                    ["option": place.option, "identifier": other.rawValue])
            case .outside(let number, let last):
                tr("--to: {number} is outside 1…{last}", ["number": "\(number)", "last": "\(last)"])
            }
        self.init(.failed, message)
    }
}

extension Arrangement.Place {
    fileprivate var option: String {
        switch self {
        case .before: "--before"
        case .after: "--after"
        case .end, .number: "--to"
        }
    }
}
