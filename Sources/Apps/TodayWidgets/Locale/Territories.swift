#if Widgets
    /// Habits of territories by their ISO 3166 code. Unicode CLDR, supplemental data `weekData`, `timeData` and
    /// `measurementData`.
    enum Territories {
        /// Returns the first day of the week: 0 is Sunday.
        static func firstWeekday(_ territory: String) -> Int {
            if sunday.contains(territory) { return 0 }
            if saturday.contains(territory) { return 6 }
            return territory == "MV" ? 5 : 1
        }

        private static let sunday: Set = [
            "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID",
            "IL",
            "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH",
            "PK",
            "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
        ]
        private static let saturday: Set = [
            "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
        ]

        /// Territories where people read temperatures in degrees Fahrenheit.
        static let fahrenheit: Set = ["AS", "BS", "BZ", "FM", "GU", "KY", "LR", "MH", "MP", "PR", "PW", "US", "VI"]

        /// Territories where people read times such as `2:05 PM` in all or most of their languages.
        static let twelveHours: Set = [
            "AE", "AG", "AS", "AU", "BB", "BD", "BH", "BM", "BS", "CA", "CO", "CY", "DM", "DO", "DZ", "EG", "FJ", "GD",
            "GR",
            "GU", "GY", "HK", "HN", "IN", "IQ", "JM", "JO", "KN", "KR", "KW", "KY", "LB", "LC", "LR", "LY", "MH", "MO",
            "MP",
            "MY", "NZ", "OM", "PG", "PH", "PK", "PR", "PS", "QA", "SA", "SB", "SD", "SG", "SV", "SY", "TC", "TN", "TT",
            "TW",
            "US", "VC", "VE", "VG", "VI", "VU", "WS", "YE", "ZM",
        ]
    }
#endif
