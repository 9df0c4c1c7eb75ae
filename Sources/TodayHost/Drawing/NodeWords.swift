/// Where children or lines stand across the direction in which they follow one another.
package enum NodeAlignment: String, CaseIterable, Sendable { case leading, center, trailing, fill }

/// The role that a text plays.
package enum NodeTextStyle: String, CaseIterable, Sendable { case title, headline, body, caption, monospaced }

/// Colours are roles; the theme says which colour that is.
package enum NodeColor: String, CaseIterable, Sendable {
    case primary, secondary, accent, success, warning, error
}

/// The form of a progress.
package enum NodeProgressStyle: String, CaseIterable, Sendable { case bar, circle }

/// The weight of a button.
package enum NodeButtonStyle: String, CaseIterable, Sendable { case normal, prominent, destructive, link }

/// The form of a chart.
package enum NodeChartStyle: String, CaseIterable, Sendable { case line, bar, area }
