/// The activity of a widget's provider, property `State`.
public enum WidgetState: String, CaseIterable, Sendable {
    case idle
    /// An update is running, or the provider is starting for it.
    case updating
    /// Paused for a while after crashes.
    case suspended
    /// Not running and can't be started.
    case unavailable
}

/// The origin of a widget's definition, property `Source`.
public enum WidgetSource: String, CaseIterable, Sendable {
    case manifest
    case registered
}

/// The reason for an update: key `Reason` of the provider's context.
public enum UpdateReason: String, CaseIterable, Sendable {
    case start
    case visible
    case interval
    case nextUpdate = "next-update"
    case requested
    case hasContent = "has-content"
    case wake
    case context
    /// A setting has changed.
    case settings
}

/// The light or dark color scheme in which a panel draws.
public enum ColorScheme: String, CaseIterable, Sendable {
    case light
    case dark
}
