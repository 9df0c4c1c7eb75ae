#if Widgets
    internal import NotificationCenter
    internal import TodayModel
    internal import TodayPlatform

    /// A city whose time is shown: a zone of the IANA database.
    struct City: Hashable {
        /// The name of the zone, such as `Europe/Berlin`.
        let zone: String
        /// The name for users, such as `Berlin`.
        let name: String

        /// The folder of the database. See tzset(3).
        private static let folder = Environment["TZDIR"] ?? "/usr/share/zoneinfo"

        /// Reads the cities that the user typed: names of zones or of their cities, separated by commas or semicolons, such
        /// as `Tokyo, America/New_York`.
        ///
        /// - Parameter known: All zones of the database.
        /// - Returns: The cities, and the words that the database doesn't know.
        static func read(_ text: String, known: [String] = zones) -> (cities: [City], unknown: [String]) {
            var result: (cities: [City], unknown: [String]) = ([], [])
            for word in text.listed {
                let words = word.split(separator: " ").map { String($0) }
                if words.isEmpty { continue }
                let wanted = words.joined(separator: "_").lowercased()
                let zone =
                    known.first { $0.lowercased() == wanted } ?? known.first { lastPart($0).lowercased() == wanted }
                if let zone {
                    result.cities.append(City(zone))
                } else {
                    result.unknown.append(words.joined(separator: " "))
                }
            }
            return result
        }

        private init(_ zone: String) {
            self.zone = zone
            let words = Self.lastPart(zone).utf8.split(separator: UInt8(ascii: "_"))
            name = words.map { String(Substring($0)) }.joined(separator: " ")
        }

        /// The zones of the database: a place's own name before former names. Empty if the database isn't installed.
        static let zones: [String] = {
            guard let text = try? TextFile.read("\(folder)/tzdata.zi", maximumBytes: 1 << 20) else { return [] }
            return text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
                // A zone: `Z NAME …`; another name of a zone: `L ZONE NAME`.
                let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
                if line.starts(with: "Z ".utf8), words.count > 1 { return String(Substring(words[1])) }
                if line.starts(with: "L ".utf8), words.count > 2 { return String(Substring(words[2])) }
                return nil
            }
        }()

        /// Returns the last part of the name of a zone.
        private static func lastPart(_ zone: String) -> String {
            zone.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? zone
        }
    }

    extension City {
        /// A word about the day in the city, and the moments between which it is right.
        struct DayWord: Hashable {
            let text: String
            let from, until: Timestamp
        }

        /// Returns where the city is a day ahead or behind for the next 24 hours, so that panels show that without another
        /// update.
        ///
        /// - Parameters:
        ///   - now: The current time.
        ///   - home: The zone of the user.
        func dayWords(at now: Timestamp, home: Zone = .system) -> [DayWord] {
            guard let zone = Zone(named: self.zone) else { return [] }
            // From the full hour on, so that the content stays equal for an hour.
            let start = Int64(clamping: now.microseconds / 1_000_000) / 3600 * 3600
            let end = start + 86400 + 3600
            let midnights = [home, zone].flatMap { place in
                (1...2).map { place.moment(place.local(start).day + $0) }
            }
            let moments = [start] + midnights.sorted().filter { (start + 1..<end).contains($0) } + [end]
            return zip(moments, moments.dropFirst()).compactMap { from, until in
                let days = zone.local(from).day.number - home.local(from).day.number
                guard days != 0, from < until else { return nil }
                func timestamp(_ seconds: Int64) -> Timestamp {
                    Timestamp(microseconds: UInt64(clamping: seconds) * 1_000_000)
                }
                return DayWord(
                    text: days > 0 ? tr("Tomorrow") : tr("Yesterday"), from: timestamp(from), until: timestamp(until))
            }
        }
    }
#endif
