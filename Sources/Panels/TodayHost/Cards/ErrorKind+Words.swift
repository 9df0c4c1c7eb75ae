package import TodayModel

extension ErrorKind {
    /// The panel's own sentence for this kind, without a period; nil for ``app`` and ``unreachable``, whose text says
    /// it: it names what can't be reached.
    package var sentence: String? {
        switch self {
        case .notStarted: tr("The app can’t be started")
        case .noProvider: tr("The app isn’t running")
        case .crashed: tr("The app stopped unexpectedly")
        case .timedOut: tr("The app didn’t answer in time")
        case .invalidAnswer: tr("The app sent an invalid response")
        case .memory: tr("The app was stopped because it used too much memory")
        case .paused: tr("The widget is paused")
        case .unknownAction: tr("The app can’t do this")
        case .app, .unreachable: nil
        }
    }
}

extension ErrorText {
    /// Makes the text of an error in the words of a panel: the panel's own sentence for a kind replaces the first
    /// line.
    package init(_ text: String, kind: ErrorKind?) {
        let given = ErrorText(text)
        guard let sentence = kind?.sentence else {
            self = given
            return
        }
        self.init(sentence, detailsOf: given)
    }
}

extension WidgetProperties {
    /// The widget's error in the words of a panel; nil without one.
    package var errorText: ErrorText? { error.isEmpty ? nil : ErrorText(error, kind: errorKind) }
}

extension StateTrouble {
    /// A sentence in the words of a panel, without a period.
    package var words: String {
        switch kind {
        case .full: tr("Changes will not survive a restart: the disk is full")
        case .readOnly: tr("Changes will not survive a restart: the disk is write-protected")
        case .damaged: tr("Changes will not survive a restart: the file is damaged")
        case .other where reason.isEmpty: tr("Changes will not survive a restart")
        case .other: tr("Changes will not survive a restart: {reason}", ["reason": reason])
        }
    }
}
