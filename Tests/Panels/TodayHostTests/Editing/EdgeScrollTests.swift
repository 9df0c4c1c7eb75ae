import Testing

@testable import TodayHost

@Suite struct EdgeScrollTests {
    private func speed(_ y: Double, x: Double = 100, height: Double = 600) -> Double {
        EdgeScroll.speed(x: x, y: y, width: 300, height: height)
    }

    @Test func inTheMiddleNothingMoves() {
        for y in stride(from: 40.0, through: 560, by: 10) { #expect(speed(y) == 0) }
    }

    @Test func nearAnEdgeItGoesFasterTheNearerItIs() {
        #expect(speed(20) == -350 && speed(580) == 350)
        #expect(speed(0) == -700 && speed(600) == 700)
        var former = 0.0
        for y in stride(from: 39.0, through: -40, by: -1) {
            let speed = speed(y)
            #expect(speed <= former && speed >= -700)
            #expect(self.speed(600 - y) == -speed)
            former = speed
        }
    }

    @Test func itStopsWhenThePointerHasLeft() {
        #expect(speed(-41) == 0 && speed(641) == 0)
        for y in [0.0, 600] { #expect(speed(y, x: -1) == 0 && speed(y, x: 301) == 0) }
        #expect(speed(.nan) == 0)
    }

    @Test func aLowListHasTwoHalves() {
        #expect(speed(10, height: 20) == 0)
        #expect(speed(0, height: 20) == -700 && speed(20, height: 20) == 700)
        #expect(speed(0, height: 0) == 0)
    }
}
