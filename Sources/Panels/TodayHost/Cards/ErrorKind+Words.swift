package import TodayModel

extension ErrorKind {
    /// The panel's own sentence for this kind, without a period; nil for ``app``, whose text says it.
    package var sentence: String? {
        switch self {
        case .notStarted: "The app can’t be started"
        case .noProvider: "The app isn’t running"
        case .crashed: "The app stopped unexpectedly"
        case .timedOut: "The app didn’t answer in time"
        case .invalidAnswer: "The app sent an invalid response"
        case .memory: "The app was stopped because it used too much memory"
        case .unreachable: "The other device can’t be reached"
        case .paused: "The widget is paused"
        case .unknownAction: "The app can’t do this"
        case .app: nil
        }
    }
}

extension ErrorText {
    /// Both parts on one line after the name of a program, in the words of a panel.
    package static func line(_ text: String, kind: ErrorKind?) -> String {
        let line = ErrorText(text, kind: kind).line
        return kind?.sentence == nil ? line : line.lowercasedAtStart
    }

    /// Makes the text of an error in the words of a panel: for any kind but ``ErrorKind/app``, the panel's own sentence
    /// replaces the first line.
    package init(_ text: String, kind: ErrorKind?) {
        let given = ErrorText(text)
        guard let sentence = kind?.sentence else {
            self = given
            return
        }
        self.init(sentence, detailsOf: given)
    }
}

extension String {
    /// The text in the middle of a line. Only for the panel's own words: a name keeps its first letter.
    package var lowercasedAtStart: String { prefix(1).lowercased() + dropFirst() }
}

extension WidgetProperties {
    /// The widget's error in the words of a panel; nil without one.
    package var errorText: ErrorText? { error.isEmpty ? nil : ErrorText(error, kind: errorKind) }
}

extension StateTrouble {
    /// A sentence in the words of a panel, without a period.
    package var words: String {
        let cause: String? =
            switch kind {
            case .full: "the disk is full"
            case .readOnly: "the disk is write-protected"
            case .damaged: "the file is damaged"
            case .other: reason.isEmpty ? nil : reason
            }
        return "changes will not survive a restart" + (cause.map { ": " + $0 } ?? "")
    }
}
