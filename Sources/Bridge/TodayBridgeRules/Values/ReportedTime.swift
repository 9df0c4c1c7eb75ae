package import DBus
package import TodayModel

extension Timestamp {
    /// Reads a time that a device reports: seconds, milliseconds or microseconds since 1970, as a number or a text, or a
    /// text such as `2026-11-27T03:30:00Z` or `2026-11-27 03:30:00.5+01:00`. Nil for anything else.
    ///
    /// A time without a zone is in UTC.
    package init?(reported value: DBusValue) {
        if let number = value.number {
            self.init(secondsOrLess: number)
        } else if case .string(let text) = value.unwrapped {
            if let number = Double(text.trimmed) { self.init(secondsOrLess: number) } else { self.init(isoTime: text) }
        } else {
            return nil
        }
    }

    /// Makes a time from a number, whose size shows its unit.
    private init?(secondsOrLess number: Double) {
        guard number.isFinite, number > 0, number < 1e18 else { return nil }
        let scale = number < 1e11 ? 1e6 : number < 1e14 ? 1e3 : 1
        self.init(microseconds: UInt64(number * scale))
    }

    /// Reads ISO 8601 with a date and a time of day.
    private init?(isoTime text: String) {
        var rest = Array(text.trimmed.utf8)[...]
        func digits(_ count: Int) -> Int? {
            guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func skip(_ bytes: StaticString) -> Bool {
            guard let first = rest.first, bytes.withUTF8Buffer({ $0.contains(first) }) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2), skip("Tt "),
            let hour = digits(2), skip(":"), let minute = digits(2), (1...12).contains(month), hour < 24, minute < 60,
            year >= 1970, day >= 1, day <= CivilDate.days(inMonth: month, of: year)
        else { return nil }
        var second = 0
        var fraction = 0.0
        if skip(":") {
            guard let whole = digits(2), whole <= 60 else { return nil }
            second = whole
            if skip(".,") {
                var scale = 0.1
                while let digit = digits(1) {
                    fraction += Double(digit) * scale
                    scale /= 10
                }
            }
        }
        var offset = 0
        let isEast = rest.first == UInt8(ascii: "+")
        if skip("+-") {
            guard let hours = digits(2) else { return nil }
            _ = skip(":")
            offset = (hours * 60 + (digits(2) ?? 0)) * (isEast ? 60 : -60)
        } else {
            _ = skip("Zz")
        }
        guard rest.isEmpty else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard seconds > 0 else { return nil }
        self.init(microseconds: UInt64(seconds) * 1_000_000 + UInt64(fraction * 1e6))
    }
}
