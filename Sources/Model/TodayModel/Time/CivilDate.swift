/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
    /// The length of a day in seconds.
    package static let day: Int64 = 86_400

    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// 1 to 31.
    package var day: Int

    /// Makes a day without checks.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the day that is a number of days after 1970-01-01.
    package init(daysSince1970 days: some BinaryInteger) {
        // An era has 400 years, which begin on March 1 so that the leap day is the last one.
        let days = Int(days) + 719_468
        let era = days.floorDivided(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * month + 2) / 5 + 1
        self.month = month < 10 ? month + 3 : month - 9
        year = yearOfEra + era * 400 + (self.month <= 2 ? 1 : 0)
    }

    /// The number of days after 1970-01-01; negative for earlier days.
    package var daysSince1970: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = year.floorDivided(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week; 0 is Sunday.
    package var weekday: Int { (daysSince1970 + 4) - (daysSince1970 + 4).floorDivided(by: 7) * 7 }

    /// Returns the number of days of a month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The form of ISO 8601: `2026-11-23`.
    package var text: String { "\(year)-\(month.twoDigits)-\(day.twoDigits)" }
}

extension BinaryInteger {
    /// Returns the quotient, rounded down.
    func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return quotient * divisor > self ? quotient - 1 : quotient
    }

    /// The number with a zero in front if it is below 10.
    var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
