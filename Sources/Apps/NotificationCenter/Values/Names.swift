// Types that are the same in a widget and in the model are available with `import NotificationCenter` alone.
@_exported public import TodayModel

/// The result of a widget's update: `newData`, `noData` or `failed`.
public typealias NCUpdateResult = UpdateResult

/// The space that a widget gets: `compact` or `expanded`.
public typealias NCWidgetDisplayMode = DisplayMode

/// The reason for a widget's update.
public typealias NCUpdateReason = UpdateReason

/// The declaration of a widget's setting: the keys of a group `[Setting KEY]` of its manifest.
public typealias NCSettingDeclaration = SettingDeclaration

/// A patch of a widget's presentation; nil keeps the current value.
public typealias NCWidgetChanges = WidgetChanges

/// An error of a widget, as a sentence for its user, without the full stop.
public struct NCWidgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// Makes an error with a sentence that a panel may show.
    public init(_ description: String) { self.description = description }
}
