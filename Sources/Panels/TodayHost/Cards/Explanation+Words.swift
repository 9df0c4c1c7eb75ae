package import TodayModel

extension WidgetState {
    /// The word for users.
    package var word: String {
        switch self {
        case .idle: trc("state", "idle")
        case .updating: trc("state", "updating")
        case .suspended: trc("state", "suspended")
        case .unavailable: trc("state", "unavailable")
        }
    }
}

extension UpdateResult {
    /// The word for users.
    package var word: String {
        switch self {
        // Translators: the last update brought new content.
        case .newData: trc("state", "new-data")
        // Translators: the last update brought nothing new.
        case .noData: trc("state", "no-data")
        case .failed: trc("state", "failed")
        }
    }
}

extension ErrorKind {
    /// The word for users. ``sentence`` says more.
    var word: String {
        switch self {
        // Translators: the app couldn’t be started. This and the next ones say in a word or two why a widget is or isn’t
        // up to date.
        case .notStarted: trc("reason", "not-started")
        // Translators: the app isn’t running and can’t be started.
        case .noProvider: trc("reason", "no-provider")
        case .crashed: trc("reason", "crashed")
        // Translators: the app didn’t answer in time.
        case .timedOut: trc("reason", "timed-out")
        case .invalidAnswer: trc("reason", "invalid-answer")
        // Translators: the app used too much memory.
        case .memory: trc("reason", "memory")
        // Translators: the other device can’t be reached.
        case .unreachable: trc("reason", "unreachable")
        // Translators: the error is the app’s own.
        case .app: trc("reason", "app")
        case .paused: trc("reason", "paused")
        // Translators: the app can’t do what the user has chosen.
        case .unknownAction: trc("reason", "unknown-action")
        }
    }
}

extension Explanation {
    /// Returns the word for users of a reason; a reason of a later version is its own.
    static func word(ofReason reason: String) -> String {
        switch reason {
        // Translators: the widget is up to date.
        case "fresh": trc("reason", "fresh")
        // Translators: no panel is visible, so the widget isn’t updated.
        case "hidden": trc("reason", "hidden")
        // Translators: the widget has nothing to show.
        case "no-content": trc("reason", "no-content")
        // Translators: the widget isn’t added to Today.
        case "not-arranged": trc("reason", "not-arranged")
        // Translators: the app crashed often, so Today waits before it tries again.
        case "suspended": trc("reason", "suspended")
        // Translators: the widget waits for its next update.
        case "interval": trc("reason", "interval")
        // Translators: the last update took too long.
        case "deadline": trc("reason", "deadline")
        case "updating": trc("reason", "updating")
        // Translators: an update is about to start.
        case "pending": trc("reason", "pending")
        // Translators: the widget shows content of an earlier session.
        case "snapshot": trc("reason", "snapshot")
        // Translators: changes won’t survive a restart.
        case "state-not-stored": trc("reason", "state-not-stored")
        default: ErrorKind(rawValue: reason)?.word ?? reason.printable
        }
    }
}
