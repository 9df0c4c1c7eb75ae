/// The range of numbers in a chart.
package struct ChartScale {
    private let low: Double
    private let high: Double
    private let style: ContentChartStyle

    /// Makes a scale. Without limits, it spans the smallest and the largest value. Bars and areas start at zero unless
    /// limits are given.
    package init(_ values: [Double], style: ContentChartStyle, minimum: Double?, maximum: Double?) {
        let ground = style == .line ? nil : 0.0
        low = minimum ?? min(values.min() ?? 0, ground ?? .infinity)
        high = maximum ?? max(values.max() ?? 1, ground ?? -.infinity)
        self.style = style
    }

    /// Returns the position of a number, from 0 at the bottom to 1 at the top. A line of equal numbers is in the
    /// middle.
    package func share(_ value: Double) -> Double {
        if isFlat { return style == .line ? 0.5 : 0 }
        return min(max((value / 2 - low / 2) / extent, 0), 1)
    }

    /// Whether all numbers have the same position.
    package var isFlat: Bool { extent <= 0 }

    /// Half the range, because the difference of two doubles may be infinite.
    private var extent: Double { high / 2 - low / 2 }
}
