/// A chart as one row of block characters.
enum ChartText {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Returns one character for each value, or for the mean of several if there are more than `width`.
    static func text(
        _ values: [Double], style: ContentChartStyle, minimum: Double?, maximum: Double?, width: Int
    ) -> String {
        let scale = ChartScale(values, style: style, minimum: minimum, maximum: maximum)
        return String(
            reduced(values, to: width).map { value in
                scale.isFlat && style == .line ? blocks[3] : blocks[min(Int(scale.share(value) * 8), 7)]
            })
    }

    private static func reduced(_ values: [Double], to count: Int) -> [Double] {
        if values.count <= count { return values }
        return (0..<count).map { index in
            let group = values[(index * values.count / count)..<((index + 1) * values.count / count)]
            return group.reduce(0) { $0 + $1 / Double(group.count) }
        }
    }
}
