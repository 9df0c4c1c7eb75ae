/// The places of cards in columns. Pure.
///
/// Cards go to the columns in turn, so that a card stays in its column when another one grows. Two small cards that are
/// neighbors share a row if each of them gets enough room.
package enum CardPlacement {
    /// The place of a card, in logical pixels from the leading upper corner.
    package struct Place: Hashable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
    }

    /// Returns the index at which a card that is dragged to a point lies among the others; nil for a point between cards.
    ///
    /// - Parameter others: the places of the other cards, in order.
    package static func index(atX x: Double, y: Double, among others: [Place]) -> Int? {
        let hit = others.firstIndex { place in
            (Double(place.x)...Double(place.x + place.width)).contains(x)
                && (Double(place.y)...Double(place.y + place.height)).contains(y)
        }
        return hit.map { y < Double(others[$0].y) + Double(others[$0].height) / 2 ? $0 : $0 + 1 }
    }

    /// The least width of a column that is worth its own, and of a small card, in logical pixels at the usual text size.
    package static let (leastColumn, leastSmall) = (300.0, 150.0)

    /// The greatest number of columns.
    package static let mostColumns = 4

    /// Returns the number of columns that have room in a width.
    package static func columns(in width: Int, spacing: Int, textScale: Double) -> Int {
        min(max((width + spacing) / (Int(leastColumn * textScale) + spacing), 1), mostColumns)
    }

    /// Returns the width of a card.
    package static func width(isPaired: Bool, columns: Int, in width: Int, spacing: Int) -> Int {
        let column = max(0, (width - (columns - 1) * spacing) / columns)
        return isPaired ? max(0, (column - spacing) / 2) : column
    }

    /// Returns the places of all cards, and the height of the longest column.
    ///
    /// - Parameters:
    ///   - isSmall: whether each card is small, in order.
    ///   - height: returns the height of the card of an index at a width.
    package static func places(
        isSmall: [Bool], columns: Int, width: Int, spacing: Int, textScale: Double,
        height: (_ index: Int, _ width: Int) -> Int
    ) -> (places: [Place], height: Int) {
        let whole = Self.width(isPaired: false, columns: columns, in: width, spacing: spacing)
        let half = Self.width(isPaired: true, columns: columns, in: width, spacing: spacing)
        let mayPair = Double(half) >= leastSmall * textScale
        var ends = Array(repeating: 0, count: columns)
        var places: [Place] = []
        var row = 0
        while places.count < isSmall.count {
            let index = places.count
            let isPair = mayPair && isSmall[index] && index + 1 < isSmall.count && isSmall[index + 1]
            let column = row % columns
            let (x, y) = (column * (whole + spacing), ends[column])
            let own = isPair ? half : whole
            let needed = max(height(index, own), isPair ? height(index + 1, own) : 0)
            places.append(Place(x: x, y: y, width: own, height: needed))
            // The second one takes the pixel that the division left over.
            if isPair {
                places.append(Place(x: x + half + spacing, y: y, width: whole - half - spacing, height: needed))
            }
            ends[column] += needed + spacing
            row += 1
        }
        return (places, max(0, (ends.max() ?? 0) - spacing))
    }
}
