package import TodayModel
package import TodayServiceRules

/// What outlives the presence of a widget, and the service: choices, flags, and what its provider gave.
package struct StoredWidget: Equatable, Sendable {
    /// What it was registered with at run time, without its first values; nil for a manifest's widget.
    package var registration: WidgetDefinition?
    /// Which name it was registered over.
    package var endpoint = Endpoint.center
    /// The id of the sandboxed app that registered it; nil for any other widget.
    package var sandboxedApp: String?
    package var hasContent = true
    package var displayMode = DisplayMode.compact
    /// What the provider set in place of what the definition says; nil for the definition's own.
    package var largestDisplayMode: DisplayMode?
    package var preferredContentSize: Size?
    package var marginInsets = EdgeInsets.asProposed
    /// The last good content. Empty is no snapshot.
    var storedContent = StoredContent.empty
    package var content: Content {
        get { storedContent.content }
        set { storedContent = .given(newValue) }
    }
    package var revision: UInt64 = 0
    package var updatedAt = Timestamp.never
    package var nextUpdate = Timestamp.never
    package var error = ""
    /// The runs of the last day with any that have ended.
    package var runs = DayCount()
    /// What the user has set, by the settings' keys; also what fits no setting at present.
    package var settings: [String: SettingValue] = [:]
    /// The highest number that any instance of the widget was given.
    package var lastInstance = 1
    /// Whether the desktop file of the containing app was ever there.
    package var containingAppSeen = false
    /// When the widget went; nil while it is installed or registered.
    package var removedAt: Timestamp?

    package init() {}

    /// Returns a revision that was read from a file: 0 for one above 2⁵³, which no widget reaches.
    static func revision(read number: UInt64) -> UInt64 { number > 1 << 53 ? 0 : number }

    /// How long a widget that went is remembered: 30 days, in microseconds.
    package static let patience: UInt64 = 30 * 24 * 3600 * 1_000_000

    /// Whether the widget went so long ago that it is forgotten.
    package func isExpired(at now: Timestamp) -> Bool {
        guard let removedAt, now > removedAt else { return false }
        return now.microseconds - removedAt.microseconds > Self.patience
    }
}
