package import TodayModel

/// Why a provider did not do what it was called for.
package struct ProviderTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// It cannot be started.
        case notStartable
        /// It is not there, and there is nothing that could be started.
        case absent
        /// The widget has none.
        case none
        /// It was started, and ended before it could be called.
        case ended
        /// It went before it answered.
        case vanished
        /// It did not answer in time.
        case deadline
        /// It was ended before it answered, as it had not answered another call in time.
        case endedForDeadline
        /// It answered with an error.
        case refused
        /// It answered with something else than the contract says.
        case nonsense
        /// It does not have the method.
        case missing
        /// It used more memory than it may.
        case memory
    }

    package let kind: Kind
    /// For those who look into it. What the provider says itself is cut and cleaned.
    package let description: String
    /// Where there may be more about it, for those who do not read the log.
    package var advice: String?

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        // The line for people comes first, so that it is there when the rest is cut.
        self.description =
            kind == .refused
            ? ForeignText.cleaned(ErrorText(description).text, keepsLines: true) : ForeignText.cleaned(description)
    }

    /// What is shown of it.
    package var text: ErrorText {
        let own = ErrorText(description)
        if isSentence(own.summary) { return own }
        return ErrorText(kind.summary, details: description + (advice.map { "; " + $0 } ?? ""))
    }

    /// Whether the first line of the description is for people: that of the center's own, and words that a provider found,
    /// no more of them than a card has room for. The name of an error has no spaces.
    private func isSentence(_ line: String) -> Bool {
        kind == .none || kind == .refused && line.count <= 160 && line.contains(" ")
    }

    /// Only what is pushed to it is shown.
    package static let noProvider = ProviderTrouble(.none, "The widget has no program that could answer")
}

extension ProviderTrouble.Kind {
    /// What happened, for people, as a sentence without its full stop.
    fileprivate var summary: String {
        switch self {
        case .notStartable: ErrorText.cannotBeStarted
        case .absent: "The widget’s program is not running"
        case .none: "The widget has no program"
        case .ended: "The widget’s program stopped at once"
        case .vanished: "The widget’s program stopped"
        case .deadline, .endedForDeadline: "The widget’s program did not answer in time"
        case .refused: "The widget’s program reported an error"
        case .nonsense: "The widget’s program gave an answer that makes no sense"
        case .missing: "The widget’s program cannot do this"
        case .memory: "The widget’s program was stopped, as it used too much memory"
        }
    }
}

extension ErrorText {
    /// What is shown of an error that a call of a provider, or taking over its answer, ended with.
    package init(_ error: any Error) {
        switch error {
        case let trouble as ProviderTrouble: self = trouble.text
        default: self.init("The widget sent something that cannot be shown", details: ForeignText.cleaned("\(error)"))
        }
    }
}
