package import TodayModel
package import TodayServiceRules

/// The state that outlives the presence of a widget, and the service: choices, flags, and the provider's values.
package struct StoredWidget: Equatable, Sendable {
    /// Its definition when it was registered at run time, without the initial values; nil for a manifest's widget.
    package var registration: WidgetDefinition?
    /// The endpoint it was registered over.
    package var endpoint = Endpoint.center
    /// The id of the sandboxed app that registered it; nil for any other widget.
    package var sandboxedApp: String?
    package var hasContent = true
    package var displayMode = DisplayMode.compact
    /// The provider's value that replaces the definition's; nil for the definition's own.
    package var largestDisplayMode: DisplayMode?
    package var preferredContentSize: Size?
    package var marginInsets = EdgeInsets.asProposed
    /// The last good content. Empty content isn't a snapshot.
    var storedContent = StoredContent.empty
    package var content: Content {
        get { storedContent.content }
        set { storedContent = .given(newValue) }
    }
    package var revision: UInt64 = 0
    package var updatedAt = Timestamp.never
    package var nextUpdate = Timestamp.never
    package var error = ""
    /// The kind of ``error``; nil without one, and in state of earlier versions.
    package var errorKind: ErrorKind?
    package var attention = WidgetAttention.none
    package var badge: UInt32 = 0
    /// The runs that ended on the last day with any.
    package var runs = DayCount()
    /// The user's values by the settings' keys, including values that currently don't fit any setting.
    package var settings: [String: SettingValue] = [:]
    /// The user's choices among its options, including a size that the definition currently doesn't offer.
    package var optionChoices = WidgetOptionChoices()
    /// The highest number of any instance of the widget so far.
    package var lastInstance = 1
    /// Whether the desktop file of the containing app was ever found.
    package var containingAppSeen = false
    /// The time when the widget left; nil while it is installed or registered.
    package var removedAt: Timestamp?
    /// What an instance was when the user removed it; nil for any other widget.
    package var removal: Removal?

    /// What the list of removed instances shows of one, and its place.
    package struct Removal: Hashable, Sendable {
        package var name: String
        package var icon: String
        /// Its index in the arrangement; nil if it wasn't arranged.
        package var index: Int?

        package init(name: String, icon: String, index: Int?) {
            self.name = name
            self.icon = icon
            self.index = index
        }
    }

    package init() {}

    /// Returns a revision that was read from a file: 0 for one above 2⁵³, which no widget reaches.
    static func revision(read number: UInt64) -> UInt64 { number > 1 << 53 ? 0 : number }

    /// The time for which a widget that left is remembered: 30 days, in microseconds.
    package static let patience = Limits.removedUsec

    /// Whether the widget left so long ago that it is forgotten.
    package func isExpired(at now: Timestamp) -> Bool {
        guard let removedAt, now > removedAt else { return false }
        return now.microseconds - removedAt.microseconds > Self.patience
    }
}
