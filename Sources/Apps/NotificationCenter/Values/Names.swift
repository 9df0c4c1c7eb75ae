// The types that are one thing in a widget and in the model have one name in `import NotificationCenter` alone.
@_exported public import TodayModel

/// How an update of a widget ended: `newData`, `noData` or `failed`.
public typealias NCUpdateResult = UpdateResult

/// How much room a widget has: `compact` or `expanded`.
public typealias NCWidgetDisplayMode = DisplayMode

/// Why a widget is updated.
public typealias NCUpdateReason = UpdateReason

/// What a widget declares of a setting: the keys of a group `[Setting KEY]` of its manifest.
public typealias NCSettingDeclaration = SettingDeclaration

/// A patch of what a widget shows; nil keeps what is there.
public typealias NCWidgetChanges = WidgetChanges

/// What went wrong in a widget, as a sentence for its user, without the full stop.
public struct NCWidgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Makes an error with a sentence that a panel may show.
    public init(_ description: String) { self.description = description }
}
