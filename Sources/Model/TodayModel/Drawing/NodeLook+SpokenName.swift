extension NodeAttributes {
    /// The name that a screen reader says for a node without readable text: a control, a picture, a chart or a
    /// progress. Only icons without a description, containers, texts, dividers and spacers without a label have an
    /// empty name.
    package var spokenName: String {
        if let accessibleLabel { return accessibleLabel }
        return switch kind {
        case .button(let label, _, _), .toggle(let label, _), .section(let label, _), .checkbox(let label, _),
            .entry(let label, _, _):
            label.isEmpty ? nameOfLastResort : label
        // The theme's name of an icon doesn't help users who can't see it.
        case .image(.icon, _, _, let description): description ?? ""
        case .image(_, _, _, let description): description ?? tr("Picture")
        case .slider(let slider): slider.label.isEmpty ? nameOfLastResort : slider.label
        case .progress(_, _, _, let label?): label
        case .progress(let fraction?, _, _, nil): Self.percent(fraction)
        case .progress: tr("In progress")
        case .chart(let chart): chart.spokenName
        case .column, .row, .grid, .list, .text, .timer, .divider, .spacer, .clock: ""
        }
    }

    /// The text that a screen reader says for the readable text of the node; empty for nothing. It also names a node
    /// that is tapped as a whole.
    package var spokenText: String { accessibleLabel ?? text }

    /// The readable text of the node itself; empty for nothing.
    package var text: String {
        switch kind {
        case .text(let text, _, _, _, _), .timer(let text, _), .clock(let text): text
        case .image(_, _, _, let description): description ?? ""
        case .progress(_, _, _, let label?): label
        case .progress(let fraction?, _, _, nil): Self.percent(fraction)
        case .button(let label, _, _), .toggle(let label, _), .section(let label, _), .checkbox(let label, _),
            .entry(let label, _, _):
            label
        case .slider(let slider): slider.label
        case .column, .row, .grid, .list, .progress, .chart, .divider, .spacer: ""
        }
    }

    private static func percent(_ fraction: Double) -> String { Language.percent((fraction * 100).rounded() / 100) }

    /// The name of a control without readable text: the widget's label or tooltip for it, or else its effect.
    package var nameOfLastResort: String {
        for text in [accessibleLabel, tooltip] { if let text, !text.isEmpty { return text } }
        return switch tap {
        case .action(let action, _): action
        case .url(let url): url
        // Translators: the name of a control without a text.
        case nil: tr("Control")
        }
    }
}

extension DrawnChart {
    /// The name that a screen reader says: for each line its name, and the values that it shows, such as `Chart of
    /// Power: lowest 0.4 kW, latest 2 kW`. A chart that shows no values has their number, and the lowest, the highest
    /// and the latest one, because a screen reader has nothing else of it.
    fileprivate var spokenName: String {
        func line(_ name: String, _ numbers: [Double]) -> String {
            var chart = self
            var parts: [String] = []
            if shownValues.isEmpty {
                parts.append(trn("{count} value", "{count} values", numbers.count))
                chart.shownValues = numbers.count == 1 ? [] : [.least, .most, .last]
            }
            parts += zip(chart.shownValues, ChartText.shownValues(of: numbers, in: chart)).map { $0.spoken($1) }
            let shown = Language.list(parts)
            // Translators: a line of a chart, and what a screen reader says about its values.
            return name.isEmpty ? shown : tr("{name}: {values}", ["name": name, "values": shown])
        }
        let lines = [(label, values), (seriesLabel, series)].filter { !$1.isEmpty }.map(line)
        let text = lines.isEmpty ? trn("{count} value", "{count} values", 0) : lines.joined(separator: "; ")
        // Translators: what follows is a list, such as ‘7 values, lowest 1, latest 3’ or ‘Power: latest 3’.
        return tr("Chart of {lines}", ["lines": text])
    }
}

extension ContentChartValue {
    /// Returns what a screen reader says about the value.
    fileprivate func spoken(_ value: String) -> String {
        switch self {
        case .least: tr("lowest {value}", ["value": value])
        case .most: tr("highest {value}", ["value": value])
        case .last: tr("latest {value}", ["value": value])
        }
    }
}
