/// How a list moves beneath something that is dragged to its upper or lower edge. Pure.
package enum EdgeScroll {
    /// How far an edge reaches to either side of it, in logical pixels.
    package static let reach = 40.0
    /// The highest speed in logical pixels a second: about 12 rows.
    package static let fastest = 700.0

    /// How fast to scroll, in logical pixels a second; negative is towards the beginning, 0 is not at all.
    ///
    /// The nearer to the edge the faster; beyond it as fast as it gets, until the pointer has left the list for good.
    ///
    /// - Parameters:
    ///   - x: where the pointer is from the left edge of what is seen of the list.
    ///   - y: where it is from the upper edge.
    ///   - width: how much is seen of the list.
    ///   - height: how much is seen of the list. In a low one the edges share it.
    package static func speed(x: Double, y: Double, width: Double, height: Double) -> Double {
        guard x >= 0, x <= width, y >= -reach, y <= height + reach else { return 0 }
        let reach = min(reach, height / 2)
        guard reach > 0 else { return 0 }
        if y < reach { return -fastest * min((reach - y) / reach, 1) }
        if y > height - reach { return fastest * min((y - height + reach) / reach, 1) }
        return 0
    }
}
