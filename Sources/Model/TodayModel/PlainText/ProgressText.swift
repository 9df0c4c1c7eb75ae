/// Progress as a bar of blocks with its percentage.
enum ProgressText {
    private static let cells = 20

    /// Returns the percentage to show for 0…1: rounded, but 100 only at 1.
    static func percent(of value: Double) -> Int {
        if value >= 1 { return 100 }
        // NaN fails the comparison.
        return value > 0 ? min(Int((value * 100).rounded()), 99) : 0
    }

    /// Whether a text ends with a percent sign, also that of Arabic.
    static func isPercentage(_ text: String) -> Bool { text.hasSuffix("%") || text.hasSuffix("٪") }

    /// Returns the bar, empty and followed by `…` if `percent` is nil. The label is only left out if there is space for
    /// the bar.
    static func text(percent: Int?, width: Int, isLabeled: Bool = true) -> String {
        let label = percent.map { Language.percent(Double($0) / 100) } ?? "…"
        let bar = bar(percent: percent, width: width)
        if bar.isEmpty { return label }
        return bar + (isLabeled ? " " + label : "")
    }

    /// Returns the bar with a label in place of the percentage.
    static func text(percent: Int?, label: String, width: Int) -> String {
        let bar = bar(percent: percent, width: width)
        return bar.isEmpty ? label : bar + " " + label
    }

    /// Returns the bar without a percentage; empty without space for it.
    static func bar(percent: Int?, width: Int) -> String {
        // The longest percentage and a space.
        let cells = min(Self.cells, width - CellWidth.cells(of: Language.percent(1)) - 1)
        if cells < 1 { return "" }
        let full = (percent ?? 0) * cells / 100
        return String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
    }
}
