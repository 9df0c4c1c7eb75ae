/// The kind of a widget's `Error`, or of a refused action. Programs use the kind; the text is for logs and users.
public enum ErrorKind: String, CaseIterable, Sendable {
    /// The provider can't be started, or ended before it owned its name.
    case notStarted = "not-started"
    /// The provider isn't running and can't be started, or the widget has none.
    case noProvider = "no-provider"
    /// The provider left the bus before it answered.
    case crashed
    /// The provider didn't answer in time.
    case timedOut = "timed-out"
    /// The provider's answer violates the contract.
    case invalidAnswer = "invalid-answer"
    /// The provider exceeded its memory limit.
    case memory
    /// The widget shows content of another machine, which can't be reached.
    case unreachable
    /// Any other error, with the provider's own text.
    case app
    /// Only for an action: the user has paused the widget.
    case paused
    /// Only for an action: the widget doesn't have this action.
    case unknownAction = "unknown-action"

    /// The kinds of a widget's `Error`.
    public static let ofWidgets = allCases.filter { !$0.isOfActionsOnly }
    /// The kinds that a provider may report itself, key `ErrorKind` of its changes.
    public static let reportable: [ErrorKind] = [.app, .unreachable]

    private var isOfActionsOnly: Bool { self == .paused || self == .unknownAction }

    /// Reads the kind of a widget's error; nil without an error. A word of a later version is read as ``app``.
    package init?(ofWidget word: String) {
        if word.isEmpty { return nil }
        let kind = ErrorKind(rawValue: word) ?? .app
        self = kind.isOfActionsOnly ? .app : kind
    }
}

/// How strongly a widget asks for the user's attention, property `Attention`.
public enum WidgetAttention: String, CaseIterable, Sendable {
    /// It doesn't ask for attention.
    case none
    /// It has new content.
    case badge
    /// It has urgent content.
    case alert

    /// Reads the property. A word of a later version is read as ``badge``.
    package init(word: String) { self = WidgetAttention(rawValue: word) ?? .badge }
}

/// The kind of a problem with storing changes, property `StateErrorKind` of the center.
public enum StateErrorKind: String, CaseIterable, Sendable {
    /// The disk is full.
    case full
    /// The file or its disk can't be written.
    case readOnly = "read-only"
    /// The file is damaged.
    case damaged
    /// Any other problem.
    case other
}
