internal import DBus
internal import TodayModel

/// The reason why a request of the user was refused, in words for the user.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without its full stop; never empty.
    package let description: String

    /// Creates a refusal from a sentence without its full stop.
    package init(_ description: String) { self.description = description }

    /// Creates a refusal from an error of a call to the center. It leaves out names of errors, which are for programs.
    package init(_ error: any Error) {
        let words =
            switch error {
            case let error as Refusal: error.description
            case let error as CenterError: error.message
            case let error as RemoteError: Self.words(for: error)
            case let error as ConnectionError where error.code == .timedOut: Self.noAnswer
            case let error as ConnectionError where error.code == .closed: "there is no bus"
            default: "\(error)"
            }
        self.init(words.isEmpty ? "no reason was given" : words)
    }

    private static let noAnswer = "there was no answer"

    private static func words(for error: RemoteError) -> String {
        switch error.name {
        case .noReply: noAnswer
        case .serviceUnknown: "the center is not running"
        default: error.message
        }
    }
}
