import Testing

@testable import TodayHost

/// Cards in columns, and small cards side by side.
@Suite struct CardPlacementTests {
    typealias Place = CardPlacement.Place

    private func places(
        _ sizes: String, columns: Int = 1, width: Int = 356, heights: [Int] = []
    ) -> (places: [Place], height: Int) {
        CardPlacement.places(
            isSmall: sizes.map { $0 == "s" }, columns: columns, width: width, spacing: 12, textScale: 1
        ) { index, _ in heights.isEmpty ? 50 : heights[index] }
    }

    @Test func aColumnIsAListOfCards() {
        let (all, height) = places("rrs", heights: [10, 20, 30])
        #expect(
            all == [
                Place(x: 0, y: 0, width: 356, height: 10), Place(x: 0, y: 22, width: 356, height: 20),
                // A small card without a small neighbor is as wide as the others.
                Place(x: 0, y: 54, width: 356, height: 30),
            ])
        #expect(height == 84)
        #expect(places("").places == [] && places("").height == 0)
    }

    @Test func smallNeighborsShareARowAndItsHeight() {
        let (all, height) = places("sssr", heights: [10, 20, 30, 40])
        #expect(all.map(\.x) == [0, 184, 0, 0] && all.map(\.y) == [0, 0, 32, 74])
        #expect(all.map(\.width) == [172, 172, 356, 356] && all.map(\.height) == [20, 20, 30, 40])
        #expect(height == 114)
        // The odd pixel isn't lost.
        #expect(places("ss", width: 357).places.map(\.width) == [172, 173])
        // Without room they stay whole.
        #expect(places("ss", width: 311).places.map(\.width) == [311, 311])
        #expect(places("ss", width: 312).places.map(\.width) == [150, 150])
    }

    @Test func columnsTakeTurnsAndACardStaysInItsOwn() {
        let low = places("rrrr", columns: 2, width: 712, heights: [10, 10, 10, 10])
        let high = places("rrrr", columns: 2, width: 712, heights: [500, 10, 10, 10])
        #expect(low.places.map(\.x) == [0, 362, 0, 362] && high.places.map(\.x) == low.places.map(\.x))
        #expect(low.height == 32 && high.height == 522)
        // A pair is one turn.
        #expect(places("rssr", columns: 2, width: 712).places.map(\.x) == [0, 362, 543, 0])
    }

    @Test func aDraggedCardTakesThePlaceUnderThePointer() {
        let others = places("rr", heights: [10, 20]).places
        func index(_ x: Double, _ y: Double) -> Int? { CardPlacement.index(atX: x, y: y, among: others) }
        #expect(index(10, 4) == 0 && index(10, 6) == 1 && index(10, 23) == 1 && index(10, 33) == 2)
        // Between the cards, and beside them, nothing changes.
        #expect(index(10, 15) == nil && index(400, 4) == nil && index(10, 50) == nil)
    }

    @Test func asManyColumnsAsHaveRoom() {
        func count(_ width: Int, _ scale: Double = 1) -> Int {
            CardPlacement.columns(in: width, spacing: 12, textScale: scale)
        }
        #expect(count(0) == 1 && count(611) == 1 && count(612) == 2 && count(924) == 3)
        #expect(count(924, 2) == 1 && count(1212, 2) == 2)
    }
}
