/// The alignment of children across the direction of a column or row, and of the lines of a text.
public enum ContentAlignment: String, CaseIterable, Sendable {
    case leading
    case center
    case trailing
    /// Children fill the whole space; not for text.
    case fill
}

/// The role of a color. The panel's theme defines its appearance.
public enum ContentColor: String, CaseIterable, Sendable {
    case primary, secondary, accent, success, warning, error
}

/// The prominence of a text.
public enum ContentTextStyle: String, CaseIterable, Sendable {
    case title, headline, body, caption, monospaced
}

/// The quantity that a timer counts.
public enum ContentTimerStyle: String, CaseIterable, Sendable {
    case countdown, elapsed
    /// In words, such as "in 5 min".
    case relative
}

/// The appearance of progress.
public enum ContentProgressStyle: String, CaseIterable, Sendable { case bar, circle }

/// The color role of progress. The panel's theme defines its appearance.
public enum ContentProgressColor: String, CaseIterable, Sendable { case accent, success, warning, error }

/// The parts of the time that a clock shows.
public enum ContentClockStyle: String, CaseIterable, Sendable {
    /// `14:05`
    case time
    /// `14:05:09`
    case seconds
    /// `2026-11-23`
    case date
    /// `2026-11-23 14:05`
    case dateTime = "date-time"
}

/// The appearance of a button.
public enum ContentButtonStyle: String, CaseIterable, Sendable { case normal, prominent, destructive, link }

/// The appearance of a chart.
public enum ContentChartStyle: String, CaseIterable, Sendable { case line, bar, area }

/// A value that a chart shows as text.
public enum ContentChartValue: String, CaseIterable, Sendable { case least, most, last }
