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
        case let error as OutputError: self.init(.failed, "cannot write: \(error)")
        case let error as ConnectionError: self.init(error)
        case let error as RemoteError: self.init(error)
        case let error as CenterError: self.init(.failed, ErrorText.line(error.message, kind: error.kind))
        case let fault as Fault: self.init(.failed, fault.description)
        case let refusal as Arrangement.Refusal: self.init(refusal)
        case let error as MarshallingError: self.init(.failed, "cannot send this: \(error)")
        default: return nil
        }
    }

    private init(_ error: ConnectionError) {
        switch error.code {
        case .cannotConnect: self.init(.unavailable, error.message)
        case .closed: self.init(.unavailable, "lost the connection to the session bus")
        default: self.init(.failed, "unexpected reply from todayd: \(error.message)")
        }
    }

    private init(_ error: RemoteError) {
        let spawnPrefix = "org.freedesktop.DBus.Error.Spawn."
        switch error.name {
        case .serviceUnknown, .nameHasNoOwner: self = .noCenter("Today isn’t running")
        case .noReply, .disconnected: self = .noCenter("todayd stopped before replying")
        case .unknownMethod, .unknownInterface:
            self.init(.failed, "todayd is too old or too new for this: \(error.message)")
        case let name where name.rawValue.hasPrefix(spawnPrefix):
            self = .noCenter("Today can’t start: \(error.message)")
        default: self.init(.failed, error.message.isEmpty ? error.name.rawValue : error.message)
        }
    }

    /// Returns the failure for a missing center. The reason is a sentence without a period.
    static func noCenter(_ reason: String) -> CommandFailure { CommandFailure(.unavailable, reason) }
}

extension CommandFailure {
    /// Names the option that gave the place.
    init(_ refusal: Arrangement.Refusal) {
        let message =
            switch refusal {
            case .notArranged(let identifier):
                "\(identifier) isn't added; run 'todayctl add \(identifier)' first"
            case .neighborNotArranged(let other, let place): "\(place.option): \(other) isn't added"
            case .neighborIsMoved(let other, let place): "\(place.option): \(other) is the widget to move"
            case .outside(let number, let last): "--to: \(number) is outside 1…\(last)"
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
