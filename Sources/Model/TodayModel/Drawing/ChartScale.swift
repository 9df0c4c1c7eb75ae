/// Between which numbers a chart is drawn.
package struct ChartScale {
    private let low: Double
    private let high: Double
    private let style: ContentChartStyle

    /// Without limits, the smallest and the largest value are the ends of the scale. Bars and areas stand on the ground,
    /// which is zero unless somebody says otherwise.
    package init(_ values: [Double], style: ContentChartStyle, minimum: Double?, maximum: Double?) {
        let ground = style == .line ? nil : 0.0
        low = minimum ?? min(values.min() ?? 0, ground ?? .infinity)
        high = maximum ?? max(values.max() ?? 1, ground ?? -.infinity)
        self.style = style
    }

    /// Where a number stands, 0 at the bottom to 1 at the top. A line through the same number again and again is in the
    /// middle.
    package func share(_ value: Double) -> Double {
        if isFlat { return style == .line ? 0.5 : 0 }
        return min(max((value / 2 - low / 2) / extent, 0), 1)
    }

    /// Whether all numbers stand in the same place.
    package var isFlat: Bool { extent <= 0 }

    /// Half of it, for the difference of two doubles may be infinite.
    private var extent: Double { high / 2 - low / 2 }
}
