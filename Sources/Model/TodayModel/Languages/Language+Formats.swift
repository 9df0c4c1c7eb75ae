internal import CTodaySystem
internal import TodayCLibrary

/// Numbers, times and sizes in the form of the language. In `C`, numbers are those of the source: `1234.5`.
extension Language {
    /// Returns a number with a fixed number of decimal places, and with the locale's grouping.
    package static func number(_ number: Double, decimals: Int) -> String {
        // The largest number has 309 digits, and up to three bytes between three of them.
        text(700) { csystem_format_number(current.locale, $0, $1, number, Int32(decimals)) }
    }

    /// Returns a whole number with the locale's grouping.
    package static func number(_ number: some BinaryInteger) -> String {
        guard let locale = current.locale, let small = Int64(exactly: number) else { return "\(number)" }
        return text(32) { csystem_format_integer(locale, $0, $1, small) }
    }

    /// Returns a number with four significant digits at most: `0.4`, `1235`, `1.235e+06`.
    package static func shortNumber(_ number: Double) -> String {
        text(32) { csystem_format_number(current.locale, $0, $1, number, -4) }
    }

    /// Returns a share as a percentage; 1 is 100 %.
    package static func percent(_ share: Double, decimals: Int = 0) -> String {
        // Translators: a percentage. Put the sign where your language has it, with a no-break space if it has one.
        tr("{number}%", ["number": number(share * 100, decimals: decimals)])
    }

    /// The character between the whole part and the fraction of a number.
    package static var decimalSeparator: String {
        guard let locale = current.locale else { return "." }
        return String(cString: csystem_decimal_separator(locale))
    }

    /// Returns a size in bytes. Units are powers of 1000, as in file managers and disk labels: `999 bytes`, `1 KB`,
    /// `1.5 MB`, `499.96 GB`. MB have at most one decimal place, larger units two.
    ///
    /// - Parameter binary: whether units are powers of 1024, as in memory sizes: `1 KiB`, `1.5 MiB`.
    package static func bytes(_ bytes: UInt64, binary: Bool = false) -> String {
        let base: UInt64 = binary ? 1024 : 1000
        if bytes < base { return trn("{count} byte", "{count} bytes", Int(bytes)) }
        var unit = base
        for index in 0..<6 {
            let decimals = min(index, 2)
            let scale: UInt64 = [1, 10, 100][decimals]
            // In tenths or hundredths of the unit.
            let rounded = UInt64((UInt128(bytes) * UInt128(scale) + UInt128(unit) / 2) / UInt128(unit))
            if rounded < base * scale || index == 5 {
                let zeros = rounded % 10 != 0 ? 0 : rounded % 100 != 0 ? 1 : 2
                let number = number(Double(rounded) / Double(scale), decimals: max(decimals - zeros, 0))
                return inUnit(number, index, binary: binary)
            }
            unit *= base
        }
        return ""
    }

    private static func inUnit(_ number: String, _ index: Int, binary: Bool) -> String {
        let values: KeyValuePairs = ["number": number]
        return switch (index, binary) {
        case (0, false): tr("{number} KB", values)
        case (1, false): tr("{number} MB", values)
        case (2, false): tr("{number} GB", values)
        case (3, false): tr("{number} TB", values)
        case (4, false): tr("{number} PB", values)
        case (_, false): tr("{number} EB", values)
        case (0, true): tr("{number} KiB", values)
        case (1, true): tr("{number} MiB", values)
        case (2, true): tr("{number} GiB", values)
        case (3, true): tr("{number} TiB", values)
        case (4, true): tr("{number} PiB", values)
        case (_, true): tr("{number} EiB", values)
        }
    }

    /// Returns the system's text for an error number, such as `No such file or directory`.
    package static func systemError(_ code: Int32) -> String {
        guard let locale = current.locale else { return String(cString: strerror(code)) }
        return String(cString: strerror_l(code, locale))
    }

    // MARK: Dates and times

    /// Returns a date and a time of day in a format of strftime(3).
    package static func format(_ date: CivilDate, secondOfDay: Int64 = 0, _ format: String) -> String {
        var parts = tm()
        parts.tm_year = Int32(clamping: date.year - 1900)
        parts.tm_mon = Int32(date.month - 1)
        parts.tm_mday = Int32(date.day)
        parts.tm_wday = Int32(date.weekday)
        parts.tm_yday = Int32(date.daysSince1970 - CivilDate(year: date.year, month: 1, day: 1).daysSince1970)
        parts.tm_hour = Int32(secondOfDay / 3600)
        parts.tm_min = Int32(secondOfDay / 60 % 60)
        parts.tm_sec = Int32(secondOfDay % 60)
        return text(128) { Int32(clamping: csystem_format_time(current.locale, $0, $1, format, &parts)) }
    }

    /// The format of a time of day without seconds: 24 hours, or 12 where the locale's own format has them.
    package static var timeFormat: String {
        guard let locale = current.locale else { return "%H:%M" }
        return csystem_has_12_hours(locale) != 0 ? "%-I:%M %p" : "%H:%M"
    }

    /// The format of a time of day with seconds.
    package static var secondsFormat: String {
        guard let locale = current.locale else { return "%H:%M:%S" }
        return csystem_has_12_hours(locale) != 0 ? "%-I:%M:%S %p" : "%H:%M:%S"
    }

    /// The format of a full hour in little space.
    package static var hourFormat: String {
        guard let locale = current.locale else { return "%H" }
        return csystem_has_12_hours(locale) != 0 ? "%-I %p" : "%H"
    }

    /// The format of a date in numbers.
    package static var dateFormat: String { current.locale == nil ? "%Y-%m-%d" : "%x" }

    private static func text(_ size: Int, _ body: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            let count = min(max(Int(body(buffer.baseAddress, size)), 0), size - 1)
            return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
