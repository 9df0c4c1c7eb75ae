/// A chart as one row of block characters.
enum ChartText {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// One character for each value, or for the mean of several if there are more than `width`. Without limits, the
    /// smallest and the largest value are the ends of the scale; a scale without extent is drawn at half height.
    static func text(_ values: [Double], minimum: Double?, maximum: Double?, width: Int) -> String {
        let values = reduced(values.filter(\.isFinite), to: width)
        guard let low = minimum ?? values.min(), let high = maximum ?? values.max() else { return "" }
        // Halves, for the difference of two doubles may be infinite.
        let extent = high / 2 - low / 2
        return String(
            values.map { value in
                guard extent > 0 else { return blocks[3] }
                let share = (min(max(value, low), high) / 2 - low / 2) / extent
                return blocks[share > 0 ? min(Int(share * 8), 7) : 0]
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
