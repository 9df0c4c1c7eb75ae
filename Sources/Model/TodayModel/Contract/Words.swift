/// What a widget's provider is doing, property `State`.
public enum WidgetState: String, CaseIterable, Sendable {
    case idle
    /// An update runs, the provider's start included.
    case updating
    /// Left alone for a while after crashes.
    case suspended
    /// Not running, and there is no way to start it.
    case unavailable
}

/// Where a widget's definition came from, property `Source`.
public enum WidgetSource: String, CaseIterable, Sendable {
    case manifest
    case registered
}

/// Why a provider is asked for an update, key `Reason` of its context.
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

/// Light or dark, as a panel draws.
public enum ColorScheme: String, CaseIterable, Sendable {
    case light
    case dark
}
