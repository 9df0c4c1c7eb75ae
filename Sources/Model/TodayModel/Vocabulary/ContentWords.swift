/// Where the children of a column or row stand across its direction, and the lines of a text.
public enum ContentAlignment: String, CaseIterable, Sendable {
    case leading
    case center
    case trailing
    /// Children take all the room; not for text.
    case fill
}

/// The role of a colour. The panel's theme decides what it looks like.
public enum ContentColor: String, CaseIterable, Sendable {
    case primary, secondary, accent, success, warning, error
}

/// How prominent a text is.
public enum ContentTextStyle: String, CaseIterable, Sendable {
    case title, headline, body, caption, monospaced
}

/// What a timer counts.
public enum ContentTimerStyle: String, CaseIterable, Sendable {
    case countdown, elapsed
    /// In words, such as "in 5 min".
    case relative
}

/// What progress looks like.
public enum ContentProgressStyle: String, CaseIterable, Sendable { case bar, circle }

/// What a button looks like.
public enum ContentButtonStyle: String, CaseIterable, Sendable { case normal, prominent, destructive, link }

/// How the numbers of a chart are drawn.
public enum ContentChartStyle: String, CaseIterable, Sendable { case line, bar, area }
