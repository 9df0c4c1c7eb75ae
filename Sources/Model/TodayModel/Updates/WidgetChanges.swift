public import DBus

/// A patch of what a widget shows: the keys of `UpdateWidget`, and of what providers return. Nil keeps what is there.
public struct WidgetChanges: Sendable, Equatable {
    /// The new tree; valid.
    public var content: Content?
    /// Whether the widget has anything to show. It is applied before ``content``.
    public var hasContent: Bool?
    /// How large the widget would like to be when expanded; the width is ignored.
    public var preferredContentSize: Size?
    /// The largest mode the user may choose.
    public var largestDisplayMode: DisplayMode?
    /// The mode the widget asks for.
    public var displayMode: DisplayMode?
    /// The margins around the content.
    public var marginInsets: EdgeInsets?
    /// When the widget is due once more, whatever its interval; ``Timestamp/never`` clears, the past means now.
    public var nextUpdate: Timestamp?
    /// What went wrong, for the user; empty clears.
    public var error: String?

    /// No changes.
    public init() {}

    /// The keys that changes may have.
    package static let keys = [
        "Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "DisplayMode", "MarginInsets",
        "NextUpdate", "Error",
    ]

    /// Reads the keys `Content`, `HasContent`, `PreferredContentSize`, `LargestDisplayMode`, `DisplayMode`,
    /// `MarginInsets`, `NextUpdate` and `Error`; others are ignored.
    ///
    /// - Throws: A fault whose path starts with the key, such as `Content.children[0].value`.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        if let value = dictionary["Content"] {
            do { content = try Content.validating(value) } catch { throw error.below("Content") }
        }
        hasContent = try values.boolean("HasContent")
        preferredContentSize = try values.size("PreferredContentSize")
        largestDisplayMode = try values.displayMode("LargestDisplayMode")
        displayMode = try values.displayMode("DisplayMode")
        marginInsets = try values.insets("MarginInsets")
        nextUpdate = try values.integer("NextUpdate", in: 0...UInt64.max).map { Timestamp(microseconds: $0) }
        error = try values.text("Error").map { ForeignText.cleaned($0, keepsLines: true) }
    }

    /// The changes as `a{sv}`, each key in its documented type.
    public var dictionary: [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        values["Content"] = content?.dbusValue
        values["HasContent"] = hasContent.map { .boolean($0) }
        values["PreferredContentSize"] = preferredContentSize?.dbusValue
        values["LargestDisplayMode"] = largestDisplayMode.map { .string($0.rawValue) }
        values["DisplayMode"] = displayMode.map { .string($0.rawValue) }
        values["MarginInsets"] = marginInsets?.dbusValue
        values["NextUpdate"] = nextUpdate.map { .uint64($0.microseconds) }
        values["Error"] = error.map { .string($0) }
        return values
    }

    /// Checks the values as ``init(_:)`` does.
    ///
    /// - Throws: A fault whose path starts with the key, such as `Content.children[0].value`.
    package mutating func validate() throws(Fault) {
        do { try content?.validate() } catch { throw error.below("Content") }
        let valid = content
        content = nil
        self = try WidgetChanges(dictionary)
        content = valid
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == WidgetChanges() }
}
