extension NodeAttributes {
    /// The name that a screen reader says for a node without readable text: a control, a picture, a chart or a
    /// progress. Only icons without a description, containers, texts, dividers and spacers without a label have an
    /// empty name.
    package var spokenName: String {
        if let accessibleLabel { return accessibleLabel }
        return switch kind {
        case .button(let label, _, _), .toggle(let label, _), .section(let label, _):
            label.isEmpty ? nameOfLastResort : label
        // The theme's name of an icon doesn't help users who can't see it.
        case .image(.icon, _, _, let description): description ?? ""
        case .image(_, _, _, let description): description ?? "Picture"
        case .progress(let fraction?, _): Self.percent(fraction)
        case .progress: "In progress"
        case .chart(let values, _, _, _): values.count == 1 ? "Chart of 1 value" : "Chart of \(values.count) values"
        case .column, .row, .grid, .list, .text, .timer, .divider, .spacer: ""
        }
    }

    /// The text that a screen reader says for the readable text of the node; empty for nothing. It also names a node
    /// that is tapped as a whole.
    package var spokenText: String { accessibleLabel ?? text }

    /// The readable text of the node itself; empty for nothing.
    package var text: String {
        switch kind {
        case .text(let text, _, _, _, _), .timer(let text, _): text
        case .image(_, _, _, let description): description ?? ""
        case .progress(let fraction?, _): Self.percent(fraction)
        case .button(let label, _, _), .toggle(let label, _), .section(let label, _): label
        case .column, .row, .grid, .list, .progress, .chart, .divider, .spacer: ""
        }
    }

    private static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded()))%" }

    /// The name of a control without readable text: the widget's label or tooltip for it, or else its effect.
    package var nameOfLastResort: String {
        for text in [accessibleLabel, tooltip] { if let text, !text.isEmpty { return text } }
        return switch tap {
        case .action(let action, _): action
        case .url(let url): url
        case nil: "Control"
        }
    }
}
