internal import DBus

/// The five fields of cron: minute, hour, day of the month, month, day of the week.
///
/// Each field is `*` or a list of numbers, ranges and steps; months and days may have names. If both days are given,
/// either of them is enough, as in crontab(5).
package struct CronExpression: Hashable, Sendable {
    /// The text as given.
    package let text: String
    private let minutes: Set<Int>
    private let hours: Set<Int>
    private let days: Set<Int>
    private let months: Set<Int>
    private let weekdays: Set<Int>
    private let hasDays: Bool
    private let hasWeekdays: Bool

    /// Returns nil unless the text has five valid fields.
    package init?(_ text: some StringProtocol) {
        let fields = Substring(text).unicodeScalars.split { $0 == " " || $0 == "\t" }.map(Substring.init)
        guard fields.count == 5 else { return nil }
        func numbers(_ index: Int, _ range: ClosedRange<Int>, _ names: [String] = []) -> Set<Int>? {
            Self.numbers(of: fields[index], range, names)
        }
        guard let minutes = numbers(0, 0...59), let hours = numbers(1, 0...23), let days = numbers(2, 1...31),
            let months = numbers(3, 1...12, Self.monthNames), let weekdays = numbers(4, 0...7, Self.dayNames)
        else { return nil }
        self.text = fields.joined(separator: " ")
        self.minutes = minutes
        self.hours = hours
        self.days = days
        self.months = months
        // Sunday is both 0 and 7.
        self.weekdays = weekdays.contains(7) ? weekdays.union([0]) : weekdays
        hasDays = !fields[2].hasPrefix("*")
        hasWeekdays = !fields[4].hasPrefix("*")
    }

    private static let monthNames = [
        "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    private static func numbers(
        of field: some StringProtocol, _ range: ClosedRange<Int>, _ names: [String]
    ) -> Set<Int>? {
        var result: Set<Int> = []
        for part in field.split(at: ",", omittingEmptySubsequences: false) {
            let halves = part.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
            var step = 1
            if halves.count == 2 {
                guard let number = Int(halves[1]), (1...1000).contains(number) else { return nil }
                step = number
            }
            func number(_ text: some StringProtocol) -> Int? {
                let value = Int(text) ?? names.firstIndex(of: text.lowercased())
                return value.flatMap { range.contains($0) ? $0 : nil }
            }
            let ends = halves[0].split(at: "-", maxSplits: 1, omittingEmptySubsequences: false)
            let lower: Int
            let upper: Int
            if halves[0] == "*" {
                (lower, upper) = (range.lowerBound, range.upperBound)
            } else if ends.count == 2 {
                guard let start = number(ends[0]), let end = number(ends[1]), start <= end else { return nil }
                (lower, upper) = (start, end)
            } else {
                guard let start = number(ends[0]) else { return nil }
                (lower, upper) = (start, halves.count == 2 ? range.upperBound : start)
            }
            result.formUnion(stride(from: lower, through: upper, by: step))
        }
        return result.isEmpty ? nil : result
    }

    /// Returns the first matching minute after a moment. Both are in seconds since 1970 of the local time, without
    /// daylight saving time. Nil if no day ever matches, such as February 30.
    package func next(afterLocal seconds: Int64) -> Int64? {
        let start = seconds.floorDivided(by: 60) + 1
        var day = start.floorDivided(by: 1440)
        var firstMinute = Int(start - day * 1440)
        // Eight years always contain a leap day.
        for _ in 0..<(9 * 366) {
            if matches(day: day) {
                for hour in hours.sorted() where (hour + 1) * 60 > firstMinute {
                    for minute in minutes.sorted() where hour * 60 + minute >= firstMinute {
                        return (day * 1440 + Int64(hour * 60 + minute)) * 60
                    }
                }
            }
            day += 1
            firstMinute = 0
        }
        return nil
    }

    private func matches(day: Int64) -> Bool {
        let date = CivilDate(day: day)
        guard months.contains(date.month) else { return false }
        let isDay = days.contains(date.day)
        let isWeekday = weekdays.contains(date.weekday)
        return hasDays && hasWeekdays ? isDay || isWeekday : isDay && isWeekday
    }
}

/// A day of the Gregorian calendar, computed from the number of days since 1970-01-01.
private struct CivilDate {
    let month: Int
    let day: Int
    /// 0 is Sunday.
    let weekday: Int

    init(day number: Int64) {
        // Count years from March, in eras of 400 years.
        let shifted = number + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        // 1970-01-01 was a Thursday.
        let weekday = (number + 4) % 7
        self.weekday = Int(weekday < 0 ? weekday + 7 : weekday)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
