/// The scrolling of a list while the user drags something to its upper or lower edge. Pure.
package enum EdgeScroll {
    /// The distance on both sides of an edge within which the list scrolls, in logical pixels.
    package static let reach = 40.0
    /// The highest speed, in logical pixels a second: about 12 rows.
    package static let fastest = 700.0

    /// Returns the scroll speed, in logical pixels a second; negative is towards the beginning, 0 stops.
    ///
    /// The speed grows towards the edge and is highest beyond it, until the pointer is out of reach.
    ///
    /// - Parameters:
    ///   - x: the distance of the pointer from the left edge of the visible part.
    ///   - y: the distance of the pointer from the upper edge of the visible part.
    ///   - width: the width of the visible part.
    ///   - height: the height of the visible part. In a low list, the two edges share it.
    package static func speed(x: Double, y: Double, width: Double, height: Double) -> Double {
        guard x >= 0, x <= width, y >= -reach, y <= height + reach else { return 0 }
        let reach = min(reach, height / 2)
        guard reach > 0 else { return 0 }
        if y < reach { return -fastest * min((reach - y) / reach, 1) }
        if y > height - reach { return fastest * min((y - height + reach) / reach, 1) }
        return 0
    }
}
