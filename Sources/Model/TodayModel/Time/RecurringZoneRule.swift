/// A rule for the offsets of all years, such as `CET-1CEST,M3.5.0,M10.5.0/3`: the variable TZ of POSIX, with the
/// extensions of RFC 8536, 3.3.1.
struct RecurringZoneRule: Equatable {
    /// Seconds east of UTC.
    private var standard: Int64 = 0
    /// The summer time; nil without one.
    private var summer: Summer?

    private struct Summer: Equatable {
        var offset: Int64
        var start: YearlyMoment
        var end: YearlyMoment
    }

    /// Returns the offset from UTC at a moment, both in seconds.
    func offset(at moment: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = CivilDate(daysSince1970: (moment + standard).floorDivided(by: CivilDate.day)).year
        let start = summer.start.seconds(in: year) - standard
        let end = summer.end.seconds(in: year) - summer.offset
        // In the south, summer time spans the new year.
        let isSummer = start < end ? (start..<end).contains(moment) : !(end..<start).contains(moment)
        return isSummer ? summer.offset : standard
    }

    /// Reads a rule; nil if it isn't one.
    init?(_ text: String) {
        var scanner = Scanner(rest: Substring(text))
        guard scanner.name(), let west = scanner.time() else { return nil }
        standard = -west
        if scanner.rest.isEmpty { return }
        guard scanner.name() else { return nil }
        var offset = standard + 3600
        if scanner.rest.unicodeScalars.first != "," {
            guard let west = scanner.time() else { return nil }
            offset = -west
        }
        guard let start = scanner.yearlyMoment(), let end = scanner.yearlyMoment(), scanner.rest.isEmpty else {
            return nil
        }
        summer = Summer(offset: offset, start: start, end: end)
    }
}

/// A local time that returns each year.
private struct YearlyMoment: Equatable {
    enum Day: Equatable {
        /// The day 1 to 365; February 29 isn't counted.
        case withoutLeapDay(Int)
        /// The day 0 to 365.
        case ofYear(Int)
        /// A weekday, 0 for Sunday, of the week 1 to 5 of a month; 5 is the last one.
        case weekday(Int, week: Int, month: Int)
    }

    var day: Day
    /// Seconds after midnight, which may be negative or more than a day.
    var time: Int64

    /// Returns the local time in a year, in seconds since 1970.
    func seconds(in year: Int) -> Int64 { Int64(days(in: year)) * CivilDate.day + time }

    private func days(in year: Int) -> Int {
        let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
        switch day {
        case .ofYear(let day): return newYear + day
        case .withoutLeapDay(let day):
            return newYear + day - (day >= 60 && CivilDate.days(inMonth: 2, of: year) == 29 ? 0 : 1)
        case .weekday(let weekday, let week, let month):
            let first = CivilDate(year: year, month: month, day: 1)
            var day = (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            if day >= CivilDate.days(inMonth: month, of: year) { day -= 7 }
            return first.daysSince1970 + day
        }
    }
}

/// Reads the parts of a rule in order.
private struct Scanner {
    private(set) var rest: Substring

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.unicodeScalars.first == character else { return false }
        rest.unicodeScalars.removeFirst()
        return true
    }

    /// Skips an abbreviation, such as `CET` or `<+0330>`.
    mutating func name() -> Bool {
        let isQuoted = skip("<")
        let name = rest.unicodeScalars.prefix { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z": true
            case "0"..."9", "+", "-": isQuoted
            default: false
            }
        }
        rest = Substring(rest.unicodeScalars.dropFirst(name.count))
        return !name.isEmpty && (!isQuoted || skip(">"))
    }

    private mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.unicodeScalars.prefix { ("0"..."9").contains($0) }
        guard let number = Int(Substring(digits)), range.contains(number) else { return nil }
        rest = Substring(rest.unicodeScalars.dropFirst(digits.count))
        return number
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time() -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(in: 0...167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(":") {
            guard let count = number(in: 0...59) else { return nil }
            seconds += count * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    /// Reads `,day[/time]`; the time is 2:00 if it isn't given.
    mutating func yearlyMoment() -> YearlyMoment? {
        guard skip(","), let day = day() else { return nil }
        guard skip("/") else { return YearlyMoment(day: day, time: 7200) }
        return time().map { YearlyMoment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyMoment.Day? {
        if skip("J") { return number(in: 1...365).map { .withoutLeapDay($0) } }
        guard skip("M") else { return number(in: 0...365).map { .ofYear($0) } }
        guard let month = number(in: 1...12), skip("."), let week = number(in: 1...5), skip("."),
            let weekday = number(in: 0...6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }
}
