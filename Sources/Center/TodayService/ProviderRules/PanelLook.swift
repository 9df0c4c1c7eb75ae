internal import TodayModel

/// What a provider is asked to follow when it changes: the contract's `context`. Pure.
struct PanelLook: Hashable, Sendable {
    let compactSize: Size
    let expandedSize: Size
    let colorScheme: ColorScheme
    let locale: String

    init(_ context: UpdateContext) {
        compactSize = context.compactSize
        expandedSize = context.expandedSize
        colorScheme = context.colorScheme
        locale = context.locale
    }
}
