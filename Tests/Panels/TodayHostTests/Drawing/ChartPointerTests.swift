import Testing
import TodayModel

@testable import TodayHost

/// The numbers of a chart under the pointer.
@Suite struct ChartPointerTests {
    @Test func aLineHasItsNearestNumber() {
        var chart = DrawnChart([1, 2.5, 4])
        chart.unit = " kW"
        #expect(
            [0, 0.24, 0.26, 0.74, 0.76, 1].map { chart.text(atShare: $0) }
                == ["1 kW", "1 kW", "2.5 kW", "2.5 kW", "4 kW", "4 kW"])
        #expect(chart.text(atShare: -0.1) == nil && chart.text(atShare: 1.1) == nil)
        #expect(DrawnChart([]).text(atShare: 0.5) == nil)
        #expect(DrawnChart([7]).text(atShare: 0.9) == "7")
    }

    @Test func aBarHasItsPartOfTheWidth() {
        let chart = DrawnChart([1, 2, 3, 4], style: .bar)
        #expect([0, 0.24, 0.26, 0.99, 1].map { chart.text(atShare: $0) } == ["1", "1", "2", "4", "4"])
    }

    @Test func bothLinesAreNamed() {
        var chart = DrawnChart([1, 2])
        (chart.series, chart.label, chart.seriesLabel) = ([5, 6, 7], "In", "Out")
        #expect(chart.text(atShare: 1) == "In  2\nOut  7")
        #expect(chart.text(atShare: 0) == "Out  5")
    }
}
