import Testing

@testable import TodayModel

@Suite struct CivilDateTests {
    /// From 1600 to 2400 each day has its number, and back.
    @Test func everyDayOfEightCenturies() {
        var (year, month, day, weekday) = (1600, 1, 1, 6)
        var wrong: [String] = []
        for number in -135_140..<157_054 {
            let date = CivilDate(daysSince1970: number)
            let expected = CivilDate(year: year, month: month, day: day)
            if date != expected || date.daysSince1970 != number || date.weekday != weekday {
                wrong.append("\(number): \(date.text) \(date.weekday)")
            }
            weekday = (weekday + 1) % 7
            day += 1
            if day > CivilDate.days(inMonth: month, of: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(wrong == [] && year == 2400 && month == 1 && day == 1)
    }

    @Test(arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28), (2400, 29)])
    func leapYears(_ year: Int, _ february: Int) {
        #expect(CivilDate.days(inMonth: 2, of: year) == february)
        #expect((1...12).reduce(0) { $0 + CivilDate.days(inMonth: $1, of: year) } == 337 + february)
    }

    @Test func text() {
        #expect(CivilDate(daysSince1970: 0).text == "1970-01-01")
        #expect(CivilDate(daysSince1970: -1).text == "1969-12-31")
        #expect(CivilDate(daysSince1970: 20_780).text == "2026-11-23")
        #expect(CivilDate(daysSince1970: 2_932_897).text == "10000-01-01")
    }
}
