public import DBus

/// A patch of a widget's presentation: the keys of `UpdateWidget`, and of the results that providers return. Nil keeps
/// the current value.
public struct WidgetChanges: Sendable, Equatable {
    /// The new tree; valid.
    public var content: Content?
    /// Whether the widget has content to show. It is applied before ``content``.
    public var hasContent: Bool?
    /// The preferred size when expanded; the width is ignored.
    public var preferredContentSize: Size?
    /// The largest mode the user may choose.
    public var largestDisplayMode: DisplayMode?
    /// The mode that the widget requests.
    public var displayMode: DisplayMode?
    /// The margins around the content.
    public var marginInsets: EdgeInsets?
    /// The next time when the widget is due, regardless of its interval. ``Timestamp/never`` clears it; a past time
    /// means now.
    public var nextUpdate: Timestamp?
    /// The error to show to the user; empty clears it.
    public var error: String?
    /// The kind of ``error``: ``ErrorKind/app``, the default, or ``ErrorKind/unreachable``.
    public var errorKind: ErrorKind?
    /// How strongly the widget asks for attention, until it changes. A widget without content never asks.
    public var attention: WidgetAttention?
    /// The count beside the attention; above 9999, panels show `9999+`. If ``attention`` is nil, the count also sets
    /// it: to ``WidgetAttention/badge``, or to ``WidgetAttention/none`` for 0.
    public var badge: UInt32?
    /// The time of the content if it isn't the current time, for content from another machine. Use it only with
    /// ``content``, or in the answer to an update with new data. ``Timestamp/never`` means that the age is unknown.
    public var updatedAt: Timestamp?

    /// Makes a patch without changes.
    public init() {}

    /// The keys of a patch.
    package static let keys = [
        "Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "DisplayMode", "MarginInsets",
        "NextUpdate", "Error", "ErrorKind", "Attention", "Badge", "UpdatedAt",
    ]

    /// Reads the keys `Content`, `HasContent`, `PreferredContentSize`, `LargestDisplayMode`, `DisplayMode`,
    /// `MarginInsets`, `NextUpdate`, `Error`, `ErrorKind`, `Attention`, `Badge` and `UpdatedAt`; others are ignored.
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
        errorKind = try Self.errorKind(values)
        if errorKind != nil, error == nil { throw Fault(path: "ErrorKind", message: "it is only allowed with Error") }
        attention = try values.word("Attention", WidgetAttention.self)
        badge = try values.integer("Badge", in: 0...UInt32.max)
        updatedAt = try values.integer("UpdatedAt", in: 0...UInt64.max).map { Timestamp(microseconds: $0) }
    }

    private static func errorKind(_ values: VardictReader) throws(Fault) -> ErrorKind? {
        guard let word = try values.text("ErrorKind") else { return nil }
        guard let kind = ErrorKind.reportable.first(where: { $0.rawValue == word }) else {
            throw Fault(path: "ErrorKind", message: "\(word.excerpt) isn't app or unreachable")
        }
        return kind
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
        values["ErrorKind"] = errorKind.map { .string($0.rawValue) }
        values["Attention"] = attention.map { .string($0.rawValue) }
        values["Badge"] = badge.map { .uint32($0) }
        values["UpdatedAt"] = updatedAt.map { .uint64($0.microseconds) }
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

    /// Whether the patch changes nothing.
    public var isEmpty: Bool { self == WidgetChanges() }
}
