package import TodayModel

/// The reason why a call of a provider failed.
package struct ProviderTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// It can't be started.
        case notStartable
        /// It isn't running, and nothing could be started.
        case absent
        /// The widget has no provider.
        case none
        /// It was started, and ended before it could be called.
        case ended
        /// It left the bus before it answered.
        case vanished
        /// It didn't answer in time.
        case deadline
        /// It was ended before it answered, because it hadn't answered another call in time.
        case endedForDeadline
        /// It answered with an error.
        case refused
        /// Its answer violates the contract.
        case invalidAnswer
        /// It doesn't implement the method.
        case missing
        /// It exceeded its memory limit.
        case memory
    }

    package let kind: Kind
    /// Details for troubleshooting. Text from the provider is cut and cleaned.
    package let description: String
    /// A hint where to find more, for users who don't read the log.
    package var advice: String?
    /// The kind that the provider reports itself; nil if it reports none.
    package var reported: ErrorKind?

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        // The line for the user comes first, so that it survives a cut.
        self.description =
            kind == .refused
            ? ForeignText.cleaned(ErrorText(description).text, keepsLines: true) : ForeignText.cleaned(description)
    }

    /// The kind of error that panels get.
    package var errorKind: ErrorKind { reported ?? kind.errorKind }

    /// The text to show.
    package var text: ErrorText {
        let own = ErrorText(description)
        if isSentence(own.summary) { return own }
        return ErrorText(kind.summary, details: description + (advice.map { "; " + $0 } ?? ""))
    }

    /// Whether the first line of the description is for the user: the center's own text, or a provider's text that is
    /// short enough for a card. The name of an error has no spaces.
    private func isSentence(_ line: String) -> Bool {
        kind == .none || kind == .refused && line.count <= 160 && line.contains(" ")
    }

    /// The trouble of a widget that only shows pushed content.
    package static let noProvider = ProviderTrouble(.none, "No app can answer for this widget")
}

extension ProviderTrouble.Kind {
    fileprivate var errorKind: ErrorKind {
        switch self {
        case .notStartable, .ended: .notStarted
        case .absent, .none: .noProvider
        case .vanished: .crashed
        case .deadline, .endedForDeadline: .timedOut
        case .refused: .app
        case .invalidAnswer, .missing: .invalidAnswer
        case .memory: .memory
        }
    }

    /// A summary for the user: a sentence without its period.
    fileprivate var summary: String {
        switch self {
        case .notStartable: "The app can’t be started"
        case .absent: "The app isn’t running"
        case .none: "The widget has no app"
        case .ended: "The app stopped right after it started"
        case .vanished: "The app stopped unexpectedly"
        case .deadline, .endedForDeadline: "The app didn’t answer in time"
        case .refused: "The app reported an error"
        case .invalidAnswer: "The app sent an invalid response"
        case .missing: "The app can’t do this"
        case .memory: "The app was stopped because it used too much memory"
        }
    }
}

extension ErrorKind {
    /// The kind of an error from a call of a provider, or from processing its answer.
    package init(_ error: any Error) { self = (error as? ProviderTrouble)?.errorKind ?? .invalidAnswer }
}

extension ErrorText {
    /// Makes the text to show for an error from a call of a provider, or from processing its answer.
    package init(_ error: any Error) {
        switch error {
        case let trouble as ProviderTrouble: self = trouble.text
        default: self.init("The app sent something that can’t be shown", details: ForeignText.cleaned("\(error)"))
        }
    }
}
