// Types that are the same in a widget and in the model are available with `import NotificationCenter` alone.
@_exported public import TodayModel

/// The result of a widget's update: `newData`, `noData` or `failed`.
public typealias NCUpdateResult = UpdateResult

/// The display mode of a widget: `compact` or `expanded`.
public typealias NCWidgetDisplayMode = DisplayMode

/// The size of a widget's card in panels, which the user chooses: `small` or `regular`.
public typealias NCWidgetSize = WidgetSize

/// The reason for a widget's update.
public typealias NCUpdateReason = UpdateReason

/// The declaration of a widget's setting: the keys of a group `[Setting KEY]` of its manifest.
public typealias NCSettingDeclaration = SettingDeclaration

/// A patch of a widget's presentation; nil keeps the current value.
public typealias NCWidgetChanges = WidgetChanges

/// How strongly a widget asks for the user's attention: `none`, `badge` or `alert`.
public typealias NCWidgetAttention = WidgetAttention

/// An error of a widget, with a message for its user.
public struct NCWidgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message: a sentence without a period.
    public let description: String
    /// Whether the widget shows data of another device that can't be reached.
    public let isUnreachable: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - description: A sentence for the panel, without a period.
    ///   - isUnreachable: Whether another device can't be reached. Panels show this in the user's language.
    public init(_ description: String, isUnreachable: Bool = false) {
        self.description = description
        self.isUnreachable = isUnreachable
    }
}
