package import TodayModel

extension DrawnChart {
    /// Returns the numbers of both lines at a place, with their names and the unit; nil if the chart has none there.
    ///
    /// - Parameter share: the distance from the oldest number, as a share of the width from 0 to 1.
    package func text(atShare share: Double) -> String? {
        let count = max(values.count, series.count)
        guard count > 0, share >= 0, share <= 1 else { return nil }
        // A bar has a part of the width; a point of a line marks the middle between two others.
        let place = style == .bar ? Int(share * Double(count)) : Int((share * Double(count - 1)).rounded())
        let lines = zip([values, series], [label, seriesLabel]).compactMap { numbers, name -> String? in
            let index = min(place, count - 1) - (count - numbers.count)
            guard numbers.indices.contains(index) else { return nil }
            var one = DrawnChart([numbers[index]])
            (one.label, one.unit, one.shownValues) = (name, unit, [.last])
            return one.legend.first
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
