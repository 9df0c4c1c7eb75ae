extension NodeLook {
    /// What a screen reader says of a node that has no text of its own to be read: of a control, a picture, a chart or a
    /// progress. Never empty, besides for icons without a description, containers, texts, dividers and spacers without a
    /// label.
    package var spokenName: String {
        if let accessibleLabel { return accessibleLabel }
        return switch kind {
        case .button(let label, _, _), .toggle(let label, _), .section(let label, _):
            label.isEmpty ? nameOfLastResort : label
        // What the theme calls it says nothing to those who cannot see it.
        case .image(.icon, _, _, let description): description ?? ""
        case .image(_, _, _, let description): description ?? "Picture"
        case .progress(let fraction?, _): Self.percent(fraction)
        case .progress: "In progress"
        case .chart(let values, _, _, _): values.count == 1 ? "Chart of 1 value" : "Chart of \(values.count) values"
        case .column, .row, .grid, .list, .text, .timer, .divider, .spacer: ""
        }
    }

    /// What a screen reader says of what can be read in the node itself; empty for nothing. What is tapped as a whole is
    /// named by that.
    package var spokenText: String { accessibleLabel ?? text }

    /// What can be read in the node itself; empty for nothing.
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

    /// What a control is called when nothing can be read on it: by what its widget says of it, else by what it does.
    package var nameOfLastResort: String {
        for text in [accessibleLabel, tooltip] { if let text, !text.isEmpty { return text } }
        return switch tap {
        case .action(let action, _): action
        case .url(let url): url
        case nil: "Control"
        }
    }
}
