/// A chart as rows of block characters.
enum ChartText {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Returns a row for each line of the chart, with the values that it shows.
    static func text(_ chart: DrawnChart, width: Int) -> String {
        let count = max(chart.values.count, chart.series.count)
        let scale = chart.scale
        return [chart.values, chart.series].filter { !$0.isEmpty }.map { numbers in
            let row = row(numbers, of: count, scale, style: chart.style, width: width)
            let shown = shownValues(of: numbers, in: chart)
            return shown.isEmpty ? row : row + " " + shown.joined(separator: " · ")
        }.joined(separator: "\n")
    }

    /// Returns the values that a chart shows of one of its lines, such as `0.4 kW`, one for each of its words.
    static func shownValues(of numbers: [Double], in chart: DrawnChart) -> [String] {
        guard let last = numbers.last, let least = numbers.min(), let most = numbers.max() else { return [] }
        return chart.shownValues.map { word in
            let number =
                switch word {
                case .least: least
                case .most: most
                case .last: last
                }
            return Language.shortNumber(number) + chart.unit
        }
    }

    /// Returns one character for each number, or for the mean of several if there are more than `width`. The newest
    /// number is at the right of `count` places; those without a number are spaces.
    private static func row(
        _ numbers: [Double], of count: Int, _ scale: ChartScale, style: ContentChartStyle, width: Int
    ) -> String {
        let missing = count - numbers.count
        let places = min(count, width)
        return String(
            (0..<places).map { place -> Character in
                let group = (place * count / places)..<((place + 1) * count / places)
                let known = group.clamped(to: missing..<count)
                if known.isEmpty { return " " }
                let values = numbers[(known.lowerBound - missing)..<(known.upperBound - missing)]
                let mean = values.reduce(0) { $0 + $1 / Double(values.count) }
                if scale.isFlat, style == .line { return blocks[3] }
                return blocks[min(Int(scale.share(mean) * 8), 7)]
            })
    }
}
