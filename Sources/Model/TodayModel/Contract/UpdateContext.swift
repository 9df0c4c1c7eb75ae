public import DBus

/// The context that a provider gets with `BeginRequest` and `PerformUpdate`. On the bus, it is always complete.
public struct UpdateContext: Hashable, Sendable {
    /// The widget to update.
    public var identifier: WidgetIdentifier
    /// The version of the contract that the center supports.
    public var version: UInt32 = TodayBus.version
    /// The reason for the update.
    public var reason: UpdateReason
    /// The display mode of the widget.
    public var displayMode: DisplayMode = .compact
    /// The size of the card that the user has chosen.
    public var size = WidgetSize.regular
    /// The largest size in each mode over all viewing panels, in points. The compact size depends on ``size``.
    public var compactSize = ViewingOptions.defaultCompactSize
    public var expandedSize = ViewingOptions.defaultExpandedSize
    /// The margins that the panel proposes.
    public var proposedMarginInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    /// A POSIX locale name such as `de_DE.UTF-8`.
    public var locale = "C"
    public var colorScheme = ColorScheme.light
    /// Whether any panel is visible.
    public var viewing = false
    /// The widget's current settings by key, in their bus types: `s`, `x`, `d` or `b`.
    public var settings: [String: DBusValue] = [:]

    /// Makes a context with defaults.
    public init(identifier: WidgetIdentifier, reason: UpdateReason) {
        self.identifier = identifier
        self.reason = reason
    }

    /// Returns the maximum size of a widget in a mode.
    public func maximumSize(for mode: DisplayMode) -> Size { mode == .compact ? compactSize : expandedSize }

    /// The context in its form on the bus.
    public var dictionary: [String: DBusValue] {
        [
            "Identifier": .string(identifier.rawValue), "Version": .uint32(version),
            "Reason": .string(reason.rawValue), "DisplayMode": .string(displayMode.rawValue),
            "Size": .string(size.rawValue), "CompactSize": compactSize.dbusValue,
            "ExpandedSize": expandedSize.dbusValue,
            "ProposedMarginInsets": proposedMarginInsets.dbusValue, "Locale": .string(locale),
            "ColorScheme": .string(colorScheme.rawValue), "Viewing": .boolean(viewing),
            "Settings": .properties(settings),
        ]
    }

    /// Reads a context. Missing keys have their defaults, so scripts can send fewer keys.
    ///
    /// - Throws: ``Fault`` that names the key.
    public init(_ dictionary: [String: DBusValue], default identifier: WidgetIdentifier) throws(Fault) {
        let values = VardictReader(dictionary)
        let name = try values.text("Identifier") ?? identifier.rawValue
        guard let parsed = WidgetIdentifier(rawValue: name) else {
            throw Fault(path: "Identifier", message: "\(name.quoted) is not a widget identifier")
        }
        self.init(identifier: parsed, reason: .requested)
        // A reason, scheme or size of a later version isn't an error.
        if let text = try values.text("Reason") { reason = UpdateReason(rawValue: text) ?? .requested }
        if let text = try values.text("ColorScheme") { colorScheme = ColorScheme(rawValue: text) ?? .light }
        if let text = try values.text("Size") { size = WidgetSize(rawValue: text) ?? .regular }
        version = try values.integer("Version", in: 0...UInt32.max) ?? version
        displayMode = try values.displayMode("DisplayMode") ?? displayMode
        compactSize = try values.size("CompactSize") ?? compactSize
        expandedSize = try values.size("ExpandedSize") ?? expandedSize
        proposedMarginInsets = try values.insets("ProposedMarginInsets") ?? proposedMarginInsets
        locale = try values.text("Locale") ?? locale
        viewing = try values.boolean("Viewing") ?? viewing
        settings = try values.vardict("Settings") ?? settings
    }
}
