package import TodayModel

/// The part of the contract's `context` that a provider is asked to follow when it changes. Pure.
package struct FollowedContext: Hashable, Sendable {
    package let size: WidgetSize
    package let compactSize: Size
    package let expandedSize: Size
    package let colorScheme: ColorScheme
    package let locale: String

    package init(_ context: UpdateContext) {
        size = context.size
        compactSize = context.compactSize
        expandedSize = context.expandedSize
        colorScheme = context.colorScheme
        locale = context.locale
    }
}
