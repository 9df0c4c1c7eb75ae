#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    extension Day {
        /// Reads a date of a todo.txt file, such as `2026-11-26`; nil if it isn't one. A day that the month doesn't have is
        /// no date.
        init?(todo text: Substring.UTF8View) {
            let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(digits.contains) }) else {
                return nil
            }
            let numbers = parts.compactMap { Int(String(Substring($0))) }
            guard numbers.count == 3, numbers[0] >= 1000, (1...12).contains(numbers[1]), numbers[2] >= 1 else {
                return nil
            }
            let day = Day(year: numbers[0], month: numbers[1], day: numbers[2])
            guard day.date == CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
            self = day
        }

        /// The current day in the time zone of this system.
        static var today: Day { Zone.system.local(Int64(clamping: Timestamp.now.microseconds / 1_000_000)).day }
    }
#endif
