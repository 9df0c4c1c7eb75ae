internal import DBus
internal import TodayModel

/// The reason why a request of the user was refused, in words for the user.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a period; never empty.
    package let description: String
    /// The kind of problem of an action that failed; nil for other requests.
    package let kind: ErrorKind?

    /// Creates a refusal from a sentence without a period.
    package init(_ description: String, kind: ErrorKind? = nil) {
        self.description = description
        self.kind = kind
    }

    /// Creates a refusal from an error of a call to the center. It leaves out names of errors, which are for programs.
    package init(_ error: any Error) {
        let words =
            switch error {
            case let error as Refusal: error.description
            case let error as CenterError: ErrorText(error.message, kind: error.kind).text
            case let error as RemoteError: Self.words(for: error)
            case let error as ConnectionError where error.sshFailure != nil: error.sshFailure?.sentence ?? ""
            case let error as ConnectionError where error.code == .timedOut: Self.noAnswer
            case let error as ConnectionError where error.code == .closed: tr("The session bus isn’t running")
            default: "\(error)"
            }
        self.init(
            words.isEmpty ? tr("Unknown error") : words,
            kind: (error as? Refusal)?.kind ?? (error as? CenterError)?.kind)
    }

    private static var noAnswer: String { tr("No answer") }

    private static func words(for error: RemoteError) -> String {
        switch error.name {
        case .noReply: noAnswer
        case .serviceUnknown: tr("Today isn’t running")
        default: error.message
        }
    }
}
