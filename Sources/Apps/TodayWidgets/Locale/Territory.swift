#if Widgets
    internal import NotificationCenter

    /// The habits of a territory, as the C library knows them only for installed locales. Unicode CLDR, supplemental data
    /// `weekData` and `measurementData`.
    struct Territory: Hashable, Sendable {
        /// The ISO 3166 code, such as `DE`; empty if it isn't known.
        private let code: String

        /// - Parameter locale: A POSIX name such as `de_DE.UTF-8@euro`.
        init(of locale: String) {
            let plain = locale.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
            let parts = plain.split(separator: UInt8(ascii: "_"))
            code = parts.count > 1 ? String(Substring(parts[1])).uppercased() : ""
        }

        /// The first day of the week: 0 is Sunday.
        var firstWeekday: Int {
            if Self.sunday.contains(code) { return 0 }
            if Self.saturday.contains(code) { return 6 }
            return code == "MV" ? 5 : 1
        }

        /// Whether people read temperatures in degrees Fahrenheit.
        var usesFahrenheit: Bool { Self.fahrenheit.contains(code) }

        /// Whether the month comes before the day in English.
        var monthComesFirst: Bool { code == "US" || code.isEmpty }

        private static let sunday: Set = [
            "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID",
            "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE",
            "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA",
            "ZW",
        ]
        private static let saturday: Set = [
            "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
        ]
        private static let fahrenheit: Set = [
            "AS", "BS", "BZ", "FM", "GU", "KY", "LR", "MH", "MP", "PR", "PW", "US", "VI",
        ]
    }

    extension NCWidgetProviding {
        /// The territory of the panels.
        var territory: Territory { Territory(of: extensionContext?.locale ?? "C") }
    }
#endif
