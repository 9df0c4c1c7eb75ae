internal import TodayModel

/// A step that sends a change of a widget there to the center here. Pure.
package enum MirrorStep: Hashable, Sendable {
    /// Define the widget.
    case define
    /// Set the settings here to those there.
    case setSettings
    /// Show the content, with its age and attention.
    case show
    /// Report the error there.
    case fail

    /// Returns the steps, in order.
    ///
    /// - Parameters:
    ///   - sent: What the center here knows; nil if it doesn't know the widget.
    ///   - hasFailed: Whether the widget shows that the other machine can't be reached.
    package static func steps(
        from sent: MirroredWidget?, hasFailed: Bool = false, to widget: MirroredWidget
    ) -> [MirrorStep] {
        var steps: [MirrorStep] = []
        if sent?.definition != widget.definition { steps.append(.define) }
        if !widget.settings.isEmpty, sent?.settings != widget.settings { steps.append(.setSettings) }
        let isShown =
            sent?.content == widget.content && sent?.hasContent == widget.hasContent
            && sent?.updatedAt == widget.updatedAt && sent?.attention == widget.attention && sent?.badge == widget.badge
        let hadError = hasFailed || sent.map { !$0.error.isEmpty } ?? false
        if !isShown || hadError && widget.error.isEmpty { steps.append(.show) }
        let isSameError = !hasFailed && sent?.error == widget.error && sent?.isUnreachable == widget.isUnreachable
        if !widget.error.isEmpty, !isSameError || steps.contains(.show) { steps.append(.fail) }
        return steps
    }
}
