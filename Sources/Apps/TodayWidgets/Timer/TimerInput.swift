#if Widgets
    internal import TodayModel

    /// Lengths of time as users write them.
    enum TimerInput {
        /// The longest countdown in seconds.
        static let longest = 24 * 3600

        /// Reads a length and a name from what the user typed, such as `25`, `1:30`, `90 s`, `1h 20m` or `Tea 4 min`. A number
        /// without a unit counts minutes. Nil if it has no length, or one that is 0 or longer than a day.
        static func read(_ typed: String) -> (seconds: Int, label: String)? {
            var total: Int?
            var label: [String] = []
            let words = typed.utf8.split { $0 <= UInt8(ascii: " ") }.map { String(Substring($0)) }
            var index = 0
            while index < words.count {
                // `4 min` is one length in two words.
                if index + 1 < words.count, let number = plainNumber(words[index]), let unit = unit(words[index + 1]) {
                    total = (total ?? 0) + number * unit
                    index += 2
                    continue
                }
                if let length = length(words[index]) {
                    total = (total ?? 0) + length
                } else {
                    label.append(words[index])
                }
                index += 1
            }
            guard let total, total > 0, total <= longest else { return nil }
            return (total, label.joined(separator: " "))
        }

        /// Reads the minutes of buttons, separated by commas, semicolons or spaces. At most four; invalid ones are left out.
        static func presets(_ text: String) -> [Int] {
            let words = text.listed.flatMap { $0.split(separator: " ") }
            let minutes = words.compactMap { Int(String($0)) }.filter { $0 > 0 && $0 <= longest / 60 }
            return Array(minutes.prefix(4))
        }

        /// Returns a length in words: `10 min`, `1 h 20 min` or `1:30 min`.
        static func words(_ seconds: Int) -> String {
            let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
            func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            // Translators: a length of time in seconds.
            if seconds < 60 { return trn("{count} s", "{count} s", seconds) }
            if hours > 0, minutes > 0 {
                let values: KeyValuePairs = ["hours": Language.number(hours), "minutes": Language.number(minutes)]
                // Translators: a length of time.
                return tr("{hours} h {minutes} min", values)
            }
            // Translators: a length of time in hours.
            if hours > 0 { return trn("{count} h", "{count} h", hours) }
            // Translators: a length of time in minutes.
            if rest == 0 { return trn("{count} min", "{count} min", minutes) }
            // Translators: a length of time in minutes and seconds, such as 1:30.
            return tr("{time} min", ["time": "\(minutes):\(padded(rest))"])
        }

        private static func plainNumber(_ word: String) -> Int? {
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard word.utf8.allSatisfy(digits.contains), word.utf8.count <= 5 else { return nil }
            return Int(word)
        }

        private static func unit(_ word: String) -> Int? {
            let units = [
                "s": 1, "sec": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "minute": 60, "minutes": 60, "h": 3600,
                "hour": 3600, "hours": 3600,
            ]
            return units[word.lowercased()]
        }

        /// Reads one word: `25`, `1:30`, `1:00:00`, `90s` or `1h20m`.
        private static func length(_ word: String) -> Int? {
            let parts = word.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if parts.count > 1 {
                let numbers = parts.map { plainNumber(String(Substring($0))) }
                guard parts.count <= 3, !parts.contains(where: \.isEmpty),
                    !numbers.dropFirst().contains(where: { $0 ?? 60 > 59 })
                else { return nil }
                return numbers.compactMap(\.self).count == parts.count
                    ? numbers.compactMap(\.self).reduce(0) { $0 * 60 + $1 } : nil
            }
            if let minutes = plainNumber(word) { return word.isEmpty ? nil : minutes * 60 }
            var (total, rest) = (0, Substring(word).utf8)
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            while !rest.isEmpty {
                let number = rest.prefix(while: digits.contains)
                rest = rest.dropFirst(number.count)
                let letters = rest.prefix { !digits.contains($0) }
                rest = rest.dropFirst(letters.count)
                guard !number.isEmpty, let count = plainNumber(String(Substring(number))),
                    let unit = unit(String(Substring(letters)))
                else { return nil }
                total += count * unit
            }
            return total
        }
    }
#endif
