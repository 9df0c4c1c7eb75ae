/// The text of a clock.
extension TimerText {
    /// Returns the wall time in a zone, in the forms of the language; in `C`, those of ISO 8601.
    ///
    /// - Parameter now: µs since 1970.
    static func clock(_ style: ContentClockStyle, in zone: ClockZone, now: UInt64) -> TimerText {
        let moment = Int64(now / second)
        let offset = zone.offset(at: moment)
        let local = moment + offset
        let days = local.floorDivided(by: CivilDate.day)
        let seconds = local - days * CivilDate.day
        let date = CivilDate(daysSince1970: days)
        func text(_ format: String) -> String { Language.format(date, secondOfDay: seconds, format) }
        switch style {
        case .time:
            return TimerText(
                text: text(Language.timeFormat), nextChange: Self.moment(atSecond: moment - seconds % 60 + 60))
        case .seconds:
            return TimerText(text: text(Language.secondsFormat), nextChange: Self.moment(atSecond: moment + 1))
        case .dateTime:
            let values: KeyValuePairs = ["date": text(Language.dateFormat), "time": text(Language.timeFormat)]
            return TimerText(
                // Translators: a date and a time of day.
                text: tr("{date} {time}", values), nextChange: Self.moment(atSecond: moment - seconds % 60 + 60))
        case .date:
            let midnight = moment - seconds + CivilDate.day
            // The offset may change before midnight.
            let corrected = midnight + offset - zone.offset(at: midnight)
            return TimerText(
                text: text(Language.dateFormat),
                nextChange: Self.moment(atSecond: corrected > moment ? corrected : midnight))
        }
    }

    private static func moment(atSecond count: Int64) -> UInt64? { moment(0, plus: UInt64(count), of: second) }
}
