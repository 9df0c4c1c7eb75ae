// Types that are the same in a widget and in the model are available with `import NotificationCenter` alone.
@_exported public import TodayModel

/// The result of a widget's update: `newData`, `noData` or `failed`.
public typealias NCUpdateResult = UpdateResult

/// The space that a widget gets: `compact` or `expanded`.
public typealias NCWidgetDisplayMode = DisplayMode

/// The size of a widget's card in panels, a choice of the user: `small` or `regular`.
public typealias NCWidgetSize = WidgetSize

/// The reason for a widget's update.
public typealias NCUpdateReason = UpdateReason

/// The declaration of a widget's setting: the keys of a group `[Setting KEY]` of its manifest.
public typealias NCSettingDeclaration = SettingDeclaration

/// A patch of a widget's presentation; nil keeps the current value.
public typealias NCWidgetChanges = WidgetChanges

/// How strongly a widget asks for the user's attention: `none`, `badge` or `alert`.
public typealias NCWidgetAttention = WidgetAttention

/// An error of a widget, as a sentence for its user, without the full stop.
public struct NCWidgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// Whether the reason is that another device, which the widget shows, can't be reached.
    public let isUnreachable: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - description: A sentence that a panel may show, without the full stop.
    ///   - isUnreachable: Whether the reason is that another device can't be reached. Panels then say so in the user's
    ///     language.
    public init(_ description: String, isUnreachable: Bool = false) {
        self.description = description
        self.isUnreachable = isUnreachable
    }
}
