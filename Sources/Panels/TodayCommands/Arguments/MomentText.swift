internal import DBus
internal import Glibc
internal import TodayManifests
internal import TodayModel

/// A moment as written on a command line: `never`, `now`, a time from now, a date, or microseconds since 1970.
enum MomentText {
    /// A time that is further in the past is a mistake.
    private static let day: UInt64 = 86_400_000_000
    /// A smaller number is before September 2001, so it was meant in another unit.
    private static let leastMicroseconds: UInt64 = 1_000_000_000_000_000
    /// The end of the year 9999.
    private static let lastMicroseconds: UInt64 = 253_402_300_800_000_000

    /// Reads `text`.
    ///
    /// - Parameters:
    ///   - key: the key that a fault names.
    ///   - isPast: whether a time far in the past is valid.
    static func moment(
        _ text: String, of key: String, now: Timestamp, isPast: Bool = false
    ) throws(Fault) -> Timestamp {
        let fault = { (reason: String) in Fault(path: key, message: "\(text.excerpt) \(reason)") }
        switch text {
        case "never": return .never
        case "now": return now
        default: break
        }
        let moment: Timestamp
        if let microseconds = UInt64(text), !text.hasPrefix("+") {
            guard microseconds >= leastMicroseconds else {
                throw fault(
                    text.count < 9
                        ? "may mean seconds or anything else; write \(text)s or \(text)min, never, now or a date"
                        : "isn't a time in microseconds since 1970; for seconds, write \(text)000000")
            }
            moment = Timestamp(microseconds: microseconds)
        } else if let date = date(text) {
            moment = date
        } else {
            let span = text.hasPrefix("+") ? String(text.dropFirst()) : text
            guard case .uint64(let seconds)? = try? Manifest.value(of: "UpdateInterval", written: span.spelledMinutes)
            else { throw fault("is not a time such as 90s, 15min, 2h, 1d, +300, 2027-01-31T08:30, now or never") }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
            let (sum, isLater) = now.microseconds.addingReportingOverflow(product)
            moment = Timestamp(microseconds: overflow || isLater ? .max : sum)
        }
        if moment.microseconds > lastMicroseconds { throw fault("is too far away") }
        if !isPast, moment.microseconds.addingReportingOverflow(day).partialValue < now.microseconds {
            throw fault("is in the past; for an immediate update, write now")
        }
        return moment
    }

    /// Returns a date of ISO 8601, with or without a time of day. Without a zone, it is local time.
    private static func date(_ text: String) -> Timestamp? {
        let form = #/(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?/#
        guard let match = text.wholeMatch(of: form)?.output else { return nil }
        func number(_ part: Substring?) -> Int32 { part.flatMap { Int32($0) } ?? 0 }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (number(match.1) - 1900, number(match.2) - 1, number(match.3))
        (time.tm_hour, time.tm_min, time.tm_sec) = (number(match.4), number(match.5), number(match.6))
        time.tm_isdst = -1
        let written = time
        guard (0..<24).contains(time.tm_hour), (0..<60).contains(time.tm_min), (0..<60).contains(time.tm_sec) else {
            return nil
        }
        var seconds: Int
        if let zone = match.7 {
            seconds = timegm(&time)
            let digits = zone.filter(\.isNumber)
            let offset = number(digits.prefix(2)) * 3600 + number(digits.dropFirst(2)) * 60
            seconds -= Int(zone.hasPrefix("-") ? -offset : offset)
        } else {
            seconds = mktime(&time)
        }
        // `mktime` moves a day that the month doesn't have into the next month.
        guard time.tm_mon == written.tm_mon, time.tm_mday == written.tm_mday else { return nil }
        return Timestamp(microseconds: UInt64(max(0, seconds)) * 1_000_000)
    }
}

extension String {
    /// A span of time with `m` written as `min`, as manifests require.
    var spelledMinutes: String {
        hasSuffix("m") && dropLast().allSatisfy { $0.isASCII && $0.isNumber } ? self + "in" : self
    }
}
